import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any reply may take. */
const CALL_TIMEOUT_MS = 15_000
const RETRY_TIMEOUT_MS = 90_000
/** Statuses during a restart, after which a client retries. */
const TRANSIENT_STATUSES = [502, 503, 504]

/** Counts the requests of a drill and their outcomes. */
export interface CallLog {
  /** Number of replies by status; `cut` if the connection broke, `hung` if there was no reply in time. */
  answers: Map<string, number>
  /** Replies that are neither a success nor a transient refusal. */
  wrongAnswers: string[]
  /** The slowest reply, refusals included. */
  slowestMs: number
  /** The highest number of attempts until a request was acknowledged. */
  maxAttempts: number
  retriedCalls: number
}

export const createCallLog = (): CallLog => ({
  answers: new Map(),
  wrongAnswers: [],
  slowestMs: 0,
  maxAttempts: 0,
  retriedCalls: 0,
})

export interface ApiCall {
  path: string
  body?: object
  token?: string
  headers?: Record<string, string>
}

export interface Answer {
  /** Undefined if there was no reply. */
  status: number | undefined
  retryAfter: string | null
  data: never
}

/** Sends a request once, without retries. */
export async function callOnce(url: string, call: ApiCall, log?: CallLog): Promise<Answer> {
  const startedAt = performance.now()
  const answer = await send(url, call).catch((error: Error) => error)
  const took = performance.now() - startedAt
  const outcome = answer instanceof Error ? (answer.name === 'TimeoutError' ? 'hung' : 'cut') : String(answer.status)
  if (log !== undefined) logAnswer(log, call, { outcome, took })
  return answer instanceof Error ? { status: undefined, retryAfter: null, data: undefined as never } : answer
}

async function send(url: string, { path, body, token = '', headers = {} }: ApiCall): Promise<Answer> {
  const reply = await fetch(`${url}/api${path}`, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  // nginx's own errors are HTML pages.
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

/** Repeats a request unchanged until it succeeds. */
export async function callUntilAcknowledged(url: string, call: ApiCall, log: CallLog): Promise<never> {
  for (let [attempts, giveUpAt] = [1, Date.now() + RETRY_TIMEOUT_MS]; Date.now() < giveUpAt; attempts++) {
    const { status, data } = await callOnce(url, call, log)
    if (status !== undefined && status < 300) {
      log.maxAttempts = Math.max(log.maxAttempts, attempts)
      if (attempts > 1) log.retriedCalls += 1
      return data
    }
    await sleep(100 + Math.random() * 200)
  }
  throw new Error(`${call.path} was never acknowledged`)
}

export const formatAnswers = ({ answers }: CallLog) =>
  [...answers]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([outcome, count]) => `${count} × ${outcome}`)
    .join(', ')
