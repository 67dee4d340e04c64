import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any answer may take. */
const PATIENCE_MS = 15_000
const GIVE_UP_MS = 90_000
/** What a client meets while something restarts, and answers by asking again. */
const PASSING = [502, 503, 504]

/** Everything that was asked during a drill, and how it was answered. */
export interface CallLog {
  /** By status; `cut`: the connection broke, `hung`: there was no answer in time. */
  answers: Map<string, number>
  /** What no client should ever be told. */
  mistakes: string[]
  /** How long every single answer took, refusals included. */
  longestMs: number
  /** The most often that anything had to be sent until it was acknowledged. */
  mostAttempts: number
  /** Calls that were answered at the first attempt, and those that were not. */
  atOnce: number
  again: number
}

export const openCallLog = (): CallLog => ({
  answers: new Map(),
  mistakes: [],
  longestMs: 0,
  mostAttempts: 0,
  atOnce: 0,
  again: 0,
})

export interface Asked {
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
export async function attempt(url: string, asked: Asked, log?: CallLog): Promise<Answer> {
  const startedAt = performance.now()
  const answer = await send(url, asked).catch((error: Error) => error)
  const took = performance.now() - startedAt
  const outcome = answer instanceof Error ? (answer.name === 'TimeoutError' ? 'hung' : 'cut') : String(answer.status)
  if (log !== undefined) note(log, asked, { outcome, took })
  return answer instanceof Error ? { status: undefined, retryAfter: null, data: undefined as never } : answer
}

async function send(url: string, { path, body, token = '', headers = {} }: Asked): Promise<Answer> {
  const reply = await fetch(`${url}/api${path}`, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  // The proxy's own refusals are pages.
  const data = reply.ok ? (JSON.parse(text) as { data: never }).data : (undefined as never)
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), data }
}

function note(log: CallLog, { path, body }: Asked, { outcome, took }: { outcome: string; took: number }) {
  log.answers.set(outcome, (log.answers.get(outcome) ?? 0) + 1)
  log.longestMs = Math.max(log.longestMs, took)
  const status = Number(outcome)
  if (status >= 300 && !PASSING.includes(status)) log.mistakes.push(`${body ? 'POST' : 'GET'} ${path} → ${outcome}`)
}

/** Asks until there is an acknowledgement, always in the same words. */
export async function insist(url: string, asked: Asked, log: CallLog): Promise<never> {
  for (let [attempts, giveUpAt] = [1, Date.now() + GIVE_UP_MS]; Date.now() < giveUpAt; attempts++) {
    const { status, data } = await attempt(url, asked, log)
    if (status !== undefined && status < 300) {
      log.mostAttempts = Math.max(log.mostAttempts, attempts)
      log[attempts === 1 ? 'atOnce' : 'again'] += 1
      return data
    }
    await sleep(100 + Math.random() * 200)
  }
  throw new Error(`${asked.path} was never acknowledged`)
}

export const tellAnswers = ({ answers }: CallLog) =>
  [...answers]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([outcome, count]) => `${count} × ${outcome}`)
    .join(', ')
