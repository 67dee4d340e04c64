import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { type Run, sessionsAt, startOf } from '#core/timer/merge.ts'
import type { History, Kept } from './work.ts'

interface EntryRow extends Kept {
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
  commands: { id: string; device: string; sequence: number; isAccepted: boolean }[]
}

/** Everything that was kept, as it lies in the tables. */
export interface Found {
  entries: EntryRow[]
  timers: TimerRow[]
}

const ENTRIES = `
  select entry.user_id as "userId", entry.id, entry.session_key as "sessionKey",
    entry.started_at::float8 as "startedAt", entry.ended_at::float8 as "endedAt",
    entry.duration_ms::float8 as "durationMs",
    coalesce(json_agg(json_build_array(segment.started_at, segment.ended_at) order by segment.started_at)
      filter (where segment.entry_id is not null), '[]') as segments
  from time_entries entry
  left join time_entry_segments segment on segment.user_id = entry.user_id and segment.entry_id = entry.id
  group by entry.user_id, entry.id`

const TIMERS = `
  select users.id as "userId", timers.revision::float8 as revision, timers.settled_at::float8 as "settledAt",
    (select coalesce(json_agg(timer_runs.run::json), '[]') from timer_runs where user_id = users.id) as runs,
    (select coalesce(json_agg(json_build_object('id', id, 'device', device, 'sequence', sequence,
      'isAccepted', is_accepted = 1)), '[]') from timer_commands where user_id = users.id) as commands
  from users left join timers on timers.user_id = users.id`

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

export async function readAll(url: string): Promise<Found> {
  return { entries: await query<EntryRow>(url, ENTRIES), timers: await query<TimerRow>(url, TIMERS) }
}

/** How the revisions of all timers stand. */
export async function readRevisions(url: string) {
  const rows = await query<{ id: string; revision: number }>(
    url,
    'select user_id as id, revision::float8 as revision from timers',
  )
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** Compares what was acknowledged with what is there. */
export function compare(histories: readonly History[], { entries, timers }: Found) {
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

/** Whatever was begun and not finished: each of these is written in one transaction with what it hangs on. */
export function findHalves({ entries, timers }: Found) {
  return [...entries.flatMap(halfEntry), ...timers.flatMap((timer) => halfTimer(timer, entries))]
}

function halfEntry({ id, segments, startedAt, endedAt, durationMs }: EntryRow) {
  const worked = segments.reduce((sum, [start, end]) => sum + end - start, 0)
  const isWhole = segments[0]?.[0] === startedAt && segments.at(-1)?.[1] === endedAt && worked === durationMs
  return isWhole ? [] : [`entry ${id} has ${segments.length} segments of ${worked} ms for ${durationMs} ms`]
}

function halfTimer({ userId, revision, settledAt, runs, commands }: TimerRow, entries: EntryRow[]) {
  const halves: string[] = []
  // Those without an id are waits that a command has ended.
  const logged = new Set(runs.flatMap(({ log }) => log.flatMap(({ id }) => id ?? [])))
  const accepted = new Set(commands.flatMap(({ id, isAccepted }) => (isAccepted ? id : [])))
  const unheard = [...logged].filter((id) => !accepted.has(id)).length
  const undone = [...accepted].filter((id) => !logged.has(id)).length
  if (unheard > 0) halves.push(`timer of ${userId} has done ${unheard} commands that it never heard`)
  if (undone > 0) halves.push(`timer of ${userId} has heard ${undone} commands and not done them`)
  if ((revision ?? 0) < accepted.size)
    halves.push(`timer of ${userId}: revision ${revision}, ${accepted.size} commands`)
  for (const [device, heard] of Map.groupBy(commands, ({ device }) => device))
    if (Math.max(...heard.map(({ sequence }) => sequence)) !== heard.length) halves.push(`device ${device} has a gap`)
  return [...halves, ...strayEntries({ userId, settledAt, runs }, entries)]
}

/** What the runs say must be there, against the entries that are. */
function strayEntries({ userId, settledAt, runs }: Pick<TimerRow, 'userId' | 'settledAt' | 'runs'>, all: EntryRow[]) {
  const inOrder = runs.toSorted((a, b) => startOf(a).at - startOf(b).at || (a.id < b.id ? -1 : 1))
  const saved = sessionsAt({ revision: 0, runs: inOrder, sequences: {} }, settledAt ?? 0).filter(
    ({ status }) => status === 'saved',
  )
  const wanted = new Map(saved.map(({ entryId, stretches }) => [entryId, stretches]))
  const there = all.filter((entry) => entry.userId === userId && entry.sessionKey !== null)
  const stray = there.filter(({ id, segments }) => !isDeepStrictEqual(wanted.get(id), segments))
  const missing = wanted.size - there.length
  return [
    ...stray.map(({ id }) => `entry ${id} is not what its run says`),
    ...(missing > 0 ? [`${missing} sessions of ${userId} have no entry`] : []),
  ]
}
