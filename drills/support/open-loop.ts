import { Agent, request } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { createUserActions, type SendCall, type Worker } from './user-actions.ts'

/** A load whose requests are sent at random moments at a fixed rate, whether or not earlier ones were answered. */
export interface OpenLoad {
  port: number
  perSecond: number
  milliseconds: number
  /** Requests in this time before the measurement do not count, because they open connections and warm up the JIT. */
  leadMs?: number
  /** Users at work, or users who sign in. */
  from: { workers: readonly Worker[] } | { accounts: readonly { email: string; password: string }[] }
}

export interface OpenLoadResult {
  offered: number
  /** Number of replies by status; `cut` if the connection broke, `hung` if there was no reply in time. */
  answers: Record<string, number>
  /** Milliseconds from the moment a request was due to its reply, of successful requests. */
  times: number[]
  /** Replies that are neither a success nor 503 with Retry-After. */
  wrongAnswers: string[]
  /** How late this program sent the requests, which is not the server's fault. */
  lateness: number[]
}

const CALL_TIMEOUT_MS = 30_000

/** Each user has as many connections as a browser opens. */
const agents = new Map<string, Agent>()
function findAgent(name: string) {
  const agent = agents.get(name) ?? new Agent({ keepAlive: true, maxSockets: 6 })
  agents.set(name, agent)
  return agent
}

async function runLoad({ port, perSecond, milliseconds, leadMs = 0, from }: OpenLoad): Promise<OpenLoadResult> {
  const [warmUpResult, measuredResult] = [createResult(), createResult()]
  let dueAt = performance.now()
  const begin = dueAt + leadMs
  const currentResult = () => (dueAt < begin ? warmUpResult : measuredResult)
  const sendCall: SendCall = (call) => sendTimed(port, call, dueAt, currentResult())
  const act = 'workers' in from ? createUserActions(from.workers, sendCall) : createSignIns(from.accounts, sendCall)
  const underWay = new Set<Promise<void>>()
  for (const end = begin + milliseconds; dueAt < end; dueAt -= Math.log(1 - Math.random()) * (1_000 / perSecond)) {
    const wait = dueAt - performance.now()
    await (wait > 0 ? sleep(wait) : nextTurn())
    currentResult().lateness.push(performance.now() - dueAt)
    currentResult().offered += 1
    // The outcome is in the result. Finished promises are dropped, because those of a whole day would fill the memory.
    const drop = () => void underWay.delete(answered)
    const answered = act().then(drop, drop)
    underWay.add(answered)
  }
  await Promise.all(underWay)
  return measuredResult
}

const createResult = (): OpenLoadResult => ({ offered: 0, answers: {}, times: [], wrongAnswers: [], lateness: [] })

const createSignIns = (accounts: readonly object[], sendCall: SendCall) => () =>
  sendCall({ method: 'POST', path: '/users/login', body: accounts[Math.floor(Math.random() * accounts.length)]! })

async function sendTimed(port: number, call: Parameters<SendCall>[0], dueAt: number, result: OpenLoadResult) {
  const { status, retryAfter, text } = await send(port, call)
  const isSuccess = status === '200' || status === '201'
  if (isSuccess) result.times.push(performance.now() - dueAt)
  result.answers[status] = (result.answers[status] ?? 0) + 1
  if (!isSuccess && !(status === '503' && retryAfter !== undefined))
    result.wrongAnswers.push(`${call.method ?? 'GET'} ${call.path} → ${status} ${text.slice(0, 200)}`)
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
    const sent = request({ agent, port, host: '127.0.0.1', method, path: `/api${path}`, headers, signal }, (reply) => {
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
    sent.on('error', fail).end(content)
  })
}

process.on('message', (job: OpenLoad) => void runLoad(job).then((result) => process.send?.(result)))
process.on('disconnect', () => process.exit())
