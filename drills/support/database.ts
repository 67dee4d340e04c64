import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { type Run, startEventOf } from '#core/timer/history.ts'
import type { Db } from '#server/db/connect.ts'
import { openExistingDatabase, withDatabase } from '#server/operations/site-database.ts'
import type { AcknowledgedEntry, History } from './users-at-work.ts'

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
  commands: { id: string; device: string; sequence: number; isLogged: boolean }[]
}

/** All entries and timers in the database. */
export interface StoredData {
  entries: EntryRow[]
  timers: TimerRow[]
}

/** Queries PostgreSQL directly. */
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

/** Blocks all writes of a user until the returned function is called. */
export async function lockUser(url: string, userId: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'drill' })
  await client.connect()
  await client.query('begin')
  await client.query('select 1 from users where id = $1 for update', [userId])
  return () => client.end()
}

/** Opens a database by its location: a PostgreSQL URL, or a folder with the SQLite file. */
function withSite<T>(location: string, work: (db: Db) => Promise<T>) {
  const site = location.startsWith('postgres:')
    ? { databaseUrl: location, dataDir: '' }
    : { databaseUrl: undefined, dataDir: location }
  return withDatabase(openExistingDatabase(site), ({ db }) => work(db))
}

export const readStoredData = (location: string): Promise<StoredData> =>
  withSite(location, async (db) => {
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
          isLogged: is_accepted === 1 && code === null,
        })),
      })),
    }
  })

/** The revisions of all timers by user. */
export const readRevisions = (location: string) =>
  withSite(location, async (db) => {
    const rows = await db.selectFrom('timers').select(['user_id', 'revision']).execute()
    return new Map(rows.map(({ user_id, revision }) => [user_id, revision]))
  })

/** Compares acknowledged changes with the stored data. */
export function compareWithStored(histories: readonly History[], { entries, timers }: StoredData) {
  const rows = Map.groupBy(entries, ({ userId }) => userId)
  const lost: string[] = []
  const unrequested: string[] = []
  const changed: string[] = []
  for (const { person, entries, commands } of histories) {
    const storedEntries = new Map((rows.get(person.id) ?? []).map((row) => [row.id, row]))
    const storedCommands = new Set(timers.find(({ userId }) => userId === person.id)?.commands.map(({ id }) => id))
    lost.push(...entries.filter(({ id }) => !storedEntries.has(id)).map(({ id }) => `entry ${id}`))
    lost.push(...commands.filter((id) => !storedCommands.has(id)).map((id) => `command ${id}`))
    const acknowledged = new Map(entries.map((entry) => [entry.id, entry]))
    for (const [id, { segments }] of storedEntries)
      if (!acknowledged.has(id)) unrequested.push(`entry ${id}`)
      else if (!isDeepStrictEqual(segments, acknowledged.get(id)!.segments)) changed.push(`entry ${id}`)
    if (storedCommands.size > commands.length) unrequested.push(`${storedCommands.size - commands.length} commands`)
  }
  return { lost, unrequested, changed }
}

/** Segments of a user that overlap. */
export function findOverlaps({ entries }: StoredData) {
  return [...Map.groupBy(entries, ({ userId }) => userId).values()].flatMap((ofOne) => {
    const segments = ofOne.flatMap(({ segments }) => segments).toSorted(([a], [b]) => a - b)
    return segments.filter(([start], index) => start < (segments[index - 1]?.[1] ?? 0))
  })
}

/** Finds data that is inconsistent although it is written in one transaction. */
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
  // Log entries without an id are holds that a command has lifted.
  const logged = new Set(runs.flatMap(({ log }) => log.flatMap(({ id }) => id ?? [])))
  // An accepted command with a code only restored a discarded focus session, which is not logged.
  const accepted = new Set(commands.flatMap(({ id, isLogged }) => (isLogged ? id : [])))
  const unknown = [...logged].filter((id) => !accepted.has(id)).length
  const unlogged = [...accepted].filter((id) => !logged.has(id)).length
  if (unknown > 0) halves.push(`timer of ${userId}: ${unknown} commands are logged and not accepted`)
  if (unlogged > 0) halves.push(`timer of ${userId}: ${unlogged} commands are accepted and not logged`)
  if ((revision ?? 0) < accepted.size)
    halves.push(`timer of ${userId}: revision ${revision}, ${accepted.size} commands`)
  for (const [device, sent] of Map.groupBy(commands, ({ device }) => device))
    if (Math.max(...sent.map(({ sequence }) => sequence)) !== sent.length) halves.push(`device ${device} has a gap`)
  return [...halves, ...findStrayEntries({ userId, settledAt, runs }, entries)]
}

/** Compares stored entries with those that a replay of all runs gives. */
function findStrayEntries(
  { userId, settledAt, runs }: Pick<TimerRow, 'userId' | 'settledAt' | 'runs'>,
  all: EntryRow[],
) {
  const inOrder = runs.toSorted((a, b) => startEventOf(a).at - startEventOf(b).at || (a.id < b.id ? -1 : 1))
  const saved = focusSessionsAt({ revision: 0, runs: inOrder, sequences: {} }, settledAt ?? 0).filter(
    ({ status }) => status === 'saved',
  )
  const expected = new Map(saved.map(({ entryId, segments }) => [entryId, segments]))
  const stored = all.filter((entry) => entry.userId === userId && entry.sessionKey !== null)
  const stray = stored.filter(({ id, segments }) => !isDeepStrictEqual(expected.get(id), segments))
  const missing = expected.size - stored.length
  return [
    ...stray.map(({ id }) => `entry ${id} differs from its run`),
    ...(missing > 0 ? [`${missing} focus sessions of ${userId} have no entry`] : []),
  ]
}
