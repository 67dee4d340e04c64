import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#server/config.ts'
import { backup } from '#server/operations/backup.ts'
import type { Site } from '#server/operations/site-database.ts'
import { verify } from '#server/operations/verify.ts'
import { createNode, type ManagedProcess, startCluster } from '../scripts/topology/start-cluster.ts'
import { callOnce, createCallLog } from './support/calls.ts'
import { atLeast, type Criterion, inTime, none, slowest } from './support/criteria.ts'
import { query } from './support/database.ts'
import { type LoadedSite, startLoad } from './support/load.ts'
import { readStartTimes, readHealth } from './support/nodes.ts'
import { type Person, signUp } from './support/people.ts'
import { runInPrivateMounts, mountSmallDisk } from './support/small-disk.ts'
import { createMinuteEntry, waitUntilWritable } from './support/users-at-work.ts'

const CALL_INTERVAL_MS = 200
const MAX_FULL_MS = 30_000
const MAX_RECOVERY_MS = 10_000
const SETTINGS = { RATE_LIMITS: 'off', LOG_LEVEL: 'info' }

/** Fills the disk that the data lie on while people work, and makes room again: on SQLite, then on PostgreSQL. */
export const drill = ({ full }: { full: boolean }) => runInPrivateMounts(import.meta.filename, full ? ['full'] : [])

type Disk = ReturnType<typeof mountSmallDisk>

/** Its log lies on the same disk, as does the outbox with its mail. */
async function onSqlite(folder: string, rounds: number) {
  const disk = mountSmallDisk(folder, 64)
  const node = await createNode('server', folder, { PATH: process.env['PATH'], ...SETTINGS })
  await node.start()
  const ground = { url: node.url, nodes: [node], data: folder }
  const criteria = await fillRepeatedly(ground, disk, { rounds, site: { dataDir: folder, databaseUrl: undefined } })
  await node.stop()
  const outbox = join(folder, 'outbox')
  const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
  const cut = mails.filter((mail) => !mail.trimEnd().endsWith('--'))
  return [...criteria, none(`of ${mails.length} mails in the outbox, cut off`, cut)].map((one) => ({
    ...one,
    what: `on SQLite: ${one.what}`,
  }))
}

/** The servers' own files lie elsewhere. */
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

/** Whatever watches over PostgreSQL starts it again when it has ended. */
async function keepAlive(part: ManagedProcess, end: AbortSignal) {
  while (!end.aborted) {
    await part.waitForExit()
    if (!end.aborted) await part.start().catch(() => {})
  }
}

/** Fails once it cannot go on with its log of changes: then it ends, and comes back only when there is room. */
async function exhaustWriteAheadLog({ url }: ManagedProcess): Promise<never> {
  for (;;) await query(url, "select pg_logical_emit_message(false, 'drill', repeat('x', 1000000))")
}

interface FillOptions {
  rounds: number
  site: Site
  /** Uses up what the database has set aside for itself. */
  exhaust?: () => Promise<never>
}

async function fillRepeatedly(
  ground: LoadedSite,
  disk: Disk,
  { rounds, site, exhaust }: FillOptions,
): Promise<Criterion[]> {
  const { nodes } = ground
  const load = await startLoad(ground)
  const [person] = (await signUp(ground.url, 1, createCallLog())) as [Person]
  const births = await readStartTimes(nodes)
  const seen: Observations = { refused: 0, read: 0, unexpected: [], backups: [] }
  // Without room PostgreSQL may end itself, or let nobody in.
  const fit = site.databaseUrl === undefined ? [200] : [200, 503]
  const recoveries: (number | undefined)[] = []
  for (let round = 0; round < rounds; round++) {
    await sleep(2_000)
    // Their mail is still to be sent.
    await signUp(ground.url, 2, createCallLog())
    disk.fill()
    if (round % 2 === 1) await exhaust?.().catch(() => {})
    await callWhileFull(nodes, { person, disk, observed: seen, allowed: fit })
    seen.backups.push(...(await findBackupFaults(site)))
    disk.free()
    recoveries.push(...(await Promise.all(nodes.map(({ url }) => waitUntilWritable(url, person)))))
  }
  const reborn = (await readStartTimes(nodes)).filter((birth, index) => birth !== births[index])
  const judged = await load.finish()
  const wrong = (await verify(site)).flatMap(({ what, wrong }) => (wrong > 0 ? `${what}: ${wrong}` : []))
  return [
    atLeast(
      `writes refused with 503 and a time to come back, while the disk was full ${rounds} times`,
      seen.refused,
      10 * rounds,
    ),
    atLeast('reads meanwhile', seen.read, 10),
    none('answered otherwise', seen.unexpected),
    none('servers that ended', reborn),
    none('backups that were not refused with one sentence, or left something behind', seen.backups),
    inTime('from room on the disk to a write at each server', slowest(recoveries), MAX_RECOVERY_MS),
    ...judged,
    none('what a look through all data finds wrong', wrong),
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
  /** How that is answered which needs no room. */
  allowed: number[]
}

/** Until each server has refused to write some times: it may have room left in what it has taken already. */
async function callWhileFull(nodes: readonly ManagedProcess[], asking: CallOptions) {
  const { disk, observed: seen } = asking
  const enough = seen.refused + 10 * nodes.length
  for (const end = Date.now() + MAX_FULL_MS; seen.refused < enough && Date.now() < end; await sleep(CALL_INTERVAL_MS)) {
    disk.fill()
    await Promise.all(nodes.map((node) => callNode(node, asking)))
  }
}

async function callNode(node: ManagedProcess, { person, observed: seen, allowed: fit }: CallOptions) {
  const { token } = person
  const note = (what: string, status: number | undefined, fit: number[]) => {
    if (status === undefined || !fit.includes(status)) seen.unexpected.push(`${what} → ${status}`)
  }
  const write = await callOnce(node.url, { path: '/time-entries', body: createMinuteEntry(person), token })
  if (write.status === 503 && write.retryAfter !== null) seen.refused += 1
  else note('POST', write.status, [201])
  const read = await callOnce(node.url, { path: '/time-entries?limit=20', token })
  if (read.status === 200) seen.read += 1
  note('GET', read.status, fit)
  note('/ready', await readHealth(node, '/ready'), fit)
  note('/health', await readHealth(node, '/health'), [200])
}

/** What is wrong with a backup onto a full disk. */
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
