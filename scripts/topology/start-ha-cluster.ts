import { createEtcd } from './etcd.ts'
import { createHaproxy } from './haproxy.ts'
import { createTemporaryFolder, type ManagedProcess, removeFolder } from './managed-process.ts'
import { createPatroni, type PatroniGroup } from './patroni.ts'
import { createPgBouncer } from './pgbouncer.ts'
import { type Program, requireProgram } from './programs.ts'
import { type RedisGroup, startRedisGroup } from './redis-group.ts'
import { foldersIn, type NodeOptions, startNodes } from './start-nodes.ts'

export const HA_PROGRAMS: Program[] = ['postgres', 'patroni', 'etcd', 'haproxy', 'pgbouncer', 'redis-server', 'nginx']
const MEMBERS = 3

export interface HaCluster {
  /** The address of nginx. */
  url: string
  nginx: ManagedProcess
  nodes: ManagedProcess[]
  patroni: PatroniGroup
  redis: RedisGroup
  etcd: ManagedProcess[]
  /** All processes, in the order in which they are listed. */
  processes: ManagedProcess[]
  /** The address of the database. */
  dataLocation: string
  /** Stops all processes and deletes their data. */
  stop: () => Promise<void>
}

/** Starts a cluster in which each part may fail: of every program there are several, and one takes over for another. */
export async function startHaCluster(options: NodeOptions = {}): Promise<HaCluster> {
  for (const program of HA_PROGRAMS) requireProgram(program)
  const folder = createTemporaryFolder('ritmo-cluster-')
  const createFolder = foldersIn(folder)

  const etcd = await createEtcd(createFolder('etcd'), MEMBERS)
  const starting = etcd.map((member) => member.start())
  const redis = await startRedisGroup(createFolder)
  await Promise.all(starting)
  const hosts = etcd.map(({ url }) => new URL(url).host).join(',')
  const patroni = await createPatroni(createFolder('postgres'), MEMBERS, hosts)
  const [first, ...others] = patroni.members
  // The first one becomes the primary, of which the others then make their copies.
  await first?.start()
  await Promise.all(others.map((member) => member.start()))
  await patroni.waitUntilReplicated()
  const haproxy = await createHaproxy(createFolder('haproxy'), patroni)
  await haproxy.start()
  const pooler = await createPgBouncer(createFolder('pgbouncer'), haproxy.url)
  await pooler.start()

  const addresses = { DATABASE_URL: pooler.url, DATABASE_REPLICA_URL: haproxy.replicaUrl, REDIS_URL: redis.url }
  const { nginx, nodes } = await startNodes(folder, async () => addresses, { nodes: MEMBERS, ...options })
  return {
    url: nginx.url,
    nginx,
    nodes,
    patroni,
    redis,
    etcd,
    processes: [nginx, ...nodes, ...redis.servers, ...redis.sentinels, pooler, haproxy, ...patroni.members, ...etcd],
    dataLocation: haproxy.url,
    async stop() {
      await nginx.stop()
      await Promise.all(nodes.map((node) => node.stop()))
      await Promise.all([...redis.sentinels, ...redis.servers, pooler, haproxy].map((one) => one.stop()))
      await Promise.all(patroni.members.map((member) => member.stop()))
      await Promise.all(etcd.map((member) => member.stop()))
      removeFolder(folder)
    },
  }
}
