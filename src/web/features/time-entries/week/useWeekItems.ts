import { useMemo } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import type { TimerState } from '#core/timer/state.ts'
import { boundsOf, segmentsOf } from '#web/features/time-entries/data/day-groups.ts'
import { type NameLookup, useNameLookup } from '#web/features/time-entries/data/useNameLookup.ts'
import { runningEntryAt, useTimer } from '#web/features/timer/queries.ts'
import type { WeekItem } from './grid/week-item.ts'

const RUNNING_ID = 'running'
/** A minute is about one pixel high, so updates every second would not be visible. */
const REFRESH_INTERVAL_MS = 10_000

/** The entries as blocks of the week. Unless the list is filtered, the timer's running work is added. */
export function useWeekItems(entries: readonly TimeEntry[], isFiltered: boolean) {
  const names = useNameLookup()
  const view = useTimer((timer) => timer.view)
  const now = useTimer((timer) => Math.floor(timer.now / REFRESH_INTERVAL_MS) * REFRESH_INTERVAL_MS)
  return useMemo(() => {
    const running = isFiltered ? undefined : toRunningItem(view, Math.max(now, view.lastAt), names)
    // The running block includes the entry that the timer continues.
    const saved = entries.filter(({ id }) => running === undefined || id !== view.entryId)
    return [...saved.map((entry) => toWeekItem(entry, names)), ...(running ? [running] : [])]
  }, [entries, names, view, now, isFiltered])
}

function toWeekItem(entry: TimeEntry, names: NameLookup): WeekItem {
  const { id, duration, project, task, notes } = entry
  const [start, end] = boundsOf(entry)
  const work = { segments: segmentsOf(entry), duration }
  return { id, start, end, ...work, ...describeSubject({ project, task, notes }, names), isRunning: false }
}

function toRunningItem(view: TimerState, now: number, names: NameLookup): WeekItem | undefined {
  const running = runningEntryAt(view, now)
  if (running === null) return undefined
  const { projectId: project, taskId: task, notes, segments, startedAt: start, elapsedMs: duration } = running
  const work = { start, end: segments.at(-1)?.[1] ?? start, segments, duration }
  return { id: RUNNING_ID, ...work, ...describeSubject({ project, task, notes }, names), isRunning: true }
}

function describeSubject({ project, task, notes }: Pick<TimeEntry, 'project' | 'task' | 'notes'>, names: NameLookup) {
  const known = names.project(project)
  const details = [names.task(task)?.name, notes].filter(Boolean).join(' · ')
  return { name: known?.name ?? '…', color: known?.color ?? '#888888', details }
}
