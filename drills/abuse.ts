import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ATTACKS, FOUND_ATTACKS } from './support/attacks/all-attacks.ts'
import type { CountsByStatus } from './support/attacks/attack.ts'
import { addExpensiveData } from './support/attacks/expensive-data.ts'
import type { Order } from './support/attacks/attacker.ts'
import { atLeast, atMost, type Criterion, inTime, none, p99 } from './support/criteria.ts'
import { readPeakMb, resetPeak, type Site, withEachEngine } from './support/site.ts'
import { watchStolenTime } from './support/attacks/stolen-time.ts'

const MAX_SLOWDOWN = 5
const MAX_MEMORY_MB = 400
const ASK_EVERY_MS = 25
const IDLE_MS = 5_000
const ATTACK_MS = 60_000
/** Of about two thousand requests. With fewer, the host was too busy for a measurement. */
const MIN_REQUESTS = 200
/** The server keeps collected memory for a while. */
const REST_MS = 3_000
const DEFAULT_LIMITS = ''
const REFUSALS = [408, 413, 429, 503]
/** Runs only the attacks whose names contain this. */
const CHOSEN = process.env['ABUSE_ATTACKS']

const KINDS = ['GET /projects', '/health'] as const
interface Durations {
  /** Of the requests that began while the host ran this machine. */
  measured: number[]
  all: number[]
}
type Times = Record<(typeof KINDS)[number], Durations>

/** One account attacks for a minute in each known way, while other users ask for their projects. */
export const drill = ({ full }: { full: boolean }) =>
  withEachEngine(async (site) => {
    const attackers = await prepareAttackers(
      site,
      ATTACKS.filter(({ name }) =>
        CHOSEN === undefined ? full || FOUND_ATTACKS.includes(name) : name.includes(CHOSEN),
      ),
    )
    const bystanders = site.tokens.slice(-500)
    const askFor = (milliseconds: number) => askRepeatedly(site, bystanders, milliseconds)
    await askFor(IDLE_MS)
    const { child } = site.server
    const idle: Times[] = []
    const outcomes: Outcome[] = []
    for (const { name, tokens } of attackers) {
      // The host is not equally fast all the time, so the idle server is measured before each attack.
      idle.push(await askFor(IDLE_MS))
      resetPeak(child.pid!)
      const running = tokens.map((token) => startAttacker({ name, url: site.url, token }))
      const times = await askFor(ATTACK_MS)
      const counts = await Promise.all(running.map(({ end }) => end()))
      outcomes.push({ name, times, counts, memoryMb: readPeakMb(child.pid!) })
      if (child.exitCode !== null || child.signalCode !== null) break
      await sleep(REST_MS)
    }
    const criteria = outcomes.flatMap((outcome) => judge(outcome, idle))
    return [...criteria, none('servers that exited', child.exitCode === null ? [] : [child.pid])]
  }, DEFAULT_LIMITS)

interface Outcome {
  name: string
  times: Times
  counts: CountsByStatus[]
  memoryMb: number
}

function judge({ name, times, counts, memoryMb }: Outcome, idle: readonly Times[]): Criterion[] {
  const answers = counts.flatMap((one) => Object.entries(one)).map(([status, count]) => `${count} × ${status}`)
  const refused = counts.reduce((sum, one) => sum + REFUSALS.reduce((sum, status) => sum + (one[status] ?? 0), 0), 0)
  return [
    ...KINDS.map((kind) => {
      const { measured, all } = times[kind]
      const idleP99 = p99(idle.flatMap((times) => times[kind].measured)) ?? 0
      const ofAll = `${p99(all)?.toFixed(0)} ms of all ${all.length} requests`
      return inTime(`${name}: p99 of ${kind} of others (${ofAll})`, p99(measured), MAX_SLOWDOWN * idleP99)
    }),
    atLeast(`${name}: measured requests`, Math.min(...KINDS.map((kind) => times[kind].measured.length)), MIN_REQUESTS),
    atMost(`${name}: megabytes of the server`, Math.round(memoryMb), MAX_MEMORY_MB),
    atLeast(`${name}: refusals (${answers.join(', ')})`, refused, 1),
  ]
}

/** Every attack gets accounts and data of its own, because the limits of an account outlast an attack. */
async function prepareAttackers(site: Site, attacks: typeof ATTACKS) {
  let last = 0
  const prepared = []
  for (const { name, data, accounts = 1 } of attacks) {
    const users = Array.from({ length: accounts }, () => (last += 1))
    if (data !== undefined) for (const user of users) await addExpensiveData(site, user, data)
    prepared.push({ name, tokens: users.map((user) => site.tokens[user]!) })
  }
  return prepared
}

function startAttacker(order: Order) {
  const child = fork(join(import.meta.dirname, 'support/attacks/attacker.ts'))
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.send(order)
  return {
    async end() {
      const reported = once(child, 'message')
      child.kill('SIGTERM')
      const [counts] = (await reported) as [CountsByStatus]
      process.off('exit', kill)
      return counts
    },
  }
}

/** Other users in turn, so that none of them reaches a limit. */
async function askRepeatedly({ url }: Site, tokens: readonly string[], milliseconds: number): Promise<Times> {
  const host = watchStolenTime()
  let asked = 0
  const ask = async (path: string): Promise<Durations> => {
    const requests: { begin: number; end: number }[] = []
    for (const end = performance.now() + milliseconds; performance.now() < end;) {
      const begin = performance.now()
      await get(`${url}${path}`, tokens[asked++ % tokens.length]!)
      requests.push({ begin, end: performance.now() })
      await sleep(ASK_EVERY_MS)
    }
    const durationOf = ({ begin, end }: (typeof requests)[number]) => end - begin
    return {
      measured: requests.filter(({ begin }) => !host.wasStolen(begin)).map(durationOf),
      all: requests.map(durationOf),
    }
  }
  const [projects, health] = await Promise.all([ask('/api/projects'), ask('/health')])
  host.stop()
  return { 'GET /projects': projects, '/health': health }
}

const get = (address: string, token: string) =>
  new Promise<void>((resolve, reject) => {
    const sent = request(address, { headers: { authorization: `Bearer ${token}` } }, (reply) => {
      reply.resume()
      reply.once('end', () =>
        reply.statusCode === 200 ? resolve() : reject(new Error(`${address}: ${reply.statusCode}`)),
      )
    })
    sent.once('error', reject)
    sent.end()
  })
