import { sql } from 'kysely'
import {
  type ChangeScope,
  type ChangeWindow,
  commandWindowOf,
  extendWindow,
  isInWindow,
  latestWindowOf,
  toBoundary,
} from '#core/timer/affected-runs.ts'
import { mayMakeEntry } from '#core/timer/focus-sessions.ts'
import { byStart, lastCommandIdOf, startEventOf } from '#core/timer/history.ts'
import type { RunExtent } from '#core/timer/run-extents.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { parseRun, selectLatestRun } from './run-queries.ts'

/** A stored run without its commands. */
interface ExtentRow extends RunExtent {
  id: string
  /** The length of its commands as JSON. */
  bytes: number
}

interface RunRow extends ExtentRow {
  run: string
  created_at: number
}

/** The ended runs that are searched for affected ones: more than a user makes in a year. */
const MAX_SEARCHED_RUNS = 4_000
/** The affected runs that are loaded: more than overlap in weeks of work on several devices. */
const MAX_LOADED_RUNS = 256
const MAX_LOADED_BYTES = 524_288
/** Ids are random, so more than one exists only on purpose. */
const MAX_SIMILAR_RUNS = 64

/**
 * Loads the runs that a change can affect, and those that the latest overlaps, in the order of their starts.
 * `isComplete` is false if a command in an older run affects too many runs: replaying all of them would block the server
 * for other users. Then only the latest run is loaded.
 */
export async function loadAffectedRuns(db: Db, userId: string, scope: ChangeScope) {
  const rows = await listRecentRuns(db, { userId, runId: scope.runId ?? null })
  const full = distinctById(rows.filter((row): row is RunRow => row.run !== null)).map(withParsedRun)
  const target = full.find(({ id }) => id === scope.runId)
  const latest = full.toSorted(byPosition).at(-1)
  const search: Search = { db, userId, recent: distinctById(rows) }
  const ofCommand = await findCommandBlock(search, scope, { target, latest })
  const isComplete = ofCommand.isComplete && countBytes(ofCommand.rows) <= MAX_LOADED_BYTES
  if (!isComplete && target !== latest)
    return { runs: latest ? [latest.parsed] : [], targetRun: target, latestRun: latest, isComplete }
  const ofLatest = latest ? await findBlock(search, latestWindowOf(latest)) : EMPTY_BLOCK
  const { rows: affected, boundary } = isComplete ? ofCommand : EMPTY_BLOCK
  const known = full.filter((row) => row === latest || isComplete)
  const runs = await loadRuns(search, known, { affected, ofLatest: ofLatest.rows })
  const isStop = boundary && !runs.some(({ id }) => id === boundary.id)
  return {
    runs: [...runs, ...(isStop ? [toBoundary(boundary.id, boundary.startedAt)] : [])].toSorted(byStart),
    targetRun: target,
    latestRun: latest,
    isComplete: true,
  }
}

type ParsedRow = ReturnType<typeof withParsedRun>

const withParsedRun = (row: RunRow) => ({ ...row, parsed: parseRun(row) })

interface Search {
  db: Db
  userId: string
  /** Runs that are known already: open runs, the latest, the target, and the last ended ones. */
  recent: readonly ExtentRow[]
}

interface Block {
  rows: readonly ExtentRow[]
  /** The run that stops the last of them. */
  boundary?: ExtentRow | undefined
  /** False if there are too many. */
  isComplete: boolean
}

const EMPTY_BLOCK: Block = { rows: [], isComplete: true }

interface NamedRuns {
  target: ParsedRow | undefined
  latest: ParsedRow | undefined
}

