import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run.ts'
import { findFreePort } from './free-port.ts'
import { createManagedProcess, createTemporaryFolder, type ManagedProcess, removeFolder } from './managed-process.ts'
import { findPostgresFolder } from './programs.ts'
import { findUnprivilegedUser, giveToUnprivilegedUser } from './unprivileged-user.ts'

export interface TemporaryPostgres {
  url: string
  stop: () => Promise<void>
}

interface PostgresOptions {
  name?: string
  folder: string
  /** Settings beside those below. */
  settings?: Record<string, string>
  /** Whether committed data survives a power cut, which costs an fsync per commit. */
  isDurable?: boolean
  /** Makes it a streaming replica of this one. */
  primary?: ManagedProcess
}

/** Starts a PostgreSQL on loopback whose data is deleted when it stops; undefined if PostgreSQL is not installed. */
export async function startPostgres({
  isDurable = false,
  settings = {},
}: Omit<PostgresOptions, 'folder'> = {}): Promise<TemporaryPostgres | undefined> {
  if (findPostgresFolder() === undefined) return undefined
  const folder = createTemporaryFolder('ritmo-postgres-')
  const postgres = await createPostgres({ folder, isDurable, settings })
  await postgres.start()
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      removeFolder(folder)
    },
  }
}

/** A PostgreSQL on loopback, not started yet, that keeps its data in a folder. */
export async function createPostgres(options: PostgresOptions): Promise<ManagedProcess> {
  const { name = 'PostgreSQL', folder, isDurable = false, primary } = options
  const programs = findPostgresFolder()
  if (programs === undefined) throw new Error('PostgreSQL is missing: install the Debian package "postgresql".')
  const owner = findUnprivilegedUser()
  const spawnOptions = { cwd: folder, ...owner }
  const data = join(folder, 'data')
  if (!existsSync(join(data, 'PG_VERSION'))) {
    mkdirSync(data, { mode: 0o700 })
    giveToUnprivilegedUser(data)
    const [program, ...flags] = primary === undefined ? toInitCommand(isDurable) : toCopyCommand(primary)
    const made = await run(join(programs, program), [...flags, '-D', data], { ...spawnOptions, stdio: 'pipe' })
    if (!made.ok) throw new Error(`${name} could not be made:\n${made.output}`)
  }

  const port = await findFreePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: isDurable ? 'on' : 'off',
    max_connections: 200,
    // Enough for a replica to catch up after a pause.
    wal_keep_size: '512MB',
    ...options.settings,
  }
  return createManagedProcess({
    name,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    command: [
      join(programs, 'postgres'),
      '-D',
      data,
      ...Object.entries(settings).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]),
    ],
    spawnOptions,
    folder,
    // SIGTERM would wait until all clients have disconnected.
    stopSignal: 'SIGINT',
    isReady: () => isAcceptingConnections(port),
  })
}

/** Whether PostgreSQL, or a pooler or proxy of it, listens on a port of loopback and accepts connections. */
export async function isAcceptingConnections(port: number) {
  const program = join(findPostgresFolder() ?? '', 'pg_isready')
  return (await run(program, ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'], { stdio: 'pipe' })).ok
}

type Command = [program: string, ...flags: string[]]

const toInitCommand = (isDurable: boolean): Command => [
  ...(['initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale'] as const),
  ...(isDurable ? [] : ['--no-sync']),
]

const toCopyCommand = ({ url }: ManagedProcess): Command => [
  'pg_basebackup',
  '-d',
  url,
  '-R',
  '-X',
  'stream',
  '-c',
  'fast',
]
