import type { AckCode, Command } from '#core/timer/command.ts'
import { byStart, EMPTY_HISTORY, lastCommandIdOf, type Run, type TimerHistory } from '#core/timer/history.ts'
import { mergeCommand } from '#core/timer/merge-command.ts'
import { phaseToExtend } from '#core/timer/overtime.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { type RunEvent, type StartEvent, transition, type UndoEvent } from '#core/timer/transition.ts'

/** A command in the outbox. It gets its sequence number when it is sent. */
export interface PendingCommand extends Omit<Command, 'device' | 'sequence'> {
  /** Only of an undo: the run that goes on. The server has it; this device may know only the latest one. */
  reopens?: Run
}

/** The part of the server's snapshot from which a device predicts. */
interface KnownTimer {
  revision: number
  run: Run | null
}

/** An action of the user. `toCommand` adds run, phase and time. */
export type CommandInput =
  | { type: 'start'; with: Omit<StartEvent, 'type' | 'at' | 'runId'> }
  | DistributiveOmit<RunEvent, 'at' | 'runId' | 'phase'>
  /** `run`: the run whose end is taken back, as it was after that. */
  | { type: 'undo'; run: Run; drops: string | null }

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

export type RejectionCode = AckCode | 'project-required'

/** Predicts the history that the server will have after the pending commands, with the code that the server runs. */
export function predictHistory(
  snapshot: KnownTimer | null,
  pending: readonly PendingCommand[],
  now: number,
): TimerHistory {
  const known = snapshot?.run ? { ...EMPTY_HISTORY, revision: snapshot.revision, runs: [snapshot.run] } : EMPTY_HISTORY
  const applied = new Set(snapshot?.run?.log.map(({ id }) => id))
  return pending
    .filter(({ id }) => !applied.has(id))
    .reduce<TimerHistory>((history, command) => merge(history, command, now).history, known)
}

function merge(history: TimerHistory, { reopens, ...command }: PendingCommand, now: number) {
  const isMissing = reopens !== undefined && !history.runs.some(({ id }) => id === reopens.id)
  const runs = isMissing ? [...history.runs, reopens].toSorted(byStart) : history.runs
  // The outbox has no gaps, so any number will do if it is the next one.
  const numbered = { ...command, device: '', sequence: 1 }
  const merged = mergeCommand({ ...history, runs, sequences: {} }, numbered, Math.max(now, command.event.at))
  return isMissing && !merged.ack?.isAccepted ? { ...merged, history } : merged
}

type CommandResult = { ok: true; command: PendingCommand } | { ok: false; code: AckCode }

/** The command for an action at a moment, or the reason why the timer does not allow it. */
export function toCommand(history: TimerHistory, input: CommandInput, at: number, newId: () => string): CommandResult {
  const run = history.runs.at(-1)
  if (input.type === 'undo') return toUndo(history, input, at, newId)
  if (input.type === 'extend') return toExtend(history, input, at, newId)
  const event = input.type === 'start' ? toStart(history, input, at, newId) : toRunEvent(history, input, at)
  if (typeof event === 'string') return { ok: false, code: event }
  const base = run ? lastCommandIdOf(run) : null
  const sawWait = run !== undefined && run.heldAt !== null
  return { ok: true, command: { id: newId(), base, sawWait, event } }
}

/** The snapshot may have only the latest run, so the command keeps the one that it reopens. */
function toUndo(
  history: TimerHistory,
  { run, drops }: CommandInput & { type: 'undo' },
  at: number,
  newId: () => string,
): CommandResult {
  const latest = history.runs.at(-1)
  const end = run.log.at(-1)!.event
  const phase = end.type === 'start' ? 0 : end.phase
  const event: UndoEvent = { type: 'undo', at, runId: run.id, phase, drops }
  const command = { id: newId(), base: latest ? lastCommandIdOf(latest) : null, sawWait: false, event, reopens: run }
  const { ack } = merge(history, command, at)
  return ack?.isAccepted ? { ok: true, command } : { ok: false, code: ack?.code ?? 'stale' }
}

/** The phase may be over, so the prediction decides. */
function toExtend(
  history: TimerHistory,
  input: CommandInput & { type: 'extend' },
  at: number,
  newId: () => string,
): CommandResult {
  const run = history.runs.at(-1)
  const phase = run && phaseToExtend(run, at)
  if (phase === undefined) return { ok: false, code: 'not-active' }
  const event: RunEvent = { ...input, at, runId: run!.id, phase }
  const command = { id: newId(), base: lastCommandIdOf(run!), sawWait: run!.heldAt !== null, event }
  const { ack } = merge(history, command, at)
  return ack?.isAccepted ? { ok: true, command } : { ok: false, code: ack?.code ?? 'stale' }
}

function toStart(history: TimerHistory, input: CommandInput & { type: 'start' }, at: number, newId: () => string) {
  const view = timerStateAt(history, at)
  if (view.status === 'running') return 'already-running'
  return { ...input.with, type: 'start', at: Math.max(at, view.lastAt), runId: newId() } satisfies StartEvent
}

function toRunEvent(
  history: TimerHistory,
  input: Exclude<CommandInput, { type: 'start' | 'undo' | 'extend' }>,
  at: number,
) {
  const view = timerStateAt(history, at)
  const runId = history.runs.at(-1)?.id
  if (runId === undefined) return 'not-active'
  const event: RunEvent = { ...input, at, runId, phase: view.phase }
  const outcome = transition(view, event)
  return outcome.ok ? event : outcome.code
}
