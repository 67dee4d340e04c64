import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { run } from './run.ts'

export interface ThrowawayPostgres {
  url: string
  stop: () => Promise<void>
}

/** A PostgreSQL of our own on loopback, gone when stopped; undefined where its programs are not installed. */
export async function startPostgres(): Promise<ThrowawayPostgres | undefined> {
  const programs = findPrograms()
  if (programs === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-postgres-'))
  const owner = unprivilegedOwner()
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const how = { cwd: folder, stdio: 'pipe' as const, ...owner }

  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']
  const made = await run(join(programs, 'initdb'), options, how)
  if (!made.ok) throw new Error(`A PostgreSQL for the tests could not be made:\n${made.output}`)

  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: 200,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...flags], { ...how, stdio: 'ignore' })
  await untilReady(join(programs, 'pg_isready'), port, server)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill('SIGINT')
      await new Promise((resolve) => server.once('exit', resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function findPrograms() {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'pg_isready')),
    ...globSync('/usr/lib/postgresql/*/bin/pg_isready'),
    ...globSync('/opt/homebrew/opt/postgresql*/bin/pg_isready'),
  ].map(dirname)
  return folders.find((folder) => ['initdb', 'postgres', 'pg_isready'].every((name) => existsSync(join(folder, name))))
}

/** PostgreSQL refuses to run as root, so root lends it another user. */
function unprivilegedOwner() {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u') || 65_534, gid: idOf('-g') || 65_534 }
}

async function untilReady(pgIsReady: string, port: number, server: ChildProcess) {
  for (let attempt = 0; attempt < 100 && server.exitCode === null; attempt++) {
    if ((await run(pgIsReady, ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'pipe' })).ok) return
    await setTimeout(200)
  }
  throw new Error('The PostgreSQL for the tests did not start.')
}
