import { sql } from 'kysely'
import { TimerSnapshot } from '#contract/timer.ts'
import { type FocusSession, focusSessionsAt } from '#core/timer/focus-sessions.ts'
import type { Run, TimerHistory } from '#core/timer/history.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { runExtentsAt } from '#core/timer/run-extents.ts'
import { deadlineOf } from '#core/timer/state.ts'
import type { Database, Db } from '#server/db/connect.ts'
import { createCheckResult, type CheckResult } from './check-result.ts'
import { binaryCollation, jsonToRows, readPages } from './read-pages.ts'

type Engine = Database['engine']

const BATCH_SIZE = 500

/** A run, with columns of its timer. */
interface RunRow {
  user_id: string
  id: string
  run: string
  started_at: number
  counts_from: number
  ended_at: number | null
  saved_until: number
  due_at: number | null
  /** The latest end of all earlier runs; null for the first run. */
  previous_end: number | null
}

/** Runs of a user that touch each other, the latest first. Their focus sessions depend on no other run. */
type RunGroup = RunRow[]

/** Compares the stored timers and time entries with what `core/timer` computes from the runs. */
export async function checkTimers(db: Db, engine: Engine): Promise<CheckResult[]> {
  const readable = createCheckResult('runs can be read')
  const extents = createCheckResult('stored starts and ends of runs match their logs')
  const due = createCheckResult('timers are due when their run is')
  const missing = createCheckResult('saved focus sessions have their time entry')
  const expected: ExpectedEntry[] = []
  let user = ''

  for await (const group of readRunGroups(db, engine)) {
    const [latest] = group as [RunRow]
    const isLatestGroup = latest.user_id !== user
    user = latest.user_id
    const runs = group.map(({ run }) => parseRun(run))
    for (const [index, run] of runs.entries())
      readable.record(run?.id === group[index]!.id, () => describeRun(group[index]!))
    if (runs.includes(undefined)) continue
    const history: TimerHistory = { revision: 0, runs: (runs as Run[]).toReversed(), sequences: {} }
    for (const [index, extent] of runExtentsAt(history, latest.saved_until).toReversed().entries())
      extents.record(matchesRow(group[index]!, extent), () => describeRun(group[index]!))
    if (isLatestGroup)
      due.record(latest.due_at === deadlineOf(timerStateAt(history, latest.saved_until)), () => `user ${user}`)
    expected.push(
      ...focusSessionsAt(history, latest.saved_until)
        .filter(mustHaveEntry)
        .map((session) => toExpectedEntry(user, session)),
    )
  }
  // After the loop, because SQLite's only connection is busy while it streams the runs.
  for (let first = 0; first < expected.length; first += BATCH_SIZE) {
    const batch = expected.slice(first, first + BATCH_SIZE)
    const withoutEntry = await findMissingEntries(db, engine, batch)
    for (const { userId, key } of batch)
      missing.record(!withoutEntry.has(`${userId} ${key}`), () => `${key} of user ${userId}`)
  }
  return [readable, extents, due, missing].map(({ result }) => result)
}

const describeRun = ({ user_id, id }: RunRow) => `${id} of user ${user_id}`

const matchesRow = (row: RunRow, { startedAt, countsFrom, endedAt }: ReturnType<typeof runExtentsAt>[number]) =>
  row.started_at === startedAt && row.counts_from === countsFrom && row.ended_at === endedAt

function parseRun(text: string) {
  try {
    return TimerSnapshot.parse({ revision: 0, now: 0, run: JSON.parse(text) }).run ?? undefined
  } catch {
    return undefined
  }
}

async function* readRunGroups(db: Db, engine: Engine): AsyncGenerator<RunGroup> {
  const id = sql`run.id${binaryCollation(engine)}`
  const from = sql<RunRow>`(
    select run.*, coalesce(timer.saved_until, 0) as saved_until, timer.due_at,
      max(coalesce(run.ended_at, ${sql.lit(Number.MAX_SAFE_INTEGER)})) over (
        partition by run.user_id order by run.started_at, ${id} rows between unbounded preceding and 1 preceding
      ) as previous_end
    from timer_runs run left join timers timer on timer.user_id = run.user_id)`
  const orderBy = sql`user_id, started_at desc, id${binaryCollation(engine)} desc`
  let group: RunGroup = []
  let countsFrom = Infinity
  for await (const page of readPages(db, engine, { from, orderBy }))
    for (const row of page) {
      group.push(row)
      countsFrom = Math.min(countsFrom, row.counts_from)
      if (row.previous_end !== null && row.previous_end >= countsFrom) continue
      yield group
      group = []
      countsFrom = Infinity
    }
}

interface ExpectedEntry {
  userId: string
  key: string
  projectId: string
  taskId: string | null
}

/** A focus session that continues an entry may have none, if the user has filled its time with other entries. */
const mustHaveEntry = ({ status, inheritedSegments: inherited }: FocusSession) =>
  status === 'saved' && inherited.length === 0

const toExpectedEntry = (userId: string, { key, subject }: FocusSession): ExpectedEntry => ({
  userId,
  key,
  projectId: subject.projectId,
  taskId: subject.taskId,
})

/** Finds focus sessions without their entry, unless the user has edited or deleted it, its project or its task. */
async function findMissingEntries(db: Db, engine: Engine, expected: readonly ExpectedEntry[]) {
  const lines = expected.map(({ userId, key, projectId, taskId }) => JSON.stringify([userId, key, projectId, taskId]))
  const { rows } = await sql<{ user_id: string; key: string }>`
    select user_id, key from (
      select line.value ->> 0 as user_id, line.value ->> 1 as key, line.value ->> 2 as project, line.value ->> 3 as task
      from ${jsonToRows(engine, lines)} as line
    ) session
    where not exists (select 1 from time_entries e where e.user_id = session.user_id and e.focus_session_key = session.key)
    and not exists (select 1 from focus_session_overrides o where o.user_id = session.user_id and o.focus_session_key = session.key)
    and exists (select 1 from projects p where p.user_id = session.user_id and p.id = session.project)
    and (task is null or exists (select 1 from tasks t where t.user_id = session.user_id and t.id = session.task))
  `.execute(db)
  return new Set(rows.map(({ user_id, key }) => `${user_id} ${key}`))
}
