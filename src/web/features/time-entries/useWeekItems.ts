import { useMemo } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { elapsedAt, type TimerState } from '#core/timer/state.ts'
import type { Stretch } from '#core/timer/stretches.ts'
import { useTimer } from '#web/features/timer/queries.ts'
import { spanOf, stretchesOf } from './day-groups.ts'
import { type Names, useNames } from './useNames.ts'
import type { WeekItem } from './week/week-item.ts'

const LIVE = 'live'
/** A minute is a line on the ruler: nothing of it needs every second. */
const STEP_MS = 10_000

/** Entries as blocks of the week, and what the timer is working on, unless only some are wanted. */
export function useWeekItems(entries: readonly TimeEntry[], isNarrowed: boolean) {
  const names = useNames()
  const view = useTimer((timer) => timer.view)
  const now = useTimer((timer) => Math.floor(timer.now / STEP_MS) * STEP_MS)
  return useMemo(() => {
    const live = isNarrowed ? undefined : liveItem(view, Math.max(now, view.lastAt), names)
    // What is continued is in the live block already.
    const saved = entries.filter(({ id }) => live === undefined || id !== view.entryId)
    return [...saved.map((entry) => toItem(entry, names)), ...(live ? [live] : [])]
  }, [entries, names, view, now, isNarrowed])
}

function toItem(entry: TimeEntry, names: Names): WeekItem {
  const { id, duration, project, task, notes } = entry
  const [start, end] = spanOf(entry)
  const work = { stretches: stretchesOf(entry), duration }
  return { id, start, end, ...work, ...tellSubject({ project, task, notes }, names), isLive: false }
}

function liveItem(view: TimerState, now: number, names: Names): WeekItem | undefined {
  const { mode, subject, stretches, runningSince } = view
  const open: Stretch[] = runningSince !== null && now > runningSince ? [[runningSince, now]] : []
  const worked = [...stretches, ...open]
  const [first, last] = [worked[0], worked.at(-1)]
  if (mode === 'break' || subject === null || first === undefined || last === undefined) return undefined
  const { projectId: project, taskId: task, notes } = subject
  const work = { stretches: worked, duration: elapsedAt(view, now) }
  return { id: LIVE, start: first[0], end: last[1], ...work, ...tellSubject({ project, task, notes }, names), isLive: true } // prettier-ignore
}

function tellSubject({ project, task, notes }: Pick<TimeEntry, 'project' | 'task' | 'notes'>, names: Names) {
  const known = names.project(project)
  const details = [names.task(task)?.name, notes].filter(Boolean).join(' · ')
  return { name: known?.name ?? '…', color: known?.color ?? '#888888', details }
}
