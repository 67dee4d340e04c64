import type { FastifyBaseLogger } from 'fastify'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { claimCalendar, listDueCalendars } from './queries.ts'
import type { ReadSubscription } from './read-subscription.ts'

/** How often a server looks for calendars to read. */
export const CALENDAR_INTERVAL_MS = MINUTE_MS
/** A server that stops while it reads leaves its calendars to others after this time. */
const CLAIM_MS = 10 * MINUTE_MS
const MAX_AT_A_TIME = 40
/** Slow calendar servers keep only some of the others waiting. */
const PARALLEL = 4

interface Options {
  db: Db
  now: () => number
  read: ReadSubscription
  log: FastifyBaseLogger
}

/** Reads the calendars that are due. Servers that do this at the same time read each of them once. */
export function createCalendarRefresher({ db, now, read, log }: Options) {
  return async () => {
    const due = await listDueCalendars(db, now(), MAX_AT_A_TIME)
    async function work() {
      for (let row = due.shift(); row !== undefined; row = due.shift()) {
        if (!(await claimCalendar(db, row, now() + CLAIM_MS))) continue
        const { user_id: userId, id } = row
        await read(userId, id).catch((error: unknown) => log.error({ err: error, userId }, 'calendar failed'))
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, work))
  }
}
