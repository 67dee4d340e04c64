import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { MINUTE_MS } from '#core/time/units.ts'
import { dumpDatabase, type Tallies } from '#server/operations/dump-database.ts'
import { collectTallies } from '#server/operations/archive.ts'
import { openExistingDatabase, type Site, withDatabase, withSnapshot } from '#server/operations/site-database.ts'
import { verify } from '#server/operations/verify.ts'
import { startS3Server } from '#server/testing/s3-server.ts'
import { signUp } from '#server/testing/server-process.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'
import { ROOT } from '../scripts/run.ts'
import { createTemporaryFolder, removeFolder } from '../scripts/topology/managed-process.ts'
import { createNode } from '../scripts/topology/start-nodes.ts'
import { startPostgres } from '../scripts/topology/postgres.ts'
import { atLeast, type Criterion, inTime, none } from './support/criteria.ts'
import { query } from './support/database.ts'
import { measureTime } from './support/nodes.ts'
import type { Engine } from './support/site.ts'

const MAX_RESTORE_MS = 60_000
const BACKUP_KEY = 'quiet river, 42 long walks'
/** It changes with each backup. */
const TABLE_OF_SCHEDULE = 'backup_schedule'

/**
 * Users work, and the server makes scheduled and encrypted backups in a folder and an S3 storage. Then it is killed, and
 * both copies are restored in other places: on SQLite and on PostgreSQL.
 */
export async function drill({ full }: { full: boolean }) {
  const criteria: Criterion[] = []
  for (const engine of ['sqlite', 'postgres'] as const) {
    const ofEngine = await onEngine(engine, full ? { users: 50, rounds: 100 } : { users: 8, rounds: 20 })
    criteria.push(...ofEngine.map((one) => ({ ...one, what: `on ${engine}: ${one.what}` })))
  }
  return criteria
}

interface Work {
  users: number
  /** Focus sessions of each user. */
  rounds: number
}

async function onEngine(engine: Engine, work: Work) {
  const folder = createTemporaryFolder('ritmo-restore-')
  const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
  if (engine === 'postgres' && postgres === undefined)
    throw new Error('PostgreSQL is missing: install the Debian package "postgresql".')
  const s3 = await startS3Server()
  try {
    return await backUpAndRestore({ folder, postgresUrl: postgres?.url, s3Settings: s3.settings }, work)
  } finally {
    await s3.stop()
    await postgres?.stop()
    removeFolder(folder)
  }
}

interface Place {
  folder: string
  postgresUrl: string | undefined
  s3Settings: Record<string, string>
}

async function backUpAndRestore({ folder, postgresUrl, s3Settings }: Place, work: Work) {
  const createSite = async (name: string): Promise<Site> => {
    const dataDir = join(folder, name)
    mkdirSync(dataDir)
    if (postgresUrl === undefined) return { dataDir, databaseUrl: undefined }
    await query(postgresUrl, `create database ${name}`)
    return { dataDir, databaseUrl: postgresUrl.replace(/[^/]+$/, name) }
  }
  const backups = join(folder, 'backups')
  const settings = { BACKUP_EVERY: '4s', BACKUP_KEEP: '2', BACKUP_FOLDER: backups, BACKUP_KEY, ...s3Settings }
  const site = await createSite('site')
  const node = await createNode('server', site.dataDir, { ...toSettings(site), ...settings })
  await node.start()
  const users = await Promise.all(Array.from({ length: work.users }, (_, index) => signUp(node.url, index)))
  await Promise.all(users.map((user) => trackTime(user, work.rounds)))
  const replies = await readReplies(node.url, users)
  await waitForBackup(node.url, Date.now())
  await node.crash()
  const expected = await tallySite(site)

  const criteria = [
    atLeast('entries in the backup', expected['time_entries']?.rows ?? 0, work.users * work.rounds),
    atLeast('running timers in the backup', (await openRuns(site)).length, work.users),
    none(
      'backups that are not encrypted, or kept beyond the limit',
      readdirSync(backups).filter((name, index) => !name.endsWith('.gz.enc') || index >= 2),
    ),
  ]
  const newest = readdirSync(backups).toSorted().at(-1) ?? ''
  const sources = { folder: join(backups, newest), storage: 's3:latest' }
  for (const [name, source] of Object.entries(sources)) {
    const target = await createSite(`from_${name}`)
    const restored = await restoreElsewhere({ target, source, settings: s3Settings, users, replies, expected })
    criteria.push(...restored.map((one) => ({ ...one, what: `from the ${name}: ${one.what}` })))
  }
  return criteria
}

