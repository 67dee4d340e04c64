import { timerStateAt } from '#core/timer/replay.ts'
import type { TimerState } from '#core/timer/state.ts'
import { newId } from '#web/api/new-id.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'
import { appendCommand, type DeviceTimerState } from '#web/features/timer/outbox/device-state.ts'
import type { Outbox } from '#web/features/timer/outbox/outbox.ts'
import type { TimerStore } from '#web/features/timer/store.ts'
import { type CommandInput, predictHistory, type RejectionCode, toCommand } from './prediction.ts'

export type CommandOutcome = { ok: true } | { ok: false; code: RejectionCode }

/** Chooses the action for the timer's state at the time of the command, or the code of its rejection. */
type ToCommandInput = (view: TimerState) => CommandInput | RejectionCode

export interface SubmitCommandOptions {
  store: TimerStore
  clock: Clock
  /** Undefined if no user is signed in. */
  outbox: () => Outbox | undefined
  /** Resolves when the server's snapshot has arrived, or when none can be expected. */
  whenFresh: () => Promise<void> | undefined
  /** Called when a command was added to the outbox. */
  onAppend: () => void
}

interface SubmitOptions {
  /** When the user clicked, by the server's clock. Set if a dialog was open since then. */
  at?: number | undefined
  /** The command is created after this. */
  after?: Promise<unknown> | undefined
  /** The command follows a snapshot that has just arrived, so it waits for no newer one. */
  isSnapshotFresh?: boolean
}

/** Writes a command to the outbox, and shows its effect once it is on disk and can no longer be lost. */
export function createSubmitCommand({ store, clock, outbox, whenFresh, onAppend }: SubmitCommandOptions) {
  return async (
    toInput: ToCommandInput,
    { at: requestedAt, after, isSnapshotFresh = false }: SubmitOptions = {},
  ): Promise<CommandOutcome> => {
    const now = await clock.syncedNow()
    const at = Math.min(requestedAt ?? now, now)
    const userOutbox = outbox()
    if (userOutbox === undefined) return { ok: false, code: 'not-active' }
    await Promise.all([after, isSnapshotFresh || whenFresh()])
    // Created within the transaction, because another tab may have submitted a command a moment ago.
    const { state, outcome } = await userOutbox.change((state) => {
      const decision = decide(state, toInput, { now, at })
      return [decision.state, decision]
    })
    if (userOutbox !== outbox()) return outcome
    store.applyDeviceState(state, userOutbox.isDurable())
    if (outcome.ok) onAppend()
    return outcome
  }
}

interface Decision {
  state: DeviceTimerState
  outcome: CommandOutcome
}

function decide(state: DeviceTimerState, toInput: ToCommandInput, { now, at }: { now: number; at: number }): Decision {
  const history = predictHistory(state.snapshot, state.pending, now)
  const input = toInput(timerStateAt(history, at))
  if (typeof input === 'string') return { state, outcome: { ok: false, code: input } }
  const result = toCommand(history, input, at, newId)
  return result.ok ? { state: appendCommand(state, result.command), outcome: { ok: true } } : { state, outcome: result }
}
