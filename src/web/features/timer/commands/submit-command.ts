import { timerStateAt } from '#core/timer/replay.ts'
import type { TimerState } from '#core/timer/state.ts'
import { newId } from '#web/api/new-id.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'
import type { TimerStore } from '#web/features/timer/store.ts'
import type { SyncEngine } from '#web/sync/engine.ts'
import type { UserData } from '#web/sync/operation.ts'
import { type CommandInput, predictHistory, type RejectionCode, toCommand } from './prediction.ts'
import { appendCommand, pendingOf, timerOf, withTimer } from './stored-commands.ts'

export type CommandOutcome = { ok: true } | { ok: false; code: RejectionCode }

/** Chooses the action for the timer's state at the time of the command, or the code of its rejection. */
export type ToCommandInput = (view: TimerState) => CommandInput | RejectionCode

export interface SubmitCommandOptions {
  store: TimerStore
  clock: Clock
  sync: SyncEngine
  /** Resolves when the server's snapshot has arrived, or when none can be expected. */
  whenFresh: () => Promise<void> | undefined
}

interface SubmitOptions {
  /** When the user clicked, by the server's clock. Set if a dialog was open since then. */
  at?: number | undefined
  /** The command is created after this. */
  after?: Promise<unknown> | undefined
  /** The command follows a snapshot that has just arrived, so it waits for no newer one. */
  isSnapshotFresh?: boolean
}

/** Adds a command to the outbox. Its effect shows once it is on disk and can no longer be lost. */
export function createSubmitCommand({ clock, sync, whenFresh }: SubmitCommandOptions) {
  return async (
    toInput: ToCommandInput,
    { at: requestedAt, after, isSnapshotFresh = false }: SubmitOptions = {},
  ): Promise<CommandOutcome> => {
    const now = await clock.syncedNow()
    const at = Math.min(requestedAt ?? now, now)
    const user = sync.user()
    await Promise.all([after, isSnapshotFresh || whenFresh()])
    if (user === undefined || sync.user() !== user) return { ok: false, code: 'not-active' }
    // Created within the transaction, because another tab may have submitted a command a moment ago.
    const outcome = await sync.change((data) => decide(data, toInput, { now, at }))
    if (outcome.ok) void sync.flush()
    return outcome
  }
}

/** The stored data with the command for an action, and whether the timer allows it. */
function decide(
  data: UserData,
  toInput: ToCommandInput,
  { now, at }: { now: number; at: number },
): [UserData, CommandOutcome] {
  const history = predictHistory(timerOf(data)?.snapshot ?? null, pendingOf(data), now)
  const input = toInput(timerStateAt(history, at))
  if (typeof input === 'string') return [data, { ok: false, code: input }]
  const result = toCommand(history, input, at, newId)
  if (!result.ok) return [data, result]
  return [appendCommand(withTimer(data, newId()), result.command, history), { ok: true }]
}
