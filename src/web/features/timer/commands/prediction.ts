import type { TimerSnapshot } from '#contract/timer.ts'
import type { AckCode } from '#core/timer/command.ts'
import { EMPTY_HISTORY, lastCommandIdOf, type TimerHistory } from '#core/timer/history.ts'
import { mergeCommand } from '#core/timer/merge-command.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { type RunEvent, type StartEvent, transition } from '#core/timer/transition.ts'
import type { PendingCommand } from './stored-commands.ts'

/** An action of the user. `toCommand` adds run, phase and time. */
export type CommandInput =
  | { type: 'start'; with: Omit<StartEvent, 'type' | 'at' | 'runId'> }
  | DistributiveOmit<RunEvent, 'at' | 'runId' | 'phase'>

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

export type RejectionCode = AckCode | 'project-required'

/** Predicts the history that the server will have after the pending commands, with the code that the server runs. */
export function predictHistory(
  snapshot: TimerSnapshot | null,
  pending: readonly PendingCommand[],
  now: number,
): TimerHistory {
  const known = snapshot?.run ? { ...EMPTY_HISTORY, revision: snapshot.revision, runs: [snapshot.run] } : EMPTY_HISTORY
  const applied = new Set(snapshot?.run?.log.map(({ id }) => id))
  return pending
    .filter(({ id }) => !applied.has(id))
    .reduce<TimerHistory>((history, command) => {
      // The outbox has no gaps, so any number will do if it is the next one.
      const numbered = { ...command, device: '', sequence: 1 }
      return mergeCommand({ ...history, sequences: {} }, numbered, Math.max(now, command.event.at)).history
    }, known)
}

type CommandResult = { ok: true; command: PendingCommand } | { ok: false; code: AckCode }

/** The command for an action at a moment, or the reason why the timer does not allow it. */
export function toCommand(history: TimerHistory, input: CommandInput, at: number, newId: () => string): CommandResult {
  const run = history.runs.at(-1)
  const event = input.type === 'start' ? toStart(history, input, at, newId) : toRunEvent(history, input, at)
  if (typeof event === 'string') return { ok: false, code: event }
  const base = run ? lastCommandIdOf(run) : null
  const sawWait = run !== undefined && run.heldAt !== null
  return { ok: true, command: { id: newId(), base, sawWait, event } }
}

function toStart(history: TimerHistory, input: CommandInput & { type: 'start' }, at: number, newId: () => string) {
  const view = timerStateAt(history, at)
  if (view.status === 'running') return 'already-running'
  return { ...input.with, type: 'start', at: Math.max(at, view.lastAt), runId: newId() } satisfies StartEvent
}

function toRunEvent(history: TimerHistory, input: Exclude<CommandInput, { type: 'start' }>, at: number) {
  const view = timerStateAt(history, at)
  const runId = history.runs.at(-1)?.id
  if (runId === undefined) return 'not-active'
  const event: RunEvent = { ...input, at, runId, phase: view.phase }
  const outcome = transition(view, event)
  return outcome.ok ? event : outcome.code
}
