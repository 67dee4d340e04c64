import { chownSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../../scripts/run.ts'
import { findFreePort } from '../../../scripts/topology/free-port.ts'
import { createManagedProcess } from '../../../scripts/topology/managed-process.ts'
import { findPostgresFolder } from '../../../scripts/topology/programs.ts'
import { startPostgres } from '../../../scripts/topology/postgres.ts'
import { findsItAgain, isMet, type Operator } from './operator.ts'

const SERVER = ['node_modules/node/bin/node', 'src/server/main.mjs']

/** Moves the site of the units to PostgreSQL, and serves it from there, directly and through PgBouncer. */
export async function tryMove(operator: Operator) {
  const { site, folder, done, must, startServer } = operator
  const postgres = await startPostgres()
  if (postgres === undefined) return [isMet('PostgreSQL is installed', false)]
  try {
    const address = new URL(postgres.url)
    await must(join(findPostgresFolder() ?? '', 'createdb'), [
      '-h',
      address.hostname,
      '-p',
      address.port,
      '-U',
      'postgres',
      'ritmo',
    ])
    address.pathname = '/ritmo'
    const env = { DATA_DIR: join(folder, 'var/lib/ritmo'), DATABASE_URL: address.href }
    await must('npm', ['run', 'move'], { env })
    done.add('move')
    const words = [join(site, SERVER[0] ?? ''), ...SERVER.slice(1)]
    const server = await startServer(words, { env })
    const found = await findsItAgain(server.url)
    await server.stop()
    return [
      isMet('the site moves to PostgreSQL, and its user signs in', found),
      ...(await tryPgBouncer(operator, words, env)),
    ]
  } finally {
    await postgres.stop()
  }
}

async function tryPgBouncer(operator: Operator, words: string[], env: Record<'DATA_DIR' | 'DATABASE_URL', string>) {
  const program = '/usr/sbin/pgbouncer'
  if (!existsSync(program)) return [isMet('the site works behind PgBouncer', true, 'PgBouncer is not installed')]
  const version = /(\d+)\.(\d+)/.exec((await run(program, ['--version'], { stdio: 'pipe' })).output) ?? []
  // Transaction mode needs prepared statements, which came with 1.21.
  const isNew = Number(version[1]) > 1 || Number(version[2]) >= 21
  const { hostname, port } = new URL(env.DATABASE_URL)
  const own = await findFreePort()
  const folder = operator.createServiceFolder('pgbouncer')
  const file = join(folder, 'pgbouncer.ini')
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: isNew ? 'transaction' : 'session',
    ...(isNew && { max_prepared_statements: 200 }),
    ignore_startup_parameters: 'extra_float_digits,statement_timeout,idle_in_transaction_session_timeout,options',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(
    file,
    `[databases]\nritmo = host=${hostname} port=${port} dbname=ritmo user=postgres\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  if (operator.isRoot) chownSync(file, 65_534, 65_534)
  const bouncer = createManagedProcess({
    name: 'PgBouncer',
    url: `postgres://postgres@127.0.0.1:${own}/ritmo`,
    command: [program, file],
    folder,
    ...(operator.isRoot && { spawnOptions: { uid: 65_534, gid: 65_534 } }),
    isReady: async () =>
      (
        await run(join(findPostgresFolder() ?? '', 'pg_isready'), ['-h', '127.0.0.1', '-p', String(own)], {
          stdio: 'pipe',
        })
      ).ok,
  })
  await bouncer.start()
  try {
    const server = await operator.startServer(words, { env: { ...env, DATABASE_URL: bouncer.url } })
    const found = await findsItAgain(server.url)
    await server.stop()
    return [isMet(`the site works behind PgBouncer ${version[0]} in ${settings.pool_mode} mode`, found)]
  } finally {
    await bouncer.stop()
  }
}
