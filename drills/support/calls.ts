import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any answer may take. */
const CALL_TIMEOUT_MS = 15_000
const RETRY_TIMEOUT_MS = 90_000
/** What a client meets while something restarts, and answers by asking again. */
const TRANSIENT_STATUSES = [502, 503, 504]

/** Everything that was asked during a drill, and how it was answered. */
export interface CallLog {
  /** By status; `cut`: the connection broke, `hung`: there was no answer in time. */
  answers: Map<string, number>
  /** What no client should ever be told. */
  wrongAnswers: string[]
  /** How long every single answer took, refusals included. */
  slowestMs: number
  /** The most often that anything had to be sent until it was acknowledged. */
  maxAttempts: number
  /** Calls that were answered at the first attempt, and those that were not. */
  atOnce: number
  retriedCalls: number
}

export const createCallLog = (): CallLog => ({
  answers: new Map(),
  wrongAnswers: [],
  slowestMs: 0,
  maxAttempts: 0,
  atOnce: 0,
  retriedCalls: 0,
})

export interface ApiCall {
  path: string
  body?: object
  token?: string
  headers?: Record<string, string>
}

export interface Answer {
  /** Undefined: there was none. */
  status: number | undefined
  retryAfter: string | null
  data: never
}

/** One call, as it comes out. */
export async function callOnce(url: string, asked: ApiCall, log?: CallLog): Promise<Answer> {
  const startedAt = performance.now()
  const answer = await send(url, asked).catch((error: Error) => error)
  const took = performance.now() - startedAt
  const outcome = answer instanceof Error ? (answer.name === 'TimeoutError' ? 'hung' : 'cut') : String(answer.status)
  if (log !== undefined) logAnswer(log, asked, { outcome, took })
  return answer instanceof Error ? { status: undefined, retryAfter: null, data: undefined as never } : answer
}

async function send(url: string, { path, body, token = '', headers = {} }: ApiCall): Promise<Answer> {
  const reply = await fetch(`${url}/api${path}`, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  // The proxy's own refusals are pages.
  const data = reply.ok ? (JSON.parse(text) as { data: never }).data : (undefined as never)
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), data }
}

function logAnswer(log: CallLog, { path, body }: ApiCall, { outcome, took }: { outcome: string; took: number }) {
  log.answers.set(outcome, (log.answers.get(outcome) ?? 0) + 1)
  log.slowestMs = Math.max(log.slowestMs, took)
  const status = Number(outcome)
  if (status >= 300 && !TRANSIENT_STATUSES.includes(status))
    log.wrongAnswers.push(`${body ? 'POST' : 'GET'} ${path} → ${outcome}`)
}

/** Asks until there is an acknowledgement, always in the same words. */
export async function callUntilAcknowledged(url: string, asked: ApiCall, log: CallLog): Promise<never> {
  for (let [attempts, giveUpAt] = [1, Date.now() + RETRY_TIMEOUT_MS]; Date.now() < giveUpAt; attempts++) {
    const { status, data } = await callOnce(url, asked, log)
    if (status !== undefined && status < 300) {
      log.maxAttempts = Math.max(log.maxAttempts, attempts)
      log[attempts === 1 ? 'atOnce' : 'again'] += 1
      return data
    }
    await sleep(100 + Math.random() * 200)
  }
  throw new Error(`${asked.path} was never acknowledged`)
}

export const formatAnswers = ({ answers }: CallLog) =>
  [...answers]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([outcome, count]) => `${count} × ${outcome}`)
    .join(', ')
