import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type connect, openSqlite } from '#server/db/connect.ts'
import { fillPostgres } from '../../bench/support/postgres-site.ts'
import { socketUrl } from '../../bench/support/processes.ts'
import { copySite, createAllSessions, idOf, JWT_SECRET } from '../../bench/support/site.ts'
import { startServer } from '../../e2e/support/server.ts'
import { startPostgres } from '../../scripts/topology/postgres.ts'
import type { Criterion } from './criteria.ts'
import type { OpenLoad, OpenLoadResult } from './open-loop.ts'

export type Engine = 'sqlite' | 'postgres'

/** A server as started by `npm start`, with a thousand users who have entries and sessions. */
export interface Site {
  url: string
  tokens: readonly string[]
  dataLocation: Parameters<typeof connect>[0]
  server: Awaited<ReturnType<typeof startServer>>
  /** Runs a load on it from another process. */
  runLoad: (offer: Omit<OpenLoad, 'port'>) => Promise<OpenLoadResult>
}

const ENTRIES = 90_000
/** Limits are still counted, but so high that all requests may come from one address. */
const HIGH_LIMITS = ['general', 'login', 'login-address', 'login-account', 'register', 'export', 'timer']
  .map((name) => `${name}=1000000/15m`)
  .join(',')

/** Runs a drill on a temporary site on each engine. */
export async function withEachEngine(work: (site: Site, engine: Engine) => Promise<Criterion[]>, rateLimits?: string) {
  const criteria: Criterion[] = []
  for (const engine of ['sqlite', 'postgres'] as const) {
    const ofEngine = await withSite(engine, (site) => work(site, engine), rateLimits)
    criteria.push(...ofEngine.map((one) => ({ ...one, what: `on ${engine}: ${one.what}` })))
  }
  return criteria
}

export async function withSite<Result>(
  engine: Engine,
  work: (site: Site) => Promise<Result>,
  rateLimits = HIGH_LIMITS,
) {
  const data = await (engine === 'sqlite' ? prepareSqlite() : preparePostgres())
  const server = await startServer({ ...data.settings, JWT_SECRET, RATE_LIMITS: rateLimits })
  const port = Number(new URL(server.url).port)
  try {
    return await work({
      url: server.url,
      tokens: data.tokens,
      dataLocation: data.place,
      server,
      runLoad: (offer) => runLoadProcess({ ...offer, port }),
    })
  } finally {
    await server.stop()
    await data.remove()
  }
}

async function runLoadProcess(offer: OpenLoad) {
  const child = fork(join(import.meta.dirname, 'open-loop.ts'))
  child.send(offer)
  const exited = once(child, 'exit').then(() => {
    throw new Error('The load generator has exited')
  })
  const [result] = await Promise.race([once(child, 'message'), exited])
  exited.catch(() => {})
  child.disconnect()
  return result as OpenLoadResult
}

async function prepareSqlite() {
  const { dataDir, remove } = await copySite('drill', ENTRIES)
  const database = openSqlite(join(dataDir, 'ritmo.db'))
  const tokens = await createAllSessions(database.db)
  await database.close()
  return { settings: { DATA_DIR: dataDir }, place: { dataDir, databaseUrl: undefined }, tokens, remove }
}

async function preparePostgres() {
  const postgres = await startPostgres({ isDurable: true })
  if (postgres === undefined) throw new Error('PostgreSQL is missing: install the Debian package "postgresql".')
  const tokens = await fillPostgres(postgres.url, ENTRIES)
  const place = { dataDir: '', databaseUrl: postgres.url }
  return { settings: { DATABASE_URL: postgres.url }, place, tokens, remove: () => postgres.stop() }
}

/** The first users of the site. */
export const listWorkers = ({ tokens }: Site, count: number) =>
  tokens.slice(0, count).map((token, user) => ({ token, user }))

/** Devices of the last users of the site. */
export const listDevices = ({ url, tokens }: Site, people: number, each: number) =>
  tokens.slice(-people).map((token, index) => ({
    token,
    project: idOf('project', tokens.length - people + index, 1),
    urls: Array<string>(each).fill(socketUrl(url)),
  }))

/** The resident memory of a process in MB. */
export const readResidentMb = (pid: number) => readMemoryMb(pid, 'VmRSS')

/** The peak of its resident memory since `resetPeak`, in MB. */
export const readPeakMb = (pid: number) => readMemoryMb(pid, 'VmHWM')

export const resetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

function readMemoryMb(pid: number, what: 'VmRSS' | 'VmHWM') {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]) / 1_024
}

/** The number of its open files and connections. */
export const countOpenFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length
