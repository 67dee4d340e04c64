import { join } from 'node:path'
import { createTemporaryFolder, type ManagedProcess, removeFolder } from './managed-process.ts'
import { createPgBouncer } from './pgbouncer.ts'
import { createPostgres } from './postgres.ts'
import { requireProgram } from './programs.ts'
import { createRedis } from './redis.ts'
import { foldersIn, type NodeOptions, startNodes } from './start-nodes.ts'

export type { ManagedProcess }

export interface ClusterOptions extends NodeOptions {
  /** Whether a second PostgreSQL replicates the first. */
  replica?: boolean
  /** Whether the nodes reach PostgreSQL through PgBouncer. */
  pooler?: boolean
  /** Replaces the address by which each node reaches PostgreSQL or Redis, so that a drill can put a proxy in between. */
  addressFor?: (url: string) => Promise<string>
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
  pooler?: ManagedProcess
  /** All of them, in the order in which they are listed. */
  processes: ManagedProcess[]
  /** The address of the database. */
  dataLocation: string
  /** Stops all processes and deletes the temporary folder. */
  stop: () => Promise<void>
}

/** Starts nodes on PostgreSQL and Redis behind nginx, each as a process of this machine that can be killed alone. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  for (const program of ['postgres', 'redis-server', 'nginx'] as const) requireProgram(program)
  const folder = options.folder ?? createTemporaryFolder('ritmo-cluster-')
  const createFolder = foldersIn(folder)
  const postgres = await createPostgres({ folder: createFolder('postgres'), isDurable: true })
  const redis = await createRedis(createFolder('redis'))
  await Promise.all([postgres.start(), redis.start()])
  const replica = await startIf(options.replica, () => createReplica(postgres, createFolder('replica')))
  const pooler = await startIf(options.pooler, () => createPgBouncer(createFolder('pgbouncer'), postgres.url))

  const { addressFor = async (url: string) => url } = options
  const addressesOf = async () => ({
    ...(replica && { DATABASE_REPLICA_URL: replica.url }),
    DATABASE_URL: await addressFor((pooler ?? postgres).url),
    REDIS_URL: await addressFor(redis.url),
  })
  const { nginx, nodes } = await startNodes(folder, addressesOf, options)

  const stop = async () => {
    await nginx.stop()
    await Promise.all(nodes.map((node) => node.stop()))
    await Promise.all([redis.stop(), replica?.stop(), pooler?.stop()])
    await postgres.stop()
    if (options.folder === undefined) removeFolder(folder)
  }
  return {
    url: nginx.url,
    nginx,
    nodes,
    postgres,
    redis,
    ...(pooler && { pooler }),
    processes: [nginx, ...nodes, redis, pooler, postgres, replica].filter((one) => one !== undefined),
    dataLocation: postgres.url,
    stop,
  }
}

async function startIf(isWanted: boolean | undefined, create: () => Promise<ManagedProcess>) {
  if (isWanted !== true) return undefined
  const one = await create()
  await one.start()
  return one
}

function createReplica(postgres: ManagedProcess, folder: string) {
  // The copy is made anew, because an old one would connect to the port that the primary had before.
  removeFolder(join(folder, 'data'))
  return createPostgres({ name: 'replica', folder, isDurable: true, primary: postgres })
}
