import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#server/config.ts'
import { backup } from '#server/operations/backup.ts'
import type { Site } from '#server/operations/site-database.ts'
import { verify } from '#server/operations/verify.ts'
import { type ManagedProcess, startCluster } from '../scripts/topology/start-cluster.ts'
import { createNode } from '../scripts/topology/start-nodes.ts'
import { callOnce, createCallLog } from './support/calls.ts'
import { atLeast, type Criterion, inTime, none, slowest } from './support/criteria.ts'
import { query } from './support/database.ts'
import { type LoadedSite, startLoad } from './support/load.ts'
import { readHealth, watchForRestarts } from './support/nodes.ts'
import { type Person, signUp } from './support/people.ts'
import { mountSmallDisk, runInPrivateMounts } from './support/small-disk.ts'
import { createMinuteEntry, waitUntilWritable } from './support/users-at-work.ts'

const CALL_INTERVAL_MS = 200
const MAX_FULL_MS = 30_000
const MAX_RECOVERY_MS = 10_000
const SETTINGS = { RATE_LIMITS: 'off', LOG_LEVEL: 'info' }

/** Fills the disk of the database while users work, and frees it again: on SQLite, then on PostgreSQL. */
export const drill = ({ full }: { full: boolean }) => runInPrivateMounts(import.meta.filename, full ? ['full'] : [])

type Disk = ReturnType<typeof mountSmallDisk>

/** The server's log and its outbox of emails are on the same disk. */
async function onSqlite(folder: string, rounds: number) {
  const disk = mountSmallDisk(folder, 64)
  const node = await createNode('server', folder, { PATH: process.env['PATH'], ...SETTINGS })
  await node.start()
  const loadedSite = { url: node.url, nodes: [node], dataLocation: folder }
  const criteria = await fillRepeatedly(loadedSite, disk, { rounds, site: { dataDir: folder, databaseUrl: undefined } })
  await node.stop()
  const outbox = join(folder, 'outbox')
  const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
  const cut = mails.filter((mail) => !mail.trimEnd().endsWith('--'))
  return [...criteria, none(`truncated emails of ${mails.length} in the outbox`, cut)].map((one) => ({
    ...one,
    what: `on SQLite: ${one.what}`,
  }))
}

/** The nodes' own files are on another disk. */
async function onPostgres(folder: string, rounds: number) {
  const disk = mountSmallDisk(join(folder, 'postgres'), 512)
  const cluster = await startCluster({ folder, environment: SETTINGS })
  const site = { dataDir: disk.folder, databaseUrl: cluster.postgres.url }
  const end = new AbortController()
  void keepAlive(cluster.postgres, end.signal)
  const criteria = await fillRepeatedly(cluster, disk, {
    rounds,
    site,
    exhaust: () => exhaustWriteAheadLog(cluster.postgres),
  })
  end.abort()
  await cluster.stop()
  return criteria.map((one) => ({ ...one, what: `on PostgreSQL: ${one.what}` }))
}

/** Restarts PostgreSQL whenever it exits, as systemd would. */
async function keepAlive(postgres: ManagedProcess, end: AbortSignal) {
  while (!end.aborted) {
    await postgres.waitForExit()
    if (!end.aborted) await postgres.start().catch(() => {})
  }
}

/** Writes to PostgreSQL's write-ahead log until it is full. PostgreSQL then exits, and cannot start without space. */
async function exhaustWriteAheadLog({ url }: ManagedProcess): Promise<never> {
  for (;;) await query(url, "select pg_logical_emit_message(false, 'drill', repeat('x', 1000000))")
}

interface FillOptions {
  rounds: number
  site: Site
  /** Uses up the space that the database has reserved. */
  exhaust?: () => Promise<never>
}

