import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readSecrets } from '../src/server/secrets.ts'
import { freePort } from './free-port.ts'
import { createPostgres } from './postgres.ts'
import { ROOT } from './run.ts'
import { createNginx } from './topology/nginx.ts'
import { createPart, type Part, removeFolder, throwawayFolder } from './topology/part.ts'
import { requireProgram } from './topology/programs.ts'
import { createRedis } from './topology/redis.ts'

export type { Part }

type Settings = Record<string, string>

interface ClusterOptions {
  /** How many. */
  nodes?: number
  /** Whether a second PostgreSQL follows the first. */
  replica?: boolean
  /** Settings of the nodes: of all, or of each by its name. */
  environment?: Settings | ((node: string) => Settings)
  /** How nodes reach PostgreSQL and Redis: for an address, another that leads to the same. Asked for each node. */
  wayTo?: (url: string) => Promise<string>
  /** Where nginx listens; a free one by itself. */
  port?: number
  /** Where everything is kept; a throw-away one by itself. */
  folder?: string | undefined
}

export interface Cluster {
  /** The address of nginx. */
  url: string
  nginx: Part
  nodes: Part[]
  postgres: Part
  redis: Part
  replica?: Part
  /** Where all that lasts is kept. */
  data: string
  /** Ends everything; what was thrown away is gone. */
  stop: () => Promise<void>
}

/** Nodes on PostgreSQL and Redis behind nginx, as processes of this machine that can be killed one by one. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  for (const program of ['postgres', 'redis-server', 'nginx'] as const) requireProgram(program)
  const folder = options.folder ?? throwawayFolder('ritmo-cluster-')
  const room = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true })
    return path
  }

  const postgres = await createPostgres({ folder: room('postgres'), isDurable: true })
  const redis = await createRedis(room('redis'))
  await Promise.all([postgres.start(), redis.start()])
  const replica = options.replica === true ? await startReplica(postgres, room('replica')) : undefined

  const port = options.port ?? (await freePort())
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
  const { wayTo = async (url: string) => url } = options
  const nodes = await Promise.all(
    names.map(async (name) => {
      const ways = { DATABASE_URL: await wayTo(postgres.url), REDIS_URL: await wayTo(redis.url) }
      return createNode(name, room(name.replace(' ', '-')), { ...environment, ...ways, ...settingsOf(name) })
    }),
  )
  await Promise.all(nodes.map((node) => node.start()))
  const nginx = createNginx({ folder: room('nginx'), port, nodes })
  await nginx.start()

  const stop = async () => {
    await nginx.stop()
    await Promise.all(nodes.map((node) => node.stop()))
    await Promise.all([redis.stop(), replica?.stop()])
    await postgres.stop()
    if (options.folder === undefined) removeFolder(folder)
  }
  return { url: nginx.url, nginx, nodes, postgres, redis, ...(replica && { replica }), data: postgres.url, stop }
}

async function startReplica(postgres: Part, folder: string) {
  // Made anew each time: it would look for the first one at the port that it had before.
  removeFolder(join(folder, 'data'))
  const replica = await createPostgres({ name: 'replica', folder, isDurable: true, follows: postgres })
  await replica.start()
  return replica
}

/** One server; what it keeps beside the database, and its log, lie in the folder. */
export async function createNode(name: string, folder: string, environment: NodeJS.ProcessEnv) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  return createPart({
    name,
    url,
    command: [process.execPath, '--max-semi-space-size=16', join(ROOT, 'src/server/main.mjs')],
    how: { cwd: ROOT, env: { ...environment, PORT: String(port), DATA_DIR: folder } },
    folder,
    answers: () =>
      fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
  })
}
