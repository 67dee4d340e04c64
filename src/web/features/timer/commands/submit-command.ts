import type { Run } from '#core/timer/history.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import type { TimerState } from '#core/timer/state.ts'
import { newId } from '#web/api/new-id.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'
import type { TimerStore } from '#web/features/timer/store.ts'
import type { SyncEngine } from '#web/sync/engine.ts'
import type { UserData } from '#web/sync/operation.ts'
import { type CommandInput, predictHistory, type RejectionCode, toCommand } from '#core/timer/device/prediction.ts'
import { appendCommand, pendingOf, timerOf, withTimer } from './stored-commands.ts'

export type CommandOutcome =
  /** `undo`: takes the command back, if it has ended something. */
  { ok: true; undo?: () => Promise<CommandOutcome> } | { ok: false; code: RejectionCode }

/** `runs`: those that the device knows after the commands. */
type SubmitResult = { ok: true; runs: readonly Run[] } | { ok: false; code: RejectionCode }

/** Chooses the actions for the timer's state at the time of the command, or the code of their rejection. */
export type ToCommandInput = (view: TimerState) => CommandInput | readonly CommandInput[] | RejectionCode

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

/** Adds a command to the outbox, or several at once. Its effect shows once it is on disk and can no longer be lost. */
export function createSubmitCommand({ clock, sync, whenFresh }: SubmitCommandOptions) {
  return async (
    toInput: ToCommandInput,
    { at: requestedAt, after, isSnapshotFresh = false }: SubmitOptions = {},
  ): Promise<SubmitResult> => {
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

/** The stored data with the commands of an action, and whether the timer allows all of them. */
function decide(
  data: UserData,
  toInput: ToCommandInput,
  { now, at }: { now: number; at: number },
): [UserData, SubmitResult] {
  const predict = (data: UserData) => predictHistory(timerOf(data)?.snapshot ?? null, pendingOf(data), now)
  const input = toInput(timerStateAt(predict(data), at))
  if (typeof input === 'string') return [data, { ok: false, code: input }]
  let [changed, history] = [withTimer(data, newId()), predict(data)]
  for (const next of [input].flat()) {
    const result = toCommand(history, next, at, newId)
    if (!result.ok) return [data, result]
    changed = appendCommand(changed, result.command, history)
    history = predict(changed)
  }
  return [changed, { ok: true, runs: history.runs }]
}
