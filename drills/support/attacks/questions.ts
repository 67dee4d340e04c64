import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, CountsByStatus, Target } from './attack.ts'

const YEARS = 'from=2016-01-01&to=2026-12-31&zone=Europe/Madrid'
/** Words that occur in long notes, and one at the end that does not, so that each of them is compared. */
const WORDS = 'lorem ipsum dolor sit amet elit sed do eiusmod tempor ut labore et magna aliqua 1 2 3 4 İnexistent'
const SEARCH = encodeURIComponent(WORDS)
const WAIT_MS = 50
/** After this long an impatient caller hangs up and asks again. */
const PATIENCE_MS = 500

const REQUESTS_AT_ONCE = 20

interface Question {
  /** Used in turn. */
  paths: readonly string[]
  /** Whether the caller hangs up before the reply. */
  isImpatient?: boolean
}

/** Questions about an account with many, long or equal time entries, each expensive in another way. */
const QUESTIONS = {
  'whole list': { paths: ['/time-entries'] },
  'whole list, cut off': { paths: ['/time-entries'], isImpatient: true },
  'first pages': { paths: ['/time-entries?limit=100', '/time-entries?limit=1000'] },
  'old range': {
    paths: ['/time-entries?limit=100&startDate=2001-01-01T00:00:00Z&endDate=2001-01-02T00:00:00Z'],
  },
  totals: {
    paths: [`/time-entries/totals?search=${SEARCH}`, '/time-entries/totals?startDate=2001-01-01T00:00:00Z'],
  },
  'search in the list': { paths: [`/time-entries?search=${SEARCH}&limit=50`] },
  'search reports': { paths: [`/reports/summary?${YEARS}&group=day&subgroup=tag&search=${SEARCH}`] },
  'search reports, cut off': {
    paths: [`/reports/summary?${YEARS}&group=day&subgroup=tag&search=${SEARCH}`],
    isImpatient: true,
  },
  'reports by the hour': {
    paths: [
      `/reports/summary?${YEARS}&group=day&subgroup=hour&rounding=up&roundingPer=day`,
      `/reports/summary?${YEARS}&group=hour&subgroup=task`,
      `/reports/rhythm?${YEARS}`,
    ],
  },
  'reports by the day': {
    paths: [`/reports/summary?${YEARS}&group=day&subgroup=project`, `/reports/series?${YEARS}&step=day&group=tag`],
  },
  'report entries': {
    paths: [`/reports/entries?${YEARS}&limit=500&search=${SEARCH}`, `/reports/entries?${YEARS}&limit=500`],
  },
  exports: {
    paths: ['csv', 'xlsx', 'json', 'pdf'].map((format) => `/reports/export?${YEARS}&group=day&format=${format}`),
  },
  'long catalogue': { paths: ['/tasks', '/projects', '/clients', '/tags'] },
  'search in a long catalogue': { paths: [`/time-entries?search=${SEARCH}&limit=50`] },
  'report of a long catalogue': { paths: [`/reports/summary?${YEARS}&group=client`] },
  dashboard: {
    paths: [
      '/overview?zone=Europe/Madrid',
      ...['project', 'task', 'client', 'tag'].map((by) => `/activity?by=${by}&zone=Europe/Madrid`),
    ],
  },
} satisfies Record<string, Question>

export type QuestionName = keyof typeof QUESTIONS
export const QUESTION_NAMES = Object.keys(QUESTIONS) as QuestionName[]

/** Asks the same long question again and again. */
export const askRepeatedly =
  (name: QuestionName): Attack =>
  async (target, signal) => {
    const { paths, isImpatient = false }: Question = QUESTIONS[name]
    const counts: CountsByStatus = {}
    let asked = 0
    const askInTurn = async () => {
      while (!signal.aborted) {
        const path = paths[asked++ % paths.length]!
        const patience = isImpatient ? AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) : signal
        const status = await readStatus(target, path, patience)
        if (!signal.aborted) counts[status] = (counts[status] ?? 0) + 1
        await sleep(WAIT_MS)
      }
    }
    await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, askInTurn))
    return counts
  }

/** Reads the whole reply. */
async function readStatus({ url, token }: Target, path: string, signal: AbortSignal) {
  try {
    const reply = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` }, signal })
    for await (const _chunk of reply.body ?? []);
    return reply.status
  } catch {
    return 0
  }
}
