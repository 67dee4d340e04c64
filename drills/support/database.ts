import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { type Run, startEventOf } from '#core/timer/history.ts'
import type { Db } from '#server/db/connect.ts'
import { openExistingDatabase, withDatabase } from '#server/operations/site-database.ts'
import type { History, AcknowledgedEntry } from './users-at-work.ts'

interface EntryRow extends AcknowledgedEntry {
  userId: string
  sessionKey: string | null
  startedAt: number
  endedAt: number
  durationMs: number
}

interface TimerRow {
  userId: string
  revision: number
  settledAt: number
  runs: Run[]
  commands: { id: string; device: string; sequence: number; isDone: boolean }[]
}

/** Everything that was kept, as it lies in the tables. */
export interface StoredData {
  entries: EntryRow[]
  timers: TimerRow[]
}

/** Something asked of the database itself, past the servers. */
export async function query<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, application_name: 'drill' })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Keeps others from writing anything of a user, until released. */
export async function lockUser(url: string, userId: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'drill' })
  await client.connect()
  await client.query('begin')
  await client.query('select 1 from users where id = $1 for update', [userId])
  return () => client.end()
}

/** Where the data of servers lie: an address of PostgreSQL, or a folder with SQLite's file. */
function withSite<T>(place: string, work: (db: Db) => Promise<T>) {
  const site = place.startsWith('postgres:')
    ? { databaseUrl: place, dataDir: '' }
    : { databaseUrl: undefined, dataDir: place }
  return withDatabase(openExistingDatabase(site), ({ db }) => work(db))
}

export const readStoredData = (place: string): Promise<StoredData> =>
  withSite(place, async (db) => {
    const segments = await db.selectFrom('time_entry_segments').selectAll().orderBy('started_at').execute()
    const segmentsOf = Map.groupBy(segments, (row) => `${row.user_id} ${row.entry_id}`)
    const runsOf = Map.groupBy(await db.selectFrom('timer_runs').selectAll().execute(), (row) => row.user_id)
    const commandsOf = Map.groupBy(await db.selectFrom('timer_commands').selectAll().execute(), (row) => row.user_id)
    const entries = await db.selectFrom('time_entries').selectAll().execute()
    const timers = await db
      .selectFrom('users')
      .leftJoin('timers', 'timers.user_id', 'users.id')
      .select(['users.id', 'timers.revision', 'timers.saved_until'])
      .execute()
    return {
      entries: entries.map((row) => ({
        userId: row.user_id,
        id: row.id,
        sessionKey: row.focus_session_key,
        startedAt: row.started_at,
        endedAt: row.ended_at,
        durationMs: row.duration_ms,
        segments: (segmentsOf.get(`${row.user_id} ${row.id}`) ?? []).map((one) => [one.started_at, one.ended_at]),
      })),
      timers: timers.map(({ id, revision, saved_until }) => ({
        userId: id,
        revision: revision ?? 0,
        settledAt: saved_until ?? 0,
        runs: (runsOf.get(id) ?? []).map(({ run }) => JSON.parse(run) as Run),
        commands: (commandsOf.get(id) ?? []).map(({ id, device, sequence, is_accepted, code }) => ({
          id,
          device,
          sequence,
          isDone: is_accepted === 1 && code === null,
        })),
      })),
    }
  })

/** How the revisions of all timers stand. */
export const readRevisions = (place: string) =>
  withSite(place, async (db) => {
    const rows = await db.selectFrom('timers').select(['user_id', 'revision']).execute()
    return new Map(rows.map(({ user_id, revision }) => [user_id, revision]))
  })

