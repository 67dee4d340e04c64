import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { run } from './run.ts'
import { createPart, type Part, removeFolder, throwawayFolder } from './topology/part.ts'
import { findPostgresPrograms } from './topology/programs.ts'

export interface ThrowawayPostgres {
  url: string
  stop: () => Promise<void>
}

interface PostgresOptions {
  name?: string
  folder: string
  /** Whether what it has acknowledged outlives a power cut. Costs a write to the disk for each commit. */
  isDurable?: boolean
  /** Another one, whose copy it is from now on. */
  follows?: Part
}

/** A PostgreSQL of our own on loopback, gone when stopped; undefined where its programs are not installed. */
export async function startPostgres({ isDurable = false } = {}): Promise<ThrowawayPostgres | undefined> {
  if (findPostgresPrograms() === undefined) return undefined
  const folder = throwawayFolder('ritmo-postgres-')
  const postgres = await createPostgres({ folder, isDurable })
  await postgres.start()
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      removeFolder(folder)
    },
  }
}

/** A PostgreSQL on loopback that keeps its data in a folder; it is not started yet. */
export async function createPostgres(options: PostgresOptions): Promise<Part> {
  const { name = 'PostgreSQL', folder, isDurable = false, follows } = options
  const programs = findPostgresPrograms()
  if (programs === undefined) throw new Error('PostgreSQL is missing: install the Debian package "postgresql".')
  const owner = unprivilegedOwner()
  const how = { cwd: folder, ...owner }
  const data = join(folder, 'data')
  if (!existsSync(join(data, 'PG_VERSION'))) {
    mkdirSync(data, { mode: 0o700 })
    if (owner !== undefined) chownSync(data, owner.uid, owner.gid)
    const [program, ...flags] = follows === undefined ? makingNew(isDurable) : copying(follows)
    const made = await run(join(programs, program), [...flags, '-D', data], { ...how, stdio: 'pipe' })
    if (!made.ok) throw new Error(`${name} could not be made:\n${made.output}`)
  }

  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: isDurable ? 'on' : 'off',
    max_connections: 200,
    // So much can happen while a follower is away.
    wal_keep_size: '512MB',
  }
  return createPart({
    name,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    command: [
      join(programs, 'postgres'),
      '-D',
      data,
      ...Object.entries(settings).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]),
    ],
    how,
    folder,
    // SIGTERM would wait until everybody has hung up.
    endsBy: 'SIGINT',
    answers: async () => {
      const address = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
      return (await run(join(programs, 'pg_isready'), address, { stdio: 'pipe' })).ok
    },
  })
}

type Command = [program: string, ...flags: string[]]

const makingNew = (isDurable: boolean): Command => [
  ...(['initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale'] as const),
  ...(isDurable ? [] : ['--no-sync']),
]

const copying = ({ url }: Part): Command => ['pg_basebackup', '-d', url, '-R', '-X', 'stream', '-c', 'fast']

/** PostgreSQL refuses to run as root, so root lends it another user. */
function unprivilegedOwner() {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u') || 65_534, gid: idOf('-g') || 65_534 }
}
