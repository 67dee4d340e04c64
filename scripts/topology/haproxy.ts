import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillTemplate } from './fill-template.ts'
import { findFreePort } from './free-port.ts'
import { createManagedProcess, type ManagedProcess } from './managed-process.ts'
import type { PatroniGroup } from './patroni.ts'
import { isAcceptingConnections } from './postgres.ts'
import { requireProgram } from './programs.ts'

/** HAProxy in front of PostgreSQL servers. `url` is that of the primary. */
export interface DatabaseProxy extends ManagedProcess {
  replicaUrl: string
}

/** HAProxy with the same configuration as in deployments. Not started yet. */
export async function createHaproxy(folder: string, { members, password }: PatroniGroup): Promise<DatabaseProxy> {
  const [port, replicaPort] = [await findFreePort(), await findFreePort()]
  const configuration = join(folder, 'haproxy.cfg')
  const filled = fillTemplate('deploy/ha/haproxy.cfg.template', {
    PRIMARY_ADDRESS: `127.0.0.1:${port}`,
    REPLICA_ADDRESS: `127.0.0.1:${replicaPort}`,
    POSTGRES_MEMBERS: members
      .map(({ url, postgres }, index) => `server pg${index + 1} ${postgres} check port ${new URL(url).port}`)
      .join('\n  '),
  })
  writeFileSync(configuration, filled)
  const urlOf = (of: number) => `postgres://postgres:${password}@127.0.0.1:${of}/postgres`
  const proxy = createManagedProcess({
    name: 'HAProxy',
    url: urlOf(port),
    command: [requireProgram('haproxy'), '-db', '-f', configuration],
    folder,
    // It listens from its start on; the primary may be found later.
    isReady: () => isAcceptingConnections(port),
  })
  return Object.assign(proxy, { replicaUrl: urlOf(replicaPort) })
}
