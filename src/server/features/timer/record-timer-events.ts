import type { TimerEventData } from '#contract/integrations/webhook-payloads.ts'
import { elapsedAt, deadlineOf, isWaiting, type TimerState } from '#core/timer/state.ts'
import { timerEventsOf, type TimerHappening } from '#core/webhooks/timer-events.ts'
import type { Db } from '#server/db/connect.ts'
import { toIsoTime } from '#server/db/values.ts'
import { recordEvents } from '#server/outbound/record-events.ts'

interface TimerStates {
  before: TimerState
  after: TimerState
  now: number
}

export async function recordTimerEvents(db: Db, userId: string, { before, after, now }: TimerStates) {
  const happenings = timerEventsOf(before, after, now)
  await recordEvents(
    db,
    userId,
    now,
    happenings.map((happening) => ({ type: happening.type, data: toData(happening, before, now) })),
  )
}

/** After the end of the last phase there is no run any more, so the data is that of the run which has ended. */
function toData(happening: TimerHappening, before: TimerState, now: number): TimerEventData {
  const isOver = happening.type === 'timer.stopped' || happening.state.runId === null
  const state = happening.state.runId === null ? before : happening.state
  const { mode, phase, repetition, config } = state
  const endsAt = isOver ? null : deadlineOf(state)
  return {
    id: String(state.runId),
    status: isOver ? 'stopped' : statusOf(state),
    mode,
    phase,
    repetition,
    repetitions: state.isInfinite ? null : config.repetitions,
    elapsed: elapsedAt(state, now),
    planned: state.phaseMs,
    endsAt: endsAt === null ? null : toIsoTime(endsAt),
    ...toSubject(state),
    ...('phase' in happening && { ended: { phase: happening.phase, mode: happening.mode } }),
  }
}

function statusOf(state: TimerState) {
  if (isWaiting(state)) return 'waiting'
  return state.status === 'running' ? 'running' : 'paused'
}

const toSubject = ({ subject }: TimerState) => ({
  project: subject?.projectId ?? null,
  task: subject?.taskId ?? null,
  tags: [...(subject?.tags ?? [])],
  notes: subject?.notes ?? '',
})
