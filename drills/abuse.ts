import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ATTACKS, FOUND_ATTACKS } from './support/attacks/all-attacks.ts'
import type { CountsByStatus } from './support/attacks/attack.ts'
import { addExpensiveData, type ExpensiveData } from './support/attacks/expensive-data.ts'
import type { Order } from './support/attacks/attacker.ts'
import { atLeast, atMost, type Criterion, inTime, none, p99 } from './support/criteria.ts'
import { readPeakMb, resetPeak, type Site, withEachEngine } from './support/site.ts'

const MAX_SLOWDOWN = 5
const MAX_MEMORY_MB = 400
const ASK_EVERY_MS = 25
const IDLE_MS = 10_000
const ATTACK_MS = 60_000
/** The server keeps collected memory for a while. */
const REST_MS = 3_000
const DEFAULT_LIMITS = ''
const REFUSALS = [408, 413, 429, 503]

type Times = Record<'GET /projects' | '/health', number[]>

/** One account attacks for a minute in each known way, while other users ask for their projects. */
export const drill = ({ full }: { full: boolean }) =>
  withEachEngine(async (site) => {
    const attackers = await prepareAttackers(
      site,
      ATTACKS.filter(({ name }) => full || FOUND_ATTACKS.includes(name)),
    )
    const bystanders = site.tokens.slice(-500)
    const askFor = (milliseconds: number) => askRepeatedly(site, bystanders, milliseconds)
    await askFor(IDLE_MS / 2)
    const idle = await askFor(IDLE_MS)
    const { child } = site.server
    const criteria: Criterion[] = []
    for (const { name, tokens } of attackers) {
      resetPeak(child.pid!)
      const running = tokens.map((token) => startAttacker({ name, url: site.url, token }))
      const times = await askFor(ATTACK_MS)
      const counts = await Promise.all(running.map(({ end }) => end()))
      criteria.push(...judge(name, { times, idle, counts, memoryMb: readPeakMb(child.pid!) }))
      if (child.exitCode !== null || child.signalCode !== null) break
      await sleep(REST_MS)
    }
    return [...criteria, none('servers that exited', child.exitCode === null ? [] : [child.pid])]
  }, DEFAULT_LIMITS)

interface Outcome {
  times: Times
  idle: Times
  counts: CountsByStatus[]
  memoryMb: number
}

function judge(name: string, { times, idle, counts, memoryMb }: Outcome): Criterion[] {
  const answers = counts.flatMap((one) => Object.entries(one)).map(([status, count]) => `${count} × ${status}`)
  const refused = counts.reduce((sum, one) => sum + REFUSALS.reduce((sum, status) => sum + (one[status] ?? 0), 0), 0)
  return [
    ...(['GET /projects', '/health'] as const).map((what) =>
      inTime(`${name}: p99 of ${what} of others`, p99(times[what]), MAX_SLOWDOWN * (p99(idle[what]) ?? 0)),
    ),
    atMost(`${name}: megabytes of the server`, Math.round(memoryMb), MAX_MEMORY_MB),
    atLeast(`${name}: refusals (${answers.join(', ')})`, refused, 1),
  ]
}

/** Every attack gets accounts of its own, because the limits of an account outlast an attack. */
async function prepareAttackers(site: Site, attacks: typeof ATTACKS) {
  const owners = new Map<ExpensiveData, number>()
  let last = 0
  const prepared = []
  for (const { name, data, accounts = 1 } of attacks) {
    const users = Array.from({ length: accounts }, () => (last += 1))
    if (data !== undefined && !owners.has(data)) {
      owners.set(data, users[0]!)
      await addExpensiveData(site, users[0]!, data)
    }
    const attackers = data === undefined ? users : [owners.get(data)!]
    prepared.push({ name, tokens: attackers.map((user) => site.tokens[user]!) })
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
  const times: Times = { 'GET /projects': [], '/health': [] }
  let asked = 0
  const ask = async (what: keyof Times, path: string) => {
    for (const end = performance.now() + milliseconds; performance.now() < end;) {
      const begin = performance.now()
      await get(`${url}${path}`, tokens[asked++ % tokens.length]!)
      times[what].push(performance.now() - begin)
      await sleep(ASK_EVERY_MS)
    }
  }
  await Promise.all([ask('GET /projects', '/api/projects'), ask('/health', '/health')])
  return times
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
