import type { Summary } from '#contract/reports.ts'
import type { Task } from '#contract/tasks.ts'
import { byName } from '#core/text/by-name.ts'

interface TaskTime {
  /** Undefined: the time without a task. */
  task: Task | undefined
  milliseconds: number
}

/** The tasks of a project with their time, the longest first. Completed ones without time are left out. */
export function toTaskTimes(tasks: readonly Task[], lines: Summary['lines']): TaskTime[] {
  const times = new Map(lines.map(({ key, milliseconds }) => [key, milliseconds]))
  const rows = tasks
    .toSorted(byName)
    .map((task) => ({ task, milliseconds: times.get(task.id) ?? 0 }))
    .filter(({ task, milliseconds }) => milliseconds > 0 || task.status !== 'completed')
  const withoutTask = times.get(null) ?? 0
  const rest = withoutTask > 0 ? [{ task: undefined, milliseconds: withoutTask }] : []
  return [...rows, ...rest].toSorted((a, b) => b.milliseconds - a.milliseconds)
}