/** The runs that a command affects, and the run that stops the last of them. */
async function findCommandBlock(search: Search, scope: ChangeScope, { target, latest }: NamedRuns): Promise<Block> {
  const findNext = (after: Position) => findNextRun(search, after, latest)
  const next = await findNext(positionOf(scope, target))
  const entryId = scope.start?.entryId ?? (target && startEventOf(target.parsed).continues?.entryId)
  const entry = await findEntryTimes(search, entryId)
  const makers = await findMakers(search, entryId)
  const window = commandWindowOf(scope, { target, next, entry, makers, isInformed: isInformed(scope, latest) })
  if (window === undefined) return EMPTY_BLOCK
  const block = await findBlock(search, window)
  const rows = distinctById([...block.rows, ...(target ? [target] : [])])
  const last = rows.toSorted(byPosition).at(-1)
  const isNextAffected = next !== undefined && last !== undefined && byPosition(last, next) >= 0
  return { rows, isComplete: block.isComplete, boundary: isNextAffected ? await findNext(last) : next }
}

const positionOf = ({ at, runId = '' }: ChangeScope, target: Position | undefined): Position =>
  target ?? { startedAt: at, id: runId }

const isInformed = ({ start }: ChangeScope, latest: ParsedRow | undefined) =>
  latest !== undefined && start?.base === lastCommandIdOf(latest.parsed)

async function findNextRun({ db, userId }: Search, { startedAt, id }: Position, latest: Position | undefined) {
  if (latest === undefined || byPosition(latest, { startedAt, id }) <= 0) return undefined
  return (await listNextRun(db, { userId, startedAt, id }))[0]
}

async function findEntryTimes({ db, userId }: Search, id: string | undefined) {
  return id === undefined ? undefined : (await listEntryTimes(db, { userId, id }))[0]
}

/** The runs that may make an entry have its id, except for the end. */
async function findMakers({ db, userId }: Search, entryId: string | undefined) {
  if (entryId === undefined) return []
  const prefix = entryId.slice(0, -4)
  const rows = await listSimilarRuns(db, { userId, from: `${prefix}0000`, to: `${prefix}ffff` })
  return rows.filter(({ id }) => mayMakeEntry(id, entryId))
}

/** After these the window doubles each time, because each query could find only one more run. */
const MAX_EXACT_ROUNDS = 4

/** The runs in a window, and those that they overlap. */
async function findBlock(search: Search, initial: ChangeWindow): Promise<Block> {
  let window = initial
  for (let round = 1; ; round += 1) {
    const found = await listEndedSince(search, window)
    const rows = distinctById([...found, ...search.recent]).filter((row) => isInWindow(row, window))
    const { from, to } = extendWindow(window, rows)
    if ((from === window.from && to === window.to) || rows.length > MAX_LOADED_RUNS)
      return { rows, isComplete: rows.length <= MAX_LOADED_RUNS && !(await isTooFar(search, from)) }
    const length = to === Infinity ? initial.from - from : to - from
    const margin = round < MAX_EXACT_ROUNDS ? 0 : length
    window = { from: from - margin, to: to + margin }
  }
}

/** The ended runs that are not known yet and may be in the window. */
async function listEndedSince({ db, userId, recent }: Search, { from, to }: ChangeWindow) {
  if (hasAllSince(recent, from)) return []
  return listEndedRuns(db, { userId, from, to: Math.min(to, Number.MAX_SAFE_INTEGER) })
}

/** Whether the recent runs are all that ended since then. */
function hasAllSince(recent: readonly ExtentRow[], from: number) {
  const ended = recent.flatMap(({ endedAt }) => endedAt ?? [])
  return ended.length < RECENT_ENDED_RUNS || ended.filter((endedAt) => endedAt >= from).length < RECENT_ENDED_RUNS
}

async function isTooFar({ db, userId, recent }: Search, from: number) {
  return !hasAllSince(recent, from) && (await listUnsearchedRun(db, { userId, from })).length > 0
}

/** Loads all affected runs, and of those that the latest overlaps as many as the limits allow. */
async function loadRuns({ db, userId }: Search, known: readonly ParsedRow[], { affected, ofLatest }: RowsToLoad) {
  const wanted = new Map(affected.map((row) => [row.id, row]))
  let bytes = countBytes(affected)
  for (const row of ofLatest) {
    if (wanted.has(row.id) || wanted.size >= 2 * MAX_LOADED_RUNS || bytes + row.bytes > 2 * MAX_LOADED_BYTES) continue
    bytes += row.bytes
    wanted.set(row.id, row)
  }
  for (const { id } of known) wanted.delete(id)
  const found = wanted.size === 0 ? [] : await listRunsById(db, { userId, ids: JSON.stringify([...wanted.keys()]) })
  return [...known.map(({ parsed }) => parsed), ...found.map(parseRun)]
}

