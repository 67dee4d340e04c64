import type { Segment } from '#core/time/segments.ts'
import { planRun } from '#core/timer/planned-work.ts'
import { type AutoStart, breakMsAfter, type TimerConfig, type TimerState } from '#core/timer/state.ts'
import type { PlanItem } from './day-plan.ts'

interface ForecastOptions {
  now: number
  state: TimerState
  /** The lengths of the runs to come. */
  config: TimerConfig
  autoStart: AutoStart
}

export interface ForecastSession<Task> {
  /** Undefined if the active run is on other work. */
  task: Task | undefined
  segment: Segment
}

interface Forecast<Task> {
  sessions: ForecastSession<Task>[]
  /** Whether a phase to come waits for its user, so that the day may end later. */
  isEarliest: boolean
}

/**
 * The sessions that are left, one after the other with their breaks. The active run comes first: with the sessions that
 * the plan has left for its task, or with all of its own if its task is not planned. Those that follow count on from it,
 * so that a long break comes after as many sessions as in a run.
 */
export function forecastPlan<Task extends { id: string }>(
  items: readonly PlanItem<Task>[],
  { now, state, config, autoStart }: ForecastOptions,
): Forecast<Task> {
  const taskId = state.status === 'idle' ? null : state.subject?.taskId
  const active = items.find(({ task }) => task.id === taskId)
  const run = planRun(state, now, active && countLeft(active))
  const sessions: ForecastSession<Task>[] = run.work.map((segment) => ({ task: active?.task, segment }))
  let { until, repetition } = run
  for (const item of items) {
    const left = countLeft(item) - (item === active ? run.sessions : 0)
    for (let session = 0; session < left; session += 1) {
      const end = until + config.workMs
      sessions.push({ task: item.task, segment: [until, end] })
      repetition += 1
      until = end + breakMsAfter(config, repetition)
    }
  }
  const hasNext = sessions.some(({ segment: [start] }) => start > now)
  return { sessions, isEarliest: hasNext && !(autoStart.breaks && autoStart.work) }
}

const countLeft = ({ sessions, done, isDone }: PlanItem<unknown>) => (isDone ? 0 : Math.max(0, sessions - done))