/** Compares what was acknowledged with what is there. */
export function compareWithStored(histories: readonly History[], { entries, timers }: StoredData) {
  const rows = Map.groupBy(entries, ({ userId }) => userId)
  const lost: string[] = []
  const unasked: string[] = []
  const changed: string[] = []
  for (const { person, entries, commands } of histories) {
    const kept = new Map((rows.get(person.id) ?? []).map((row) => [row.id, row]))
    const heard = new Set(timers.find(({ userId }) => userId === person.id)?.commands.map(({ id }) => id))
    lost.push(...entries.filter(({ id }) => !kept.has(id)).map(({ id }) => `entry ${id}`))
    lost.push(...commands.filter((id) => !heard.has(id)).map((id) => `command ${id}`))
    const asked = new Map(entries.map((entry) => [entry.id, entry]))
    for (const [id, { segments }] of kept)
      if (!asked.has(id)) unasked.push(`entry ${id}`)
      else if (!isDeepStrictEqual(segments, asked.get(id)!.segments)) changed.push(`entry ${id}`)
    if (heard.size > commands.length) unasked.push(`${heard.size - commands.length} commands`)
  }
  return { lost, unasked, changed }
}

/** Moments that two entries of one person both count. */
export function findOverlaps({ entries }: StoredData) {
  return [...Map.groupBy(entries, ({ userId }) => userId).values()].flatMap((ofOne) => {
    const segments = ofOne.flatMap(({ segments }) => segments).toSorted(([a], [b]) => a - b)
    return segments.filter(([start], index) => start < (segments[index - 1]?.[1] ?? 0))
  })
}

/** Whatever was begun and not finished: each of these is written in one transaction with what it hangs on. */
export function findHalfWritten({ entries, timers }: StoredData) {
  return [...entries.flatMap(describeHalfEntry), ...timers.flatMap((timer) => describeHalfTimer(timer, entries))]
}

function describeHalfEntry({ id, segments, startedAt, endedAt, durationMs }: EntryRow) {
  const worked = segments.reduce((sum, [start, end]) => sum + end - start, 0)
  const isWhole = segments[0]?.[0] === startedAt && segments.at(-1)?.[1] === endedAt && worked === durationMs
  return isWhole ? [] : [`entry ${id} has ${segments.length} segments of ${worked} ms for ${durationMs} ms`]
}

function describeHalfTimer({ userId, revision, settledAt, runs, commands }: TimerRow, entries: EntryRow[]) {
  const halves: string[] = []
  // Those without an id are waits that a command has ended.
  const logged = new Set(runs.flatMap(({ log }) => log.flatMap(({ id }) => id ?? [])))
  // One that only keeps what another device threw away is not logged.
  const accepted = new Set(commands.flatMap(({ id, isDone }) => (isDone ? id : [])))
  const unheard = [...logged].filter((id) => !accepted.has(id)).length
  const undone = [...accepted].filter((id) => !logged.has(id)).length
  if (unheard > 0) halves.push(`timer of ${userId} has done ${unheard} commands that it never heard`)
  if (undone > 0) halves.push(`timer of ${userId} has heard ${undone} commands and not done them`)
  if ((revision ?? 0) < accepted.size)
    halves.push(`timer of ${userId}: revision ${revision}, ${accepted.size} commands`)
  for (const [device, heard] of Map.groupBy(commands, ({ device }) => device))
    if (Math.max(...heard.map(({ sequence }) => sequence)) !== heard.length) halves.push(`device ${device} has a gap`)
  return [...halves, ...findStrayEntries({ userId, settledAt, runs }, entries)]
}

/** What the runs say must be there, against the entries that are. */
function findStrayEntries(
  { userId, settledAt, runs }: Pick<TimerRow, 'userId' | 'settledAt' | 'runs'>,
  all: EntryRow[],
) {
  const inOrder = runs.toSorted((a, b) => startEventOf(a).at - startEventOf(b).at || (a.id < b.id ? -1 : 1))
  const saved = focusSessionsAt({ revision: 0, runs: inOrder, sequences: {} }, settledAt ?? 0).filter(
    ({ status }) => status === 'saved',
  )
  const wanted = new Map(saved.map(({ entryId, segments: stretches }) => [entryId, stretches]))
  const there = all.filter((entry) => entry.userId === userId && entry.sessionKey !== null)
  const stray = there.filter(({ id, segments }) => !isDeepStrictEqual(wanted.get(id), segments))
  const missing = wanted.size - there.length
  return [
    ...stray.map(({ id }) => `entry ${id} is not what its run says`),
    ...(missing > 0 ? [`${missing} sessions of ${userId} have no entry`] : []),
  ]
}
