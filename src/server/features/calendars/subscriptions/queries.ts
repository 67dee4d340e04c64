import { type Selectable, sql, type Updateable } from 'kysely'
import type { Calendar, CalendarEvent, CalendarProblem } from '#contract/integrations/calendars.ts'
import { periodOf } from '#core/report/buckets.ts'
import { byName } from '#core/text/by-name.ts'
import { DAY_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Schema } from '#server/db/schema.ts'
import { timestampsOf, toIsoTime } from '#server/db/values.ts'
import type { StoredEvent } from '../reading/read-calendar.ts'

export type CalendarRow = Selectable<Schema['calendars']>

export async function listCalendars(db: Db, userId: string): Promise<Calendar[]> {
  const rows = await selectWithCount(db, userId).execute()
  return rows.map(toJson).toSorted(byName)
}

export async function findCalendar(db: Db, userId: string, id: string) {
  const row = await selectWithCount(db, userId).where('calendars.id', '=', id).executeTakeFirst()
  return row && toJson(row)
}

export const findCalendarRow = (db: Db, userId: string, id: string) =>
  db.selectFrom('calendars').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

export async function countCalendars(db: Db, userId: string) {
  const row = await db
    .selectFrom('calendars')
    .select((calendar) => calendar.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.count
}

type NewCalendar = Pick<
  CalendarRow,
  'user_id' | 'id' | 'name' | 'color' | 'project_id' | 'zone' | 'host' | 'address' | 'due_at'
>

export async function insertCalendar(db: Db, calendar: NewCalendar, now: number) {
  await db
    .insertInto('calendars')
    .values({
      ...calendar,
      is_visible: 1,
      etag: null,
      modified: null,
      problem: null,
      failures: 0,
      is_shortened: 0,
      checked_at: null,
      read_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Returns false if the calendar was removed meanwhile. */
export async function updateCalendar(db: Db, userId: string, id: string, change: Updateable<Schema['calendars']>) {
  const row = await db
    .updateTable('calendars')
    .set(change)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteCalendar(db: Db, userId: string, id: string) {
  return db
    .deleteFrom('calendars')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
}

/** Calendars that are due, of users who are signed in somewhere and may use their account. */
export function listDueCalendars(db: Db, now: number, limit: number) {
  return db
    .selectFrom('calendars')
    .selectAll()
    .where('due_at', '<=', now)
    .where((calendar) =>
      calendar.exists(
        calendar
          .selectFrom('sessions')
          .select('sessions.id')
          .whereRef('sessions.user_id', '=', 'calendars.user_id')
          .where('sessions.expires_at', '>', now),
      ),
    )
    .where((calendar) =>
      calendar.exists(
        calendar
          .selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'calendars.user_id')
          .where('users.disabled_at', 'is', null),
      ),
    )
    .orderBy('due_at')
    .limit(limit)
    .execute()
}

/** Puts the next reading off, so that no other server reads the calendar too. Returns false if one does. */
export async function claimCalendar(db: Db, { user_id, id, due_at }: CalendarRow, until: number) {
  const row = await db
    .updateTable('calendars')
    .set({ due_at: until })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('due_at', '=', due_at)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type EventRow = Schema['calendar_events']

/** Makes the stored events equal to those that were read, and writes only what differs. */
export async function replaceEvents(db: Db, { user_id, id }: Pick<CalendarRow, 'user_id' | 'id'>, read: StoredEvent[]) {
  const events = db.selectFrom('calendar_events').where('user_id', '=', user_id).where('calendar_id', '=', id)
  const stored = new Map((await events.selectAll().execute()).map((row) => [row.id, row]))
  const rows = read.map((event) => toRow({ user_id, id }, event))
  const changed = rows.filter((row) => !isEqual(row, stored.get(row.id)))
  const kept = new Set(rows.filter((row) => isEqual(row, stored.get(row.id))).map((row) => row.id))
  const removed = [...stored.keys()].filter((event) => !kept.has(event))
  for (let from = 0; from < removed.length; from += BATCH) {
    const ids = removed.slice(from, from + BATCH)
    await db
      .deleteFrom('calendar_events')
      .where('user_id', '=', user_id)
      .where('calendar_id', '=', id)
      .where('id', 'in', ids)
      .execute()
  }
  await insertRows(db, 'calendar_events', changed)
}

const BATCH = 500

const toRow = (calendar: { user_id: string; id: string }, event: StoredEvent): EventRow => ({
  user_id: calendar.user_id,
  calendar_id: calendar.id,
  id: event.id,
  title: event.title,
  started_at: event.startedAt,
  ended_at: event.endedAt,
  first_day: event.firstDay ?? null,
  last_day: event.lastDay ?? null,
})

const isEqual = (row: EventRow, stored: EventRow | undefined) =>
  stored !== undefined && Object.entries(row).every(([column, value]) => stored[column as keyof EventRow] === value)

const MAX_LISTED = 2_000

interface EventPeriod {
  from: string
  to: string
  zone: string
}

/** The events of visible calendars, once each, although several calendars may have the same one. */
export async function listEvents(db: Db, userId: string, { from, to, zone }: EventPeriod): Promise<CalendarEvent[]> {
  const period = periodOf(from, to, zone)
  const rows = await db
    .selectFrom('calendar_events as event')
    .innerJoin('calendars as calendar', (join) =>
      join.onRef('calendar.user_id', '=', 'event.user_id').onRef('calendar.id', '=', 'event.calendar_id'),
    )
    .select(['event.id', 'event.calendar_id', 'event.title', 'event.started_at', 'event.ended_at'])
    .select(['event.first_day', 'event.last_day'])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('time_entries as entry')
            .select('entry.id')
            .whereRef('entry.user_id', '=', 'event.user_id')
            .whereRef('entry.id', '=', 'event.id'),
        )
        .as('is_used'),
    )
    .where('event.user_id', '=', userId)
    .where('calendar.is_visible', '=', 1)
    // Whole days are stored as days in UTC.
    .where('event.started_at', '<', period.to + DAY_MS)
    .where('event.ended_at', '>', period.from - DAY_MS)
    .where((row) =>
      row.or([
        row.and([
          row('event.first_day', 'is', null),
          row('event.started_at', '<', period.to),
          row('event.ended_at', '>', period.from),
        ]),
        row.and([row('event.first_day', '<=', to), row('event.last_day', '>=', from)]),
      ]),
    )
    .orderBy('event.started_at')
    .orderBy('event.id')
    .orderBy('calendar.created_at')
    .limit(MAX_LISTED)
    .execute()
  const once = new Map(rows.toReversed().map((row) => [row.id, row]))
  return [...once.values()].toReversed().map(({ is_used: isUsed, ...row }) => ({
    id: row.id,
    calendar: row.calendar_id,
    title: row.title,
    ...timesOf(row),
    isUsed: Boolean(isUsed),
  }))
}

const timesOf = ({
  started_at,
  ended_at,
  first_day,
  last_day,
}: Omit<EventRow, 'user_id' | 'calendar_id' | 'id' | 'title'>) =>
  first_day === null
    ? { start: toIsoTime(started_at), end: toIsoTime(ended_at), firstDay: null, lastDay: null }
    : { start: null, end: null, firstDay: first_day, lastDay: last_day }

/** A suggested project that was deleted is none. */
const selectWithCount = (db: Db, userId: string) =>
  db
    .selectFrom('calendars')
    .selectAll('calendars')
    .select(
      sql<number>`(select count(*) from calendar_events as event
        where event.user_id = calendars.user_id and event.calendar_id = calendars.id)`.as('events'),
    )
    .select(
      sql<string | null>`(select project.id from projects as project
        where project.user_id = calendars.user_id and project.id = calendars.project_id)`.as('project'),
    )
    .where('calendars.user_id', '=', userId)

function toJson(row: CalendarRow & { events: number; project: string | null }): Calendar {
  const timeOf = (at: number | null) => (at === null ? null : toIsoTime(at))
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    isVisible: row.is_visible === 1,
    project: row.project,
    host: row.host,
    events: row.events,
    isShortened: row.is_shortened === 1,
    problem: row.problem as CalendarProblem | null,
    checkedAt: timeOf(row.checked_at),
    readAt: timeOf(row.read_at),
    ...timestampsOf(row),
  }
}
