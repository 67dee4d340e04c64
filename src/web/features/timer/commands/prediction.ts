import type { TimerSnapshot } from '#contract/timer.ts'
import type { AckCode, Command } from '#core/timer/command.ts'
import { EMPTY_HISTORY, lastCommandIdOf, type TimerHistory } from '#core/timer/history.ts'
import { mergeCommand } from '#core/timer/merge-command.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { type RunEvent, type StartEvent, transition } from '#core/timer/transition.ts'

/** What somebody wants of the timer, before it is known what that means for it. */
export type CommandInput =
  | { type: 'start'; with: Omit<StartEvent, 'type' | 'at' | 'runId'> }
  | DistributiveOmit<RunEvent, 'at' | 'runId' | 'phase'>

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

export type RejectionCode = AckCode | 'project-required'

/** The timer as the server will have it once it has heard everything: the server's own code tells. */
export function predictHistory(snapshot: TimerSnapshot | null, pending: readonly Command[], now: number): TimerHistory {
  const known = snapshot?.run ? { ...EMPTY_HISTORY, revision: snapshot.revision, runs: [snapshot.run] } : EMPTY_HISTORY
  const heard = new Set(snapshot?.run?.log.map(({ id }) => id))
  return pending
    .filter(({ id }) => !heard.has(id))
    .reduce<TimerHistory>((ledger, command) => {
      const ready = { ...ledger, sequences: { [command.device]: command.sequence - 1 } }
      return mergeCommand(ready, command, Math.max(now, command.event.at)).history
    }, known)
}

type CommandResult = { ok: true; command: Omit<Command, 'device' | 'sequence'> } | { ok: false; code: AckCode }

/** The command that a press at a moment is, or why it is none. */
export function toCommand(ledger: TimerHistory, press: CommandInput, at: number, newId: () => string): CommandResult {
  const live = ledger.runs.at(-1)
  const event = press.type === 'start' ? toStart(ledger, press, at, newId) : toRunEvent(ledger, press, at)
  if (typeof event === 'string') return { ok: false, code: event }
  const base = live ? lastCommandIdOf(live) : null
  const sawWait = live !== undefined && live.heldAt !== null
  return { ok: true, command: { id: newId(), base, sawWait, event } }
}

function toStart(ledger: TimerHistory, press: CommandInput & { type: 'start' }, at: number, newId: () => string) {
  const view = timerStateAt(ledger, at)
  if (view.status === 'running') return 'already-running'
  return { ...press.with, type: 'start', at: Math.max(at, view.lastAt), runId: newId() } satisfies StartEvent
}

function toRunEvent(ledger: TimerHistory, press: Exclude<CommandInput, { type: 'start' }>, at: number) {
  const view = timerStateAt(ledger, at)
  const runId = ledger.runs.at(-1)?.id
  if (runId === undefined) return 'not-active'
  const event: RunEvent = { ...press, at, runId, phase: view.phase }
  const outcome = transition(view, event)
  return outcome.ok ? event : outcome.code
}
