import { type FocusSession, focusSessionsAt, mayMakeEntry } from '#core/timer/focus-sessions.ts'
import {
  byStart,
  EMPTY_HISTORY,
  lastCommandIdOf,
  type Run,
  startEventOf,
  type TimerHistory,
} from '#core/timer/history.ts'
import { type RunExtent, runExtentsAt } from '#core/timer/run-extents.ts'
import {
  type ChangeScope,
  type ChangeWindow,
  commandWindowOf,
  extendWindow,
  isInWindow,
  latestWindowOf,
  toBoundary,
} from '#core/timer/affected-runs.ts'

interface StoredRun extends RunExtent {
  run: Run
}

/** Stores runs as a server does: loads only the runs that a change affects, and writes only those that have changed. */
export class StoredRuns {
  #rows = new Map<string, StoredRun>()
  #focusSessions = new Map<string, FocusSession>()
  #settledAt = 0

  change(scope: ChangeScope, now: number, edit: (part: TimerHistory) => TimerHistory) {
    const part = { ...EMPTY_HISTORY, runs: this.#load(scope) }
    this.#write([part, this.#settledAt], [edit(part), now])
    this.#settledAt = now
  }

  /** The affected runs, and the starts of those that stop them. */
  #load(scope: ChangeScope): Run[] {
    const rows = [...this.#rows.values()].toSorted((a, b) => byStart(a.run, b.run))
    const target = rows.find(({ run }) => run.id === scope.runId)
    const position = toPosition(scope, target)
    const blocks = this.#findWindows(scope, rows, target).map((window) => findAffected(rows, window))
    const boundaries = blocks.flatMap((block) => {
      const last = block.at(-1)
      const end = last && isAfter(last, position) ? { startedAt: last.startedAt, id: last.run.id } : position
      return findNext(rows, end) ?? []
    })
    const affected = new Set([...blocks.flat(), ...(target ? [target] : [])])
    const stops = new Set(boundaries.filter((row) => !affected.has(row)))
    return rows.flatMap((row) =>
      affected.has(row) ? row.run : stops.has(row) ? toBoundary(row.run.id, row.startedAt) : [],
    )
  }

  #findWindows(scope: ChangeScope, rows: readonly StoredRun[], target: StoredRun | undefined): ChangeWindow[] {
    const latest = rows.at(-1)
    const entryId = scope.start?.entryId ?? (target && startEventOf(target.run).continues?.entryId) ?? ''
    const command = commandWindowOf(scope, {
      target,
      next: findNext(rows, toPosition(scope, target)),
      entry: this.#findEntry(entryId),
      makers: rows.filter(({ run }) => mayMakeEntry(run.id, entryId)),
      isInformed: latest !== undefined && scope.start?.base === lastCommandIdOf(latest.run),
    })
    return [...(command ? [command] : []), ...(latest ? [latestWindowOf(latest)] : [])]
  }

  #findEntry(entryId: string) {
    const saved = [...this.#focusSessions.values()].filter(({ status }) => status === 'saved')
    const segments = saved.find((focusSession) => focusSession.entryId === entryId)?.segments ?? []
    const [first, last] = [segments[0], segments.at(-1)]
    return first && last && { startedAt: first[0], endedAt: last[1] }
  }

  #write(before: [TimerHistory, number], after: [TimerHistory, number]) {
    const known = new Set(runExtentsAt(...before).map((row) => JSON.stringify(row)))
    for (const row of runExtentsAt(...after)) {
      const countsFrom = Math.min(row.countsFrom, this.#rows.get(row.run.id)?.countsFrom ?? Infinity)
      if (!known.has(JSON.stringify(row))) this.#rows.set(row.run.id, { ...row, countsFrom })
    }
    const left = new Set(after[0].runs.map(({ id }) => id))
    for (const { id } of before[0].runs) if (!left.has(id)) this.#rows.delete(id)
    const focusSessionsBefore = new Map(
      focusSessionsAt(...before).map((focusSession) => [focusSession.key, JSON.stringify(focusSession)]),
    )
    for (const focusSession of focusSessionsAt(...after)) {
      if (focusSessionsBefore.get(focusSession.key) !== JSON.stringify(focusSession))
        this.#focusSessions.set(focusSession.key, focusSession)
      focusSessionsBefore.delete(focusSession.key)
    }
    for (const key of focusSessionsBefore.keys()) this.#focusSessions.delete(key)
  }

  /** Throws if the stored rows differ from those of the whole history. */
  compare(whole: TimerHistory) {
    const extents = runExtentsAt(whole, this.#settledAt)
    const isStored = (extent: StoredRun) => isSameRun(this.#rows.get(extent.run.id), extent)
    if (extents.length !== this.#rows.size || !extents.every(isStored))
      throw new Error('I9 runs that were not loaded have changed')
    if (toComparableSet(focusSessionsAt(whole, this.#settledAt)) !== toComparableSet([...this.#focusSessions.values()]))
      throw new Error('I9 focus sessions that were not loaded have changed')
  }
}

/** A run may be stored with an earlier begin of its entry, which makes it load more than it needs. */
const isSameRun = (stored: StoredRun | undefined, { run, endedAt, countsFrom }: StoredRun) =>
  stored?.endedAt === endedAt && stored.countsFrom <= countsFrom && JSON.stringify(stored.run) === JSON.stringify(run)

interface Position {
  startedAt: number
  id: string
}

const toPosition = ({ at, runId = '' }: ChangeScope, target: StoredRun | undefined): Position => ({
  startedAt: target?.startedAt ?? at,
  id: runId,
})

const isAfter = ({ startedAt, run }: StoredRun, position: Position) =>
  startedAt > position.startedAt || (startedAt === position.startedAt && run.id > position.id)

/** The first run that starts after a position. The rows are in order of their starts. */
const findNext = (rows: readonly StoredRun[], position: Position) => rows.find((row) => isAfter(row, position))

function findAffected(rows: readonly StoredRun[], window: ChangeWindow): StoredRun[] {
  const affected = rows.filter((row) => isInWindow(row, window))
  const { from, to } = extendWindow(window, affected)
  return from === window.from && to === window.to ? affected : findAffected(rows, { from, to })
}

/** Equal for the same rows in any order. */
export const toComparableSet = (rows: readonly unknown[]) =>
  JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted())
