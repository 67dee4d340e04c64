import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { Refusal } from '#server/errors.ts'

export interface Limit {
  times: number
  windowMs: number
}

/** The default limits. The setting `RATE_LIMITS` changes single ones. */
export const DEFAULT_LIMITS = {
  /** Requests of one user, or of one network without a session. */
  general: { times: 1_000, windowMs: 15 * MINUTE_MS },
  /** Wrong passwords for one account from one address. */
  login: { times: 10, windowMs: 15 * MINUTE_MS },
  /** Wrong passwords and bad links from one address. Beyond it, only right passwords are answered (docs/decisions/0006). */
  'login-address': { times: 30, windowMs: 15 * MINUTE_MS },
  /** Wrong passwords that are still checked beyond it, for accounts that have not signed in from the address before. */
  'login-spread': { times: 300, windowMs: 15 * MINUTE_MS },
  /** Wrong passwords for one account from all networks that it does not know. */
  'login-account': { times: 150, windowMs: HOUR_MS },
  register: { times: 5, windowMs: HOUR_MS },
  /** Reset mails to one account, requested from one address. */
  mail: { times: 3, windowMs: HOUR_MS },
  /** Reset mails to one account, requested from all networks that it does not know. */
  'mail-account': { times: 6, windowMs: HOUR_MS },
  /** Reset mails requested from one address. */
  'mail-address': { times: 10, windowMs: HOUR_MS },
  /** Verification mails of one account, and attempts to change to an address that another account has. */
  verification: { times: 5, windowMs: 24 * HOUR_MS },
  /** Bad reset links from one address, and passwords set by the links of one account, or of one of its earlier addresses. */
  reset: { times: 5, windowMs: HOUR_MS },
  /** Exports of one user. Each may contain all of their data. */
  export: { times: 100, windowMs: HOUR_MS },
  /** Requests for the report of one link. */
  'shared-report': { times: 600, windowMs: 15 * MINUTE_MS },
  /** Openings of one link from one network that count as a view. */
  'shared-report-view': { times: 1, windowMs: 30 * MINUTE_MS },
  /** Wrong passwords for one link from one network. */
  'shared-report-password': { times: 10, windowMs: 15 * MINUTE_MS },
  /** Wrong passwords for one link from all networks. */
  'shared-report-passwords': { times: 150, windowMs: HOUR_MS },
  /** Files of one user that are read, for a preview or an import. */
  import: { times: 60, windowMs: HOUR_MS },
  /** Files that one user begins to send in parts. */
  upload: { times: 60, windowMs: HOUR_MS },
  /** Readings of one calendar feed. Calendar programs read it every few minutes at most. */
  'calendar-feed': { times: 120, windowMs: HOUR_MS },
  /** Requests for unknown calendar feeds from one address. */
  'calendar-guess': { times: 100, windowMs: 15 * MINUTE_MS },
  /** Calendars of one user that are read at once, because they are new or the user asks for it. */
  'calendar-read': { times: 60, windowMs: HOUR_MS },
  /** Moves of tasks with many time entries to other projects, by one user. */
  'task-move': { times: 5, windowMs: 15 * MINUTE_MS },
  /** Timer commands of one user. A command that many overlapping runs depend on counts as several. */
  timer: { times: 1_000, windowMs: 10 * MINUTE_MS },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof DEFAULT_LIMITS
export type Limits = Record<LimitName, Limit>

interface CallWindow {
  count: number
  /** Calls that were not added to the database yet, where other servers see them. */
  unshared: number
  endsAt: number
}

/** Calls are added to the database in batches of this size. */
const SHARED_BATCH_SIZE = 50

/** Counts attempts and calls, and refuses those beyond the limit. The database has the counts, so all servers share them. */
export function createRateLimits(db: Db, now: () => number, limits: Limits | null) {
  const calls = createCallCounter(db, now, limits)
  return {
    ...createAttemptCounter(db, now, limits),
    countCall: calls.countCall,

    /** Deletes expired counts. */
    async sweep() {
      await db.deleteFrom('attempts').where('ends_at', '<=', now()).execute()
      calls.sweep()
    },
  }
}

function createAttemptCounter(db: Db, now: () => number, limits: Limits | null) {
  return {
    /** Counts one attempt before its outcome is known, so that parallel attempts cannot exceed the limit. */
    async countAttempt(name: LimitName, subject: string) {
      const refusal = await tryCount(name, subject)
      if (refusal !== undefined) throw refusal
    },

    tryCount,

    /** The refusal of further attempts, if the limit is reached. Counts nothing. */
    async findRefusal(name: LimitName, subject: string) {
      const full = await findFull(name, subject)
      return full && tooMany(full.ends_at, now())
    },

    /** Sets the count of a subject to zero, in the transaction of the caller. */
    async clearAttempts(db: Db, name: LimitName, subject: string) {
      await db.deleteFrom('attempts').where('key', '=', keyOf(name, subject)).execute()
    },

    /** Takes back the count of an attempt that succeeded. */
    async refundAttempt(name: LimitName, subject: string) {
      if (limits === null) return
      await db
        .updateTable('attempts')
        .set((row) => ({ count: row('count', '-', 1) }))
        .where('key', '=', keyOf(name, subject))
        .where('count', '>', 0)
        .execute()
    },
  }

  /** Counts one attempt. Returns the refusal if it is beyond the limit. A flood only reads, because writes cost more. */
  async function tryCount(name: LimitName, subject: string) {
    if (limits === null) return undefined
    const { times, windowMs } = limits[name]
    const full = await findFull(name, subject)
    if (full !== undefined) return tooMany(full.ends_at, now())
    const row = await addAttempts(db, { key: keyOf(name, subject), count: 1, ends_at: now() + windowMs }, now())
    return row.count > times ? tooMany(row.ends_at, now()) : undefined
  }

  /** The window of a subject that has reached its limit. */
  async function findFull(name: LimitName, subject: string) {
    if (limits === null) return undefined
    return db
      .selectFrom('attempts')
      .select('ends_at')
      .where('key', '=', keyOf(name, subject))
      .where('count', '>=', limits[name].times)
      .where('ends_at', '>', now())
      .executeTakeFirst()
  }
}

function createCallCounter(db: Db, now: () => number, limits: Limits | null) {
  const calls = new Map<string, CallWindow>()

  return {
    /** Counts one request. In memory, because a database write would cost more than the request itself. */
    countCall(subject: string) {
      if (limits === null) return
      const current = calls.get(subject)
      const window =
        current && current.endsAt > now() ? current : { count: 0, unshared: 0, endsAt: now() + limits.general.windowMs }
      window.count += 1
      window.unshared += 1
      calls.set(subject, window)
      if (window.unshared >= SHARED_BATCH_SIZE) void share(subject, window)
      if (window.count > limits.general.times) throw tooMany(window.endsAt, now())
    },

    sweep() {
      for (const [subject, window] of calls) if (window.endsAt <= now()) calls.delete(subject)
    },
  }

  /** Adds the calls of this server to the database, and takes over the total of all servers. */
  async function share(subject: string, window: CallWindow) {
    const shared = window.unshared
    window.unshared = 0
    try {
      const row = await addAttempts(
        db,
        { key: keyOf('general', subject), count: shared, ends_at: window.endsAt },
        now(),
      )
      window.count = row.count + window.unshared
      window.endsAt = row.ends_at
    } catch {
      window.unshared += shared
    }
  }
}

const tooMany = (endsAt: number, now: number) =>
  new Refusal('rate-limited', 'tooManyRequests', undefined, Math.ceil((endsAt - now) / 1_000))

/** Adds to the current count, or starts a new one if its window is over. */
function addAttempts(db: Db, attempts: { key: string; count: number; ends_at: number }, now: number) {
  const isOver = sql<boolean>`attempts.ends_at <= ${now}`
  return db
    .insertInto('attempts')
    .values(attempts)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then excluded.count else attempts.count + excluded.count end`,
        ends_at: sql<number>`case when ${isOver} then excluded.ends_at else attempts.ends_at end`,
      }),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow()
}

export type RateLimits = ReturnType<typeof createRateLimits>

const keyOf = (name: LimitName, subject: string) =>
  `${name}:${createHash('sha256').update(subject).digest('base64url')}`

/** The part of an address that one customer has: a whole IPv4 address, the first 64 bits of an IPv6 address. */
export function networkOf(address: string) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [first, last = []] = address.split('::').map((part) => part.split(':').filter(Boolean)) as [string[], string[]?]
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
