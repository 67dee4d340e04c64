import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readSecrets } from '../../src/server/secrets.ts'
import { ROOT } from '../run.ts'
import { findFreePort } from './free-port.ts'
import { createManagedProcess, createTemporaryFolder, type ManagedProcess, removeFolder } from './managed-process.ts'
import { createNginx } from './nginx.ts'
import { createPostgres } from './postgres.ts'
import { requireProgram } from './programs.ts'
import { createRedis } from './redis.ts'

export type { ManagedProcess }

type Settings = Record<string, string>

interface ClusterOptions {
  /** The number of nodes. */
  nodes?: number
  /** Whether a second PostgreSQL replicates the first. */
  replica?: boolean
  /** Environment variables of all nodes, or of each node by its name. */
  environment?: Settings | ((node: string) => Settings)
  /** Replaces the address by which each node reaches PostgreSQL or Redis, so that a drill can put a proxy in between. */
  addressFor?: (url: string) => Promise<string>
  /** The port of nginx; a free one by default. */
  port?: number
  /** Holds all data and logs; a temporary folder by default. */
  folder?: string | undefined
}

export interface Cluster {
  /** The address of nginx. */
  url: string
  nginx: ManagedProcess
  nodes: ManagedProcess[]
  postgres: ManagedProcess
  redis: ManagedProcess
  replica?: ManagedProcess
  /** The address of the database. */
  dataLocation: string
  /** Stops all processes and deletes the temporary folder. */
  stop: () => Promise<void>
}

/** Starts nodes on PostgreSQL and Redis behind nginx, each as a process of this machine that can be killed alone. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  for (const program of ['postgres', 'redis-server', 'nginx'] as const) requireProgram(program)
  const folder = options.folder ?? createTemporaryFolder('ritmo-cluster-')
  const createFolder = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true })
    return path
  }

  const postgres = await createPostgres({ folder: createFolder('postgres'), isDurable: true })
  const redis = await createRedis(createFolder('redis'))
  await Promise.all([postgres.start(), redis.start()])
  const replica = options.replica === true ? await startReplica(postgres, createFolder('replica')) : undefined

  const port = options.port ?? (await findFreePort())
  const environment = {
    PATH: process.env['PATH'],
    ...(replica && { DATABASE_REPLICA_URL: replica.url }),
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: '1',
    JWT_SECRET: readSecrets(folder).session,
    LOG_LEVEL: 'warn',
  }
  const settingsOf = (node: string) =>
    typeof options.environment === 'function' ? options.environment(node) : options.environment
  const names = Array.from({ length: options.nodes ?? 2 }, (_, index) => `node ${index + 1}`)
  const { addressFor = async (url: string) => url } = options
  const nodes = await Promise.all(
    names.map(async (name) => {
      const addresses = { DATABASE_URL: await addressFor(postgres.url), REDIS_URL: await addressFor(redis.url) }
      return createNode(name, createFolder(name.replace(' ', '-')), {
        ...environment,
        ...addresses,
        ...settingsOf(name),
      })
    }),
  )
  await Promise.all(nodes.map((node) => node.start()))
  const nginx = createNginx({ folder: createFolder('nginx'), port, nodes })
  await nginx.start()

  const stop = async () => {
    await nginx.stop()
    await Promise.all(nodes.map((node) => node.stop()))
    await Promise.all([redis.stop(), replica?.stop()])
    await postgres.stop()
    if (options.folder === undefined) removeFolder(folder)
  }
  return {
    url: nginx.url,
    nginx,
    nodes,
    postgres,
    redis,
    ...(replica && { replica }),
    dataLocation: postgres.url,
    stop,
  }
}

async function startReplica(postgres: ManagedProcess, folder: string) {
  // The copy is made anew, because an old one would connect to the port that the primary had before.
  removeFolder(join(folder, 'data'))
  const replica = await createPostgres({ name: 'replica', folder, isDurable: true, primary: postgres })
  await replica.start()
  return replica
}

/** A server process, not started yet. The folder is its DATA_DIR and holds its log. */
export async function createNode(name: string, folder: string, environment: NodeJS.ProcessEnv) {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  return createManagedProcess({
    name,
    url,
    command: [process.execPath, '--max-semi-space-size=16', join(ROOT, 'src/server/main.mjs')],
    spawnOptions: { cwd: ROOT, env: { ...environment, PORT: String(port), DATA_DIR: folder } },
    folder,
    isReady: () =>
      fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
  })
}
