import { timerStateAt } from '#core/timer/replay.ts'
import type { TimerState } from '#core/timer/state.ts'
import { newId } from '#web/api/new-id.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'
import { appendCommand, type DeviceTimerState } from '#web/features/timer/outbox/device-state.ts'
import type { Outbox } from '#web/features/timer/outbox/outbox.ts'
import { predictHistory, type CommandInput, type RejectionCode, toCommand } from './prediction.ts'
import type { TimerStore } from '#web/features/timer/store.ts'

export type CommandOutcome = { ok: true } | { ok: false; code: RejectionCode }

/** What a press means for the timer as it stands. */
type ToCommandInput = (view: TimerState) => CommandInput | RejectionCode

export interface SubmitCommandOptions {
  store: TimerStore
  clock: Clock
  /** Undefined: nobody is signed in. */
  outbox: () => Outbox | undefined
  /** What the server says of the timer has come, or none is to be expected. */
  whenFresh: () => Promise<void> | undefined
  /** Something new waits to be sent. */
  onAppend: () => void
}

interface SubmitOptions {
  /** When the button was pressed, if a question came after it; by the server's clock. */
  at?: number | undefined
  /** What is still on its way when the button is pressed. */
  after?: Promise<unknown> | undefined
  /** It answers what the server says. */
  isSnapshotFresh?: boolean
}

/** Writes down what somebody does. Only what is on disk is shown: it cannot be lost any more. */
export function createSubmitCommand({ store, clock, outbox, whenFresh: heard, onAppend }: SubmitCommandOptions) {
  return async (
    want: ToCommandInput,
    { at: pressedAt, after, isSnapshotFresh: isInformed = false }: SubmitOptions = {},
  ): Promise<CommandOutcome> => {
    const now = await clock.syncedNow()
    const at = Math.min(pressedAt ?? now, now)
    const box = outbox()
    if (box === undefined) return { ok: false, code: 'not-active' }
    await Promise.all([after, isInformed || heard()])
    // Another tab may have pressed a moment ago: what holds is decided where both are written.
    const { state: kept, outcome } = await box.change((kept) => {
      const decided = decide(kept, want, { now, at })
      return [decided.state, decided]
    })
    if (box !== outbox()) return outcome
    store.show(kept, box.isDurable())
    if (outcome.ok) onAppend()
    return outcome
  }
}

interface Decision {
  state: DeviceTimerState
  outcome: CommandOutcome
}

function decide(kept: DeviceTimerState, want: ToCommandInput, { now, at }: { now: number; at: number }): Decision {
  const ledger = predictHistory(kept.snapshot, kept.pending, now)
  const wanted = want(timerStateAt(ledger, at))
  if (typeof wanted === 'string') return { state: kept, outcome: { ok: false, code: wanted } }
  const made = toCommand(ledger, wanted, at, newId)
  return made.ok ? { state: appendCommand(kept, made.command), outcome: { ok: true } } : { state: kept, outcome: made }
}
