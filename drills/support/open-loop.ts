import { Agent, request } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type SendCall, createUserActions, type Worker } from './user-actions.ts'

/** Calls that come at their times, whether or not the earlier ones were answered. */
export interface OpenLoad {
  port: number
  perSecond: number
  milliseconds: number
  /** For this long before, calls are made that do not count: connections are opened, and what is run often is compiled. */
  leadMs?: number
  /** People at work, or people who sign in. */
  from: { workers: readonly Worker[] } | { accounts: readonly { email: string; password: string }[] }
}

export interface OpenLoadResult {
  offered: number
  /** By status; `cut`: the connection broke, `hung`: there was no answer in time. */
  answers: Record<string, number>
  /** Milliseconds from the time at which a call was due until its answer was there, of those that succeeded. */
  times: number[]
  /** What nobody should be told: neither success nor 503 with a time to come back. */
  wrongAnswers: string[]
  /** How late the calls were sent: the fault of this program, not of the server. */
  lateness: number[]
}

const CALL_TIMEOUT_MS = 30_000

/** Each has the few connections that a browser has, and what does not fit waits in it. */
const agents = new Map<string, Agent>()
function findAgent(name: string) {
  const agent = agents.get(name) ?? new Agent({ keepAlive: true, maxSockets: 6 })
  agents.set(name, agent)
  return agent
}

async function runLoad({ port, perSecond, milliseconds, leadMs = 0, from }: OpenLoad): Promise<OpenLoadResult> {
  const [lead, heard] = [createResult(), createResult()]
  let dueAt = performance.now()
  const begin = dueAt + leadMs
  const hears = () => (dueAt < begin ? lead : heard)
  const ask: SendCall = (call) => sendTimed(port, call, dueAt, hears())
  const play = 'workers' in from ? createUserActions(from.workers, ask) : createSignIns(from.accounts, ask)
  const underWay = new Set<Promise<void>>()
  for (const end = begin + milliseconds; dueAt < end; dueAt -= Math.log(1 - Math.random()) * (1_000 / perSecond)) {
    const wait = dueAt - performance.now()
    await (wait > 0 ? sleep(wait) : nextTurn())
    hears().lateness.push(performance.now() - dueAt)
    hears().offered += 1
    // What became of it is in what was heard; the answers of a whole day would not fit into memory.
    const over = () => void underWay.delete(answered)
    const answered = play().then(over, over)
    underWay.add(answered)
  }
  await Promise.all(underWay)
  return heard
}

const createResult = (): OpenLoadResult => ({ offered: 0, answers: {}, times: [], wrongAnswers: [], lateness: [] })

const createSignIns = (accounts: readonly object[], ask: SendCall) => () =>
  ask({ method: 'POST', path: '/users/login', body: accounts[Math.floor(Math.random() * accounts.length)]! })

async function sendTimed(port: number, call: Parameters<SendCall>[0], dueAt: number, heard: OpenLoadResult) {
  const { status, retryAfter, text } = await send(port, call)
  const isSuccess = status === '200' || status === '201'
  if (isSuccess) heard.times.push(performance.now() - dueAt)
  heard.answers[status] = (heard.answers[status] ?? 0) + 1
  if (!isSuccess && !(status === '503' && retryAfter !== undefined))
    heard.wrongAnswers.push(`${call.method ?? 'GET'} ${call.path} → ${status} ${text.slice(0, 200)}`)
  if (!isSuccess) throw new Error(status)
  return JSON.parse(text) as { data: never }
}

interface Answer {
  status: string
  retryAfter?: string | undefined
  text: string
}

function send(port: number, { method = 'GET', path, token, body }: Parameters<SendCall>[0]) {
  const content = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(content && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
  }
  const agent = findAgent(token ?? content)
  return new Promise<Answer>((resolve) => {
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS)
    const fail = () => resolve({ status: signal.aborted ? 'hung' : 'cut', text: '' })
    const asked = request({ agent, port, host: '127.0.0.1', method, path: `/api${path}`, headers, signal }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part)).on('error', fail)
      reply.on('end', () =>
        resolve({
          status: String(reply.statusCode),
          retryAfter: reply.headers['retry-after'],
          text: Buffer.concat(parts).toString(),
        }),
      )
    })
    asked.on('error', fail).end(content)
  })
}

process.on('message', (job: OpenLoad) => void runLoad(job).then((heard) => process.send?.(heard)))
process.on('disconnect', () => process.exit())
