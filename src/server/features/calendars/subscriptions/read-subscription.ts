import { type CalendarProblem, MAX_CALENDAR_BYTES } from '#contract/integrations/calendars.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import type { FetchOutside, OutsideReply } from '#server/outbound/fetch-outside.ts'
import { OutboundError } from '#server/outbound/outbound-error.ts'
import type { SecretCipher } from '#server/secrets/secret-cipher.ts'
import { readInThread } from '../reading/read-in-thread.ts'
import { type CalendarRow, findCalendarRow, replaceEvents, updateCalendar } from './queries.ts'

const INTERVAL_MS = HOUR_MS
/** After failures in a row, the next reading is put off up to this. */
const MAX_INTERVAL_MS = DAY_MS
/** A calendar that does not change is read completely once a day, because the period of its events moves on. */
const MAX_AGE_MS = DAY_MS
const TIMEOUT_MS = 20 * SECOND_MS

interface ReaderParts {
  db: Db
  now: () => number
  fetchOutside: FetchOutside
  /** Encrypts addresses, because whoever knows one can read the calendar. */
  cipher: SecretCipher
}

export type ReadSubscription = ReturnType<typeof createSubscriptionReader>

type Outcome = { problem: CalendarProblem } | { unchanged: true } | { read: Awaited<ReturnType<typeof readCompletely>> }

/** Returns a function that reads a calendar from its address and stores its events, or why that failed. */
export function createSubscriptionReader({ db, now, fetchOutside, cipher }: ReaderParts) {
  async function load(row: CalendarRow): Promise<Outcome> {
    const address = row.address === null ? undefined : cipher.decrypt(row.address, row.user_id)?.toString()
    if (address === undefined) return { problem: 'address-lost' }
    const conditions = conditionsOf(row, now())
    const reply = await ask(address, conditions)
    if (typeof reply === 'string') return { problem: reply }
    if (reply.status === 304 && conditions !== undefined) return { unchanged: true }
    const problem = problemOf(reply)
    return problem === undefined ? { read: await readCompletely(reply, row, now()) } : { problem }
  }

  async function ask(
    address: string,
    conditions: Record<string, string> = {},
  ): Promise<OutsideReply | CalendarProblem> {
    const headers = { accept: 'text/calendar, */*;q=0.1', 'user-agent': 'Ritmo', ...conditions }
    try {
      return await fetchOutside(address, {
        method: 'GET',
        headers,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_CALENDAR_BYTES,
      })
    } catch (error) {
      if (error instanceof OutboundError) return toProblem(error)
      throw error
    }
  }

  return async (userId: string, id: string) => {
    const row = await findCalendarRow(db, userId, id)
    if (row === undefined || row.host === null) return
    const outcome = await load(row)
    await withUserLock(db, userId, async (db) => {
      // Its user may have entered another address meanwhile, which is read by itself.
      const present = await findCalendarRow(db, userId, id)
      if (present?.address === row.address) await store(db, present, outcome, now())
    })
  }
}

async function store(db: Db, row: CalendarRow, outcome: Outcome, now: number) {
  const checked = { checked_at: now, due_at: now + INTERVAL_MS, failures: 0, problem: null }
  const update = (change: Parameters<typeof updateCalendar>[3]) => updateCalendar(db, row.user_id, row.id, change)
  if ('unchanged' in outcome) return update(checked)
  const { read, problem } = 'read' in outcome ? { ...outcome, problem: undefined } : { ...outcome, read: undefined }
  if (read === undefined || typeof read === 'string') {
    const failures = row.failures + 1
    const delay = Math.min(INTERVAL_MS * 2 ** (failures - 1), MAX_INTERVAL_MS)
    return update({ ...checked, due_at: now + delay, failures, problem: problem ?? read })
  }
  await replaceEvents(db, row, read.events)
  const { etag, modified } = read
  return update({ ...checked, read_at: now, is_shortened: Number(read.isShortened), etag, modified })
}

async function readCompletely({ body, headers }: OutsideReply, { user_id: userId, zone }: CalendarRow, now: number) {
  const read = await readInThread(body, { userId, zone, now })
  if (typeof read === 'string') return read
  return { ...read, etag: headerOf(headers.etag), modified: headerOf(headers['last-modified']) }
}

/** Servers that send longer ones are not asked whether the calendar has changed. */
const MAX_HEADER_LENGTH = 500
const headerOf = (value: string | undefined) =>
  value === undefined || value.length > MAX_HEADER_LENGTH || /[^\x20-\x7E]/.test(value) ? null : value

/** Asks whether the calendar has changed. Undefined if it has to be read completely. */
function conditionsOf({ problem, read_at, etag, modified }: CalendarRow, now: number) {
  if (problem !== null || read_at === null || now - read_at >= MAX_AGE_MS) return undefined
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(modified !== null && { 'if-modified-since': modified }),
  }
}

function problemOf({ status, isTruncated }: OutsideReply): CalendarProblem | undefined {
  if (status >= 300 && status < 400) return 'moved'
  if (status === 401 || status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'not-found'
  if (status !== 200) return 'server-error'
  return isTruncated ? 'too-large' : undefined
}

const toProblem = ({ failure }: OutboundError): CalendarProblem =>
  failure === 'invalid-address' ? 'address-not-allowed' : failure