async function fillRepeatedly(loadedSite: LoadedSite, disk: Disk, options: FillOptions): Promise<Criterion[]> {
  const { rounds, site, exhaust } = options
  const { url, nodes } = loadedSite
  const load = await startLoad(loadedSite)
  const [person] = (await signUp(url, 1, createCallLog())) as [Person]
  const findRestarted = await watchForRestarts(nodes)
  const observed: Observations = { refused: 0, read: 0, unexpected: [], backups: [] }
  // Without space PostgreSQL may exit or refuse connections.
  const allowed = site.databaseUrl === undefined ? [200] : [200, 503]
  const recoveries: (number | undefined)[] = []
  for (let round = 0; round < rounds; round++) {
    await sleep(2_000)
    // Their emails are still in the queue when the disk is full.
    await signUp(url, 2, createCallLog())
    disk.fill()
    if (round % 2 === 1) await exhaust?.().catch(() => {})
    await callWhileFull(nodes, { person, disk, observed, allowed })
    observed.backups.push(...(await findBackupFaults(site)))
    disk.free()
    recoveries.push(...(await Promise.all(nodes.map(({ url }) => waitUntilWritable(url, person)))))
  }
  const restarted = await findRestarted()
  const criteria = await load.finish()
  const wrong = (await verify(site)).flatMap(({ what, wrong }) => (wrong > 0 ? `${what}: ${wrong}` : []))
  return [
    atLeast(
      `writes refused with 503 and Retry-After, while the disk was full ${rounds} times`,
      observed.refused,
      10 * rounds,
    ),
    atLeast('successful reads meanwhile', observed.read, 10),
    none('other replies', observed.unexpected),
    none('nodes that exited', restarted),
    none('backups that did not fail with one sentence, or left a file', observed.backups),
    inTime('from free space to a write at each node', slowest(recoveries), MAX_RECOVERY_MS),
    ...criteria,
    none('faults found by npm run verify', wrong),
  ]
}

interface Observations {
  refused: number
  read: number
  unexpected: string[]
  backups: string[]
}

interface CallOptions {
  person: Person
  disk: Disk
  observed: Observations
  /** Statuses that a request which needs no space may get. */
  allowed: number[]
}

/** Calls until each node has refused some writes. The first ones may still fit into space that the database has reserved. */
async function callWhileFull(nodes: readonly ManagedProcess[], options: CallOptions) {
  const { disk, observed } = options
  const enough = observed.refused + 10 * nodes.length
  const end = Date.now() + MAX_FULL_MS
  for (; observed.refused < enough && Date.now() < end; await sleep(CALL_INTERVAL_MS)) {
    disk.fill()
    await Promise.all(nodes.map((node) => callNode(node, options)))
  }
}

async function callNode(node: ManagedProcess, { person, observed, allowed }: CallOptions) {
  const { token } = person
  const check = (what: string, status: number | undefined, expected: number[]) => {
    if (status === undefined || !expected.includes(status)) observed.unexpected.push(`${what} → ${status}`)
  }
  const write = await callOnce(node.url, { path: '/time-entries', body: createMinuteEntry(person), token })
  if (write.status === 503 && write.retryAfter !== null) observed.refused += 1
  else check('POST', write.status, [201])
  const read = await callOnce(node.url, { path: '/time-entries?limit=20', token })
  if (read.status === 200) observed.read += 1
  check('GET', read.status, allowed)
  check('/ready', await readHealth(node, '/ready'), allowed)
  check('/health', await readHealth(node, '/health'), [200])
}

/** A backup onto a full disk must fail with one sentence and leave no file. */
async function findBackupFaults(site: Site) {
  const refusal = await backup(site).then(
    ({ file }) => `${file} was written`,
    (error: Error) => (error instanceof StartError ? undefined : `${error.name}: ${error.message}`),
  )
  const folder = join(site.dataDir, 'backups')
  const left = existsSync(folder) ? readdirSync(folder) : []
  return [...(refusal === undefined ? [] : [refusal]), ...left]
}

if (import.meta.main) {
  const [folder = '', word] = process.argv.slice(2)
  const rounds = word === 'full' ? 10 : 2
  const criteria = [...(await onSqlite(join(folder, 'sqlite'), rounds)), ...(await onPostgres(folder, rounds))]
  process.send?.(criteria, () => process.exit())
}
