import { MINUTE_MS } from '#core/time/units.ts'
import { elapsedAt, type TimerState } from '#core/timer/state.ts'

/** A request to end the current phase that needs confirmation. */
export interface EndPhaseRequest {
  action: 'stop' | 'skip' | 'reset'
  /** When the user clicked. The phase ends then, however long the dialog stays open. */
  at: number
  runId: string | null
  workedMs: number
  /** Less than a minute was worked, which may not be worth saving. */
  isShort: boolean
}

export interface EndPhaseConfirmation {
  request: EndPhaseRequest
  onAnswer: (save: boolean) => void
  onCancel: () => void
}

/** A request of a user who clicked at `at`. Breaks are no work. */
export function toEndPhaseRequest(view: TimerState, action: EndPhaseRequest['action'], at: number): EndPhaseRequest {
  const workedMs = view.mode === 'work' ? elapsedAt(view, at) : 0
  return { action, at, runId: view.runId, workedMs, isShort: workedMs < MINUTE_MS }
}
