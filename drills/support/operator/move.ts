import { join } from 'node:path'
import { createPgBouncer } from '../../../scripts/topology/pgbouncer.ts'
import { findPostgresFolder, requireProgram } from '../../../scripts/topology/programs.ts'
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
  const version = /\d+\.\d+/.exec(await operator.must(requireProgram('pgbouncer'), ['--version']))?.[0]
  const bouncer = await createPgBouncer(operator.createServiceFolder('pgbouncer'), env.DATABASE_URL)
  await bouncer.start()
  try {
    const server = await operator.startServer(words, { env: { ...env, DATABASE_URL: bouncer.url } })
    const found = await findsItAgain(server.url)
    await server.stop()
    operator.done.add('pgbouncer')
    return [isMet(`the site works behind PgBouncer ${version} in transaction mode`, found)]
  } finally {
    await bouncer.stop()
  }
}
