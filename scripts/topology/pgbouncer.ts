import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillTemplate } from './fill-template.ts'
import { findFreePort } from './free-port.ts'
import { createManagedProcess, type ManagedProcess } from './managed-process.ts'
import { isAcceptingConnections } from './postgres.ts'
import { requireProgram } from './programs.ts'
import { findUnprivilegedUser, giveToUnprivilegedUser } from './unprivileged-user.ts'

/** PgBouncer in front of a PostgreSQL, with the same configuration as in deployments. Not started yet. */
export async function createPgBouncer(folder: string, postgresUrl: string): Promise<ManagedProcess> {
  const program = requireProgram('pgbouncer')
  const port = await findFreePort()
  const url = new URL(postgresUrl)
  const password = randomBytes(16).toString('hex')
  const [configuration, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  writeFileSync(users, `"${url.username}" "${password}"\n`, { mode: 0o600 })
  const filled = fillTemplate('deploy/ha/pgbouncer.ini.template', {
    POSTGRES_HOST: url.hostname,
    POSTGRES_PORT: url.port,
    PGBOUNCER_ADDRESS: '127.0.0.1',
    PGBOUNCER_PORT: String(port),
    PGBOUNCER_USERS: users,
  })
  writeFileSync(configuration, filled)
  giveToUnprivilegedUser(folder, configuration, users)
  return createManagedProcess({
    name: 'PgBouncer',
    url: `postgres://${url.username}:${password}@127.0.0.1:${port}${url.pathname}`,
    command: [program, configuration],
    spawnOptions: { cwd: folder, ...findUnprivilegedUser() },
    folder,
    // SIGTERM closes at once; SIGINT would wait until no transaction is open.
    stopSignal: 'SIGTERM',
    isReady: () => isAcceptingConnections(port),
  })
}
