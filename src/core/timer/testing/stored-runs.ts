import { type FocusSession, focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { EMPTY_HISTORY, type Run, type TimerHistory } from '#core/timer/history.ts'
import { type RunExtent, runExtentsAt } from '#core/timer/run-extents.ts'
import { byEndDescending, countAffectedRuns, type ChangeScope } from '#core/timer/affected-runs.ts'

interface StoredRun extends RunExtent {
  run: Run
}

/** Stores runs as a server does: loads only the runs that a change affects, and writes only those that have changed. */
export class StoredRuns {
  #rows = new Map<string, StoredRun>()
  #focusSessions = new Map<string, FocusSession>()
  #settledAt = 0

  change({ runId, from, entryId }: ChangeScope, now: number, edit: (part: TimerHistory) => TimerHistory) {
    const rows = [...this.#rows.values()].toSorted(byStart)
    const required = rows.filter(({ run, endedAt }) => endedAt === null || run.id === runId)
    const ended = rows.filter(({ endedAt }) => endedAt !== null).toSorted(byEndDescending)
    const starts = [...required.map((row) => row.countsFrom), ...this.#startsOf(entryId)]
    const count = countAffectedRuns(ended, Math.min(from, ...starts))
    const affected = new Set([...required, ...rows.slice(-1), ...ended.slice(0, count)])
    const part = { ...EMPTY_HISTORY, runs: rows.filter((row) => affected.has(row)).map(({ run }) => run) }
    this.#write([part, this.#settledAt], [edit(part), now])
    this.#settledAt = now
  }

  #startsOf(entryId: string | undefined) {
    const saved = [...this.#focusSessions.values()].filter((focusSession) => focusSession.entryId === entryId)
    return saved.flatMap(({ status, segments: [first] }) => (status === 'saved' && first ? [first[0]] : []))
  }

  #write(before: [TimerHistory, number], after: [TimerHistory, number]) {
    const known = new Set(runExtentsAt(...before).map((row) => JSON.stringify(row)))
    for (const row of runExtentsAt(...after)) if (!known.has(JSON.stringify(row))) this.#rows.set(row.run.id, row)
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
    if (toComparableSet([...this.#rows.values()]) !== toComparableSet(runExtentsAt(whole, this.#settledAt)))
      throw new Error('I9 runs that were not loaded have changed')
    if (toComparableSet(focusSessionsAt(whole, this.#settledAt)) !== toComparableSet([...this.#focusSessions.values()]))
      throw new Error('I9 focus sessions that were not loaded have changed')
  }
}

const byStart = (a: StoredRun, b: StoredRun) => a.startedAt - b.startedAt || (a.run.id < b.run.id ? -1 : 1)

/** Equal for the same rows in any order. */
export const toComparableSet = (rows: readonly unknown[]) =>
  JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted())