const toSettings = ({ databaseUrl }: Site) => ({
  PATH: process.env['PATH'],
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
})

type User = Awaited<ReturnType<typeof signUp>>

/** Tracks some minutes, and leaves the timer running. */
async function trackTime(user: User, rounds: number) {
  const clock = { now: Date.now() - (rounds + 1) * 2 * MINUTE_MS }
  const device = createTimerDevice(user, clock)
  for (let round = 0; round < rounds; round += 1) {
    device.start(user.project)
    clock.now += MINUTE_MS
    device.act({ type: 'stop', save: true })
    await device.send()
    clock.now += MINUTE_MS
  }
  clock.now = Date.now()
  await device.send([device.start(user.project)])
}

/** Reads the entries, totals and running timer that each user sees. */
const readReplies = (url: string, users: User[]) =>
  Promise.all(
    users.map(async (user) => {
      const year = new Date().getUTCFullYear()
      const report = `/reports/summary?group=project&from=${year - 1}-01-01&to=${year}-12-31&zone=UTC`
      const paths = ['/time-entries', report, '/timer']
      return Promise.all(paths.map(async (path) => withoutClock((await user.get(path, url)).json())))
    }),
  )

/** The current time is part of a reply about a running timer. */
const withoutClock = (reply: unknown) =>
  JSON.parse(JSON.stringify(reply), (name, value: unknown) =>
    /^(now|serverTime|remaining.*|elapsed.*)$/.test(name) ? 0 : value,
  ) as unknown

async function waitForBackup(url: string, after: number) {
  const name = 'ritmo_backup_last_success_timestamp_seconds'
  for (const deadline = Date.now() + MAX_RESTORE_MS; Date.now() < deadline; await sleep(200)) {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    if (Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]) * 1_000 > after) return
  }
  throw new Error('No scheduled backup was made')
}

const tallySite = (site: Site) =>
  withDatabase(openExistingDatabase(site), (database) =>
    withSnapshot(database, async (db) => {
      const tallies: Tallies = {}
      for await (const _part of collectTallies(dumpDatabase(db, database.engine), tallies));
      return tallies
    }),
  )

const openRuns = (site: Site) =>
  withDatabase(openExistingDatabase(site), ({ db }) =>
    db.selectFrom('timer_runs').select('id').where('ended_at', 'is', null).execute(),
  )

interface Restoration {
  target: Site
  source: string
  settings: Record<string, string>
  users: User[]
  replies: unknown[]
  expected: Tallies
}

async function restoreElsewhere({ target, source, settings, users, replies, expected }: Restoration) {
  const environment = { ...toSettings(target), DATA_DIR: target.dataDir, ...settings }
  const wrongKey = await operate({ ...environment, BACKUP_KEY: `${BACKUP_KEY}!` }, 'restore', source)
  const outcome: { failure: string } = { failure: '' }
  const took = await measureTime(async () => {
    outcome.failure = (await operate({ ...environment, BACKUP_KEY }, 'restore', source)) ?? ''
  })
  const tallies = await tallySite(target)
  const faults = (await verify(target)).filter(({ wrong }) => wrong > 0)
  const node = await createNode('restored', target.dataDir, { ...toSettings(target), BACKUP_EVERY: 'off' })
  await node.start()
  const restored = await readReplies(node.url, users)
  await node.stop()
  const tables = Object.keys(expected).filter((table) => table !== TABLE_OF_SCHEDULE)
  return [
    none(
      'refusal of another key that is not one sentence',
      /^BACKUP_KEY is not the key [^\n]+\.\n$/.test(wrongKey ?? '') ? [] : [wrongKey],
    ),
    none('failure of the restore', outcome.failure === '' ? [] : [outcome.failure]),
    inTime('restored', took, MAX_RESTORE_MS),
    none(
      'tables with other rows or hashes',
      tables.filter((table) => !isDeepStrictEqual(tallies[table], expected[table])),
    ),
    none('checks of verify that fail', faults),
    none(
      'users whose entries, totals or timer differ',
      restored.filter((reply, index) => !isDeepStrictEqual(reply, replies[index])),
    ),
  ]
}

/** Runs a command as an operator does. Returns its complaint; undefined if it succeeded. */
const operate = (env: NodeJS.ProcessEnv, ...words: string[]) =>
  new Promise<string | undefined>((resolve) => {
    execFile(process.execPath, [join(ROOT, 'scripts/operate.ts'), ...words], { env }, (error, _stdout, stderr) =>
      resolve(error === null ? undefined : stderr),
    )
  })
