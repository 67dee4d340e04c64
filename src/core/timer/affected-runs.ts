import type { Command } from './command.ts'
import type { Run } from './history.ts'
import { countingStartOf, type RunExtent } from './run-extents.ts'
import { IDLE } from './state.ts'
import { clampToDay } from './work-start.ts'

/** The part of a change of the timer that is known before any run is loaded. */
export interface ChangeScope {
  /** The command's time. */
  at: number
  /** The run that the command starts or changes. Without it only time has passed. */
  runId?: string
  /** Only for a correction of the start: the earliest time that it may add. */
  countsFrom?: number
  /** Only for a start. */
  start?: {
    countsFrom: number
    /** The entry that the run continues. */
    entryId: string | undefined
    base: string | null
  }
}

export function changeScopeOf({ event, base }: Pick<Command, 'event' | 'base'>, now: number): ChangeScope {
  const { type, runId } = event
  const at = Math.min(event.at, now)
  if (type === 'begin') return { at, runId, countsFrom: clampToDay(event.startedAt, at) }
  if (type !== 'start') return { at, runId }
  const countsFrom = Math.min(countingStartOf(event), now)
  return { at, runId, start: { countsFrom, entryId: event.continues?.entryId, base } }
}

/** The time in which a change can have an effect. It has no end if nothing stops the changed run. */
export interface ChangeWindow {
  from: number
  to: number
}

/** The stored data that determine where a command has an effect. */
export interface ScopeRuns {
  target?: RunExtent | undefined
  /** The run after the target, or after the start of a new run, in order of the starts. */
  next?: RunExtent | undefined
  /** The entry that the target or a start continues, as it is stored. */
  entry?: { startedAt: number; endedAt: number } | undefined
  /** The runs that may have made that entry, also if they have not: late commands may still change that. */
  makers: readonly RunExtent[]
  /** Whether a start follows the latest run. It then begins at the end of that run if its own time is earlier. */
  isInformed: boolean
}

/**
 * The next run stops a changed run, unless one of its own commands is later. If the run continues an entry, all runs
 * with a part in the entry are in the window: they may be later than the run if the clock of its device is slow.
 */
export function commandWindowOf(scope: ChangeScope, runs: ScopeRuns): ChangeWindow | undefined {
  const { start } = scope
  const changed = start ?? runs.target
  if (changed === undefined) return undefined
  const continued = runs.makers.map(({ countsFrom, startedAt, endedAt }) => ({
    startedAt: countsFrom,
    // A run without length is in the window as well.
    endedAt: Math.max(endedAt ?? Infinity, startedAt + 1),
  }))
  if (runs.entry) continued.push(runs.entry)
  return {
    from: Math.min(changed.countsFrom, scope.countsFrom ?? Infinity, ...continued.map(({ startedAt }) => startedAt)),
    to: Math.max(effectEndOf(scope, runs), ...continued.map(({ endedAt }) => endedAt)),
  }
}

function effectEndOf({ at, start }: ChangeScope, { target, next, isInformed }: ScopeRuns) {
  const stopAt = next?.startedAt ?? Infinity
  if (start === undefined) return Math.max(target?.endedAt ?? Infinity, stopAt, at)
  return isInformed ? Infinity : stopAt
}

/** The latest run may change without a command: its phases end, and it is put on hold while its user is absent. */
export const latestWindowOf = ({ countsFrom }: RunExtent): ChangeWindow => ({ from: countsFrom, to: Infinity })

/** Runs that only touch a window share no time with it. A run without length belongs to the time that it begins. */
export const isInWindow = ({ startedAt, countsFrom, endedAt }: RunExtent, { from, to }: ChangeWindow) =>
  (startedAt >= from || (endedAt ?? Infinity) > from) && countsFrom < to

/**
 * Extends a window over the runs in it: a change of one run affects those that it overlaps, because the later run
 * counts the shared time. To be repeated with the runs in the result until there are no more.
 */
export function extendWindow({ from, to }: ChangeWindow, affected: readonly RunExtent[]): ChangeWindow {
  return {
    from: affected.reduce((earliest, { countsFrom }) => Math.min(earliest, countsFrom), from),
    to: affected.reduce((latest, { endedAt }) => Math.max(latest, endedAt ?? Infinity), to),
  }
}

/** Stands for the unaffected run that stops the last affected one: only its start counts. */
export function toBoundary(runId: string, at: number): Run {
  const subject = { projectId: '', taskId: null, notes: '', tags: [] }
  const start = { type: 'start', at, runId, subject, config: IDLE.config, isInfinite: false } as const
  const stop = { type: 'stop', at, runId, phase: 0, save: false } as const
  return {
    id: runId,
    log: [
      { id: null, event: start },
      { id: null, event: stop },
    ],
    kept: [],
    heldAt: null,
  }
}