interface RowsToLoad {
  affected: readonly ExtentRow[]
  ofLatest: readonly ExtentRow[]
}

const countBytes = (rows: readonly ExtentRow[]) => rows.reduce((sum, { bytes }) => sum + bytes, 0)

function distinctById<Row extends ExtentRow>(rows: readonly Row[]) {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** A place in the order of the starts. */
interface Position {
  startedAt: number
  id: string
}

const byPosition = (a: Position, b: Position) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

const listEntryTimes = compileOnce((db, { userId, id }: { userId: string; id: string }) =>
  db
    .selectFrom('time_entries')
    .select(['started_at as startedAt', 'ended_at as endedAt'])
    .where('user_id', '=', userId)
    .where('id', '=', id),
)

const listSimilarRuns = compileOnce((db, { userId, from, to }: { userId: string; from: string; to: string }) =>
  selectRuns(db, userId)
    .select([...EXTENT, bytes])
    .where('id', '>=', from)
    .where('id', '<=', to)
    .limit(MAX_SIMILAR_RUNS),
)

const EXTENT = ['id', 'started_at as startedAt', 'counts_from as countsFrom', 'ended_at as endedAt'] as const
const bytes = sql<number>`octet_length(run)`.as('bytes')
const FULL = [...EXTENT, bytes, sql<string | null>`run`.as('run'), sql<number>`created_at`.as('created_at')] as const
const WITHOUT_COMMANDS = [
  ...EXTENT,
  bytes,
  sql<string | null>`cast(null as text)`.as('run'),
  sql<number>`created_at`.as('created_at'),
] as const

const selectRuns = (db: Db, userId: string) => db.selectFrom('timer_runs').where('user_id', '=', userId)

const selectEnded = (db: Db, userId: string) =>
  selectRuns(db, userId).where('ended_at', 'is not', null).orderBy('ended_at', 'desc')

const RECENT_ENDED_RUNS = 8
/**
 * The target and the latest with their commands, the open and the last ended without. A union, because SQLite scans all
 * runs for an `or`.
 */
const listRecentRuns = compileOnce((db, { userId, runId }: { userId: string; runId: string | null }) =>
  db
    .selectFrom(selectEnded(db, userId).select(WITHOUT_COMMANDS).limit(RECENT_ENDED_RUNS).as('ended'))
    .selectAll()
    .unionAll(selectRuns(db, userId).select(WITHOUT_COMMANDS).where('ended_at', 'is', null))
    .unionAll(db.selectFrom(selectLatestRun(db, userId).select(FULL).as('latest')).selectAll())
    .unionAll(selectRuns(db, userId).select(FULL).where('id', '=', runId)),
)

const listNextRun = compileOnce((db, { userId, startedAt, id }: Position & { userId: string }) =>
  selectRuns(db, userId)
    .select([...EXTENT, bytes])
    .where((row) => row(row.refTuple('started_at', 'id'), '>', row.tuple(startedAt, id)))
    .orderBy('started_at')
    .orderBy('id')
    .limit(1),
)

const listEndedRuns = compileOnce((db, { userId, from, to }: ChangeWindow & { userId: string }) =>
  db
    .selectFrom(
      selectEnded(db, userId)
        .select([...EXTENT, bytes])
        .where('ended_at', '>=', from)
        .limit(MAX_SEARCHED_RUNS)
        .as('searched'),
    )
    .selectAll()
    .where('countsFrom', '<', to),
)

const listUnsearchedRun = compileOnce((db, { userId, from }: { userId: string; from: number }) =>
  selectEnded(db, userId).select('id').where('ended_at', '>=', from).limit(1).offset(MAX_SEARCHED_RUNS),
)

const listRunsById = compileOnce((db, { userId, ids }: { userId: string; ids: string }) =>
  selectRuns(db, userId)
    .select('run')
    .where(isOneOf(db, 'id', ids)),
)
