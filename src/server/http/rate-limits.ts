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

/** How often something may be tried, by what. `RATE_LIMITS` changes single ones. */
export const DEFAULT_LIMITS = {
  /** Calls of one user, or of one address without a session. */
  general: { times: 1_000, windowMs: 15 * MINUTE_MS },
  /** Wrong passwords for one account from one address. */
  login: { times: 10, windowMs: 15 * MINUTE_MS },
  /** Wrong passwords and bad links from one address. */
  'login-address': { times: 30, windowMs: 15 * MINUTE_MS },
  /** Wrong passwords for one account from all addresses it has no session on. */
  'login-account': { times: 150, windowMs: HOUR_MS },
  register: { times: 5, windowMs: HOUR_MS },
  /** Reset mails to one account. */
  mail: { times: 3, windowMs: HOUR_MS },
  /** Reset mails asked for from one address. */
  'mail-address': { times: 10, windowMs: HOUR_MS },
  /** Verification mails of one account, and addresses it asks for that another has. */
  verification: { times: 5, windowMs: 24 * HOUR_MS },
  /** New passwords by link from one address. */
  reset: { times: 5, windowMs: HOUR_MS },
  /** Files of one user, each of which may be all that there is. */
  export: { times: 100, windowMs: HOUR_MS },
  /** Files that one user sends, to look at what would become of them or to import them. */
  import: { times: 60, windowMs: HOUR_MS },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof DEFAULT_LIMITS
export type Limits = Record<LimitName, Limit>

interface CallWindow {
  count: number
  /** How many of them no other server knows of. */
  unshared: number
  endsAt: number
}

/** After how many calls of one caller the other servers hear of them. */
const SHARE_EVERY_CALLS = 50

/** Counts attempts and refuses those beyond the limit. In the database, so that neither restart nor node forgets. */
export function createRateLimits(db: Db, now: () => number, limits: Limits | null) {
  const calls = new Map<string, CallWindow>()

  return {
    /** Counts one attempt. Counting first and giving back later leaves no gap for attempts side by side. */
    async countAttempt(name: LimitName, subject: string) {
      if (limits === null) return
      const { times, windowMs: within } = limits[name]
      const row = await addAttempts(db, { key: keyOf(name, subject), count: 1, ends_at: now() + within }, now())
      if (row.count > times) throw tooMany(row.ends_at)
    },

    /** The attempt was no failure after all. */
    async refundAttempt(name: LimitName, subject: string) {
      if (limits === null) return
      await db
        .updateTable('attempts')
        .set((row) => ({ count: row('count', '-', 1) }))
        .where('key', '=', keyOf(name, subject))
        .where('count', '>', 0)
        .execute()
    },

    /** Every call comes by here, so it is counted in memory: a write each would cost more than the call. */
    countCall(subject: string) {
      if (limits === null) return
      const known = calls.get(subject)
      const window =
        known && known.endsAt > now() ? known : { count: 0, unshared: 0, endsAt: now() + limits.general.windowMs }
      window.count += 1
      window.unshared += 1
      calls.set(subject, window)
      if (window.unshared >= SHARE_EVERY_CALLS) void share(subject, window)
      if (window.count > limits.general.times) throw tooMany(window.endsAt)
    },

    /** Forgets what no longer counts. */
    async sweep() {
      await db.deleteFrom('attempts').where('ends_at', '<=', now()).execute()
      for (const [subject, window] of calls) if (window.endsAt <= now()) calls.delete(subject)
    },
  }

  /** Tells the other servers, and hears what they have counted. */
  async function share(subject: string, window: CallWindow) {
    const told = window.unshared
    window.unshared = 0
    try {
      const row = await addAttempts(db, { key: keyOf('general', subject), count: told, ends_at: window.endsAt }, now())
      window.count = row.count + window.unshared
      window.endsAt = row.ends_at
    } catch {
      window.unshared += told
    }
  }

  function tooMany(endsAt: number) {
    return new Refusal('rate-limited', 'tooManyRequests', undefined, Math.ceil((endsAt - now()) / 1_000))
  }
}

/** Counts on, or anew when the time is over. */
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

/** The part of an address that one customer has: all of an IPv4 address, the first half of an IPv6 one. */
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
