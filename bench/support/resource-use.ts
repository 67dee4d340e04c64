import { readdirSync, readFileSync } from 'node:fs'
import { createClient } from '@redis/client'
import pg from 'pg'
import type { Cluster } from '../../scripts/topology/start-cluster.ts'

/** CPU time, transactions and bytes that the parts of a cluster have used. */
export interface ResourceUse {
  /** CPU time in milliseconds. */
  servers: number
  postgres: number
  redis: number
  nginx: number
  transactions: number
  redisWrites: number
  /** Bytes that Redis has received and sent. */
  redisBytes: number
}

const PARTS = ['servers', 'postgres', 'redis', 'nginx', 'transactions', 'redisWrites', 'redisBytes'] as const

/** Reads what a cluster has used since its start. */
export async function readResourceUse({ nodes, postgres, redis, nginx }: Cluster): Promise<ResourceUse> {
  return {
    servers: nodes.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0),
    postgres: cpuMsOf(postgres.pid),
    redis: cpuMsOf(redis.pid),
    nginx: cpuMsOf(nginx.pid),
    transactions: await countTransactions(postgres.url),
    ...(await readRedis(redis.url)),
  }
}

/** Divides the use of `times` actions by their number, after subtracting the use of the idle cluster in the same time. */
export function costOf(before: ResourceUse, after: ResourceUse, times: number, idle: ResourceUse): ResourceUse {
  const cost = { ...after }
  for (const part of PARTS) cost[part] = Math.max(0, after[part] - before[part] - idle[part]) / times
  return cost
}

/** Multiplies the use of one millisecond by a time. */
export function scaleUse(perMillisecond: ResourceUse, milliseconds: number): ResourceUse {
  const use = { ...perMillisecond }
  for (const part of PARTS) use[part] *= milliseconds
  return use
}

const MS_PER_CLOCK_TICK = 10

/** The CPU time of a process and all its children, those that have exited included. */
function cpuMsOf(pid: number): number {
  const fields = readStat(pid)
  if (fields === undefined) return 0
  const [user = 0, system = 0, ofUserChildren = 0, ofSystemChildren = 0] = fields.slice(11, 15).map(Number)
  const own = (user + system + ofUserChildren + ofSystemChildren) * MS_PER_CLOCK_TICK
  return own + childrenOf(pid).reduce((sum, child) => sum + cpuMsOf(child), 0)
}

function childrenOf(pid: number) {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids.map(Number).filter((id) => readStat(id)?.[1] === String(pid))
}

/** The fields of `/proc/PID/stat` after the name, which may contain spaces. */
function readStat(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

async function countTransactions(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    'select sum(xact_commit + xact_rollback) as count from pg_stat_database',
  )
  await client.end()
  return Number(rows[0]?.count)
}

async function readRedis(url: string) {
  const client = createClient({ url })
  await client.connect()
  const info = [await client.info('stats'), await client.info('commandstats')].join('\n')
  client.destroy()
  const read = (pattern: RegExp) => Number(pattern.exec(info)?.[1] ?? 0)
  return {
    redisWrites: read(/^cmdstat_xadd:calls=(\d+)/m),
    redisBytes: read(/^total_net_input_bytes:(\d+)/m) + read(/^total_net_output_bytes:(\d+)/m),
  }
}
