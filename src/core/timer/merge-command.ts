import type { Ack, AckCode, Command } from './command.ts'
import { focusSessionKey } from './focus-sessions.ts'
import { byStart, lastCommandIdOf, type Run, startEventOf, type TimerHistory } from './history.ts'
import { withOvertime } from './overtime.ts'
import { logWithHold, replayLog, replayRun } from './replay.ts'
import { advance, type RunEvent, type StartEvent, type TimerEvent, type UndoEvent } from './transition.ts'

/** The run after a command, or the reason why the command is refused. */
type MergeResult =
  { run: Run; code?: AckCode; drops?: string | null } | { run?: undefined; code: AckCode; drops?: undefined }

/**
 * Adds a command to the log of its run, or refuses it. Commands may arrive late and in any order between devices.
 * A command is informed if its base is the last command of the log: its user then saw everything that it follows.
 * - An informed command follows the log, whatever its device's clock says, and is refused if the state does not allow it.
 * - An uninformed start opens a run beside the others; the run with the latest start is the one that is shown.
 * - Another uninformed command is inserted at its own time. If a newer command is already there, that one wins.
 * - An undo is refused if anything else has happened before it. A run that another device has started later changes
 *   nothing: the user of that start did not know of the end and its undo, or saw only the end.
 *
 * The acknowledgement is undefined if the sequence number is not the next one of the device: the device has to send
 * the missing commands first.
 */
export function mergeCommand(
  history: TimerHistory,
  command: Command,
  now: number,
): { history: TimerHistory; ack: Ack | undefined } {
  const { id, device, sequence } = command
  if (sequence !== (history.sequences[device] ?? 0) + 1) return { history, ack: undefined }
  const counted = { ...history, sequences: { ...history.sequences, [device]: sequence } }
  // A device whose clock is ahead must not create events in the future.
  const event = { ...command.event, at: Math.min(command.event.at, now) }
  const runs = liftHold(history.runs, command)
  const { run, code, drops } = applyEvent(runs, command, event)
  if (run === undefined) return { history: counted, ack: { id, isAccepted: false, code } }
  return {
    history: {
      ...counted,
      runs: [...runs.filter(({ id }) => id !== run.id && id !== drops), run].toSorted(byStart),
      revision: history.revision + 1,
    },
    ack: { id, isAccepted: true, ...(code && { code }) },
  }
}

function applyEvent(runs: readonly Run[], command: Command, event: TimerEvent): MergeResult {
  if (event.type === 'start') return openRun(runs, command, event)
  return event.type === 'undo' ? undoEnd(runs, command, event) : changeRun(runs, command, event)
}

/** A command from a device that never showed the hold proves that its user was present, so the hold is lifted. */
function liftHold(runs: readonly Run[], { sawWait, base, event }: Command) {
  // A start proves it only for the run that its device showed: the latest one, with nothing unknown in it.
  const isProvenFor = (run: Run) =>
    event.type === 'start' ? run === runs.at(-1) && base === lastCommandIdOf(run) : event.runId === run.id
  return sawWait ? runs : runs.map((run) => (isProvenFor(run) ? { ...run, heldAt: null } : run))
}

/** An informed start is refused while the latest run is running. An uninformed start is always accepted. */
function openRun(runs: readonly Run[], { id, base }: Command, event: StartEvent): MergeResult {
  if (runs.some((run) => run.id === event.runId)) return { code: 'run-exists' }
  const latest = runs.at(-1)
  const isInformed = latest !== undefined && base === lastCommandIdOf(latest)
  const at = isInformed ? startAfter(latest, event) : event.at
  if (isInformed && replayRun(latest, at).state.status === 'running') return { code: 'already-running' }
  return { run: { id: event.runId, log: [{ id, event: { ...event, at } }], kept: [], heldAt: null } }
}

/** A start that knows the latest run follows it, also in the order of runs, which of two at one moment takes the ids. */
function startAfter(latest: Run, { at, runId }: StartEvent) {
  const earliest = Math.max(at, replayLog(latest.log).state.lastAt)
  const isTie = earliest === startEventOf(latest).at && runId < latest.id
  return isTie ? earliest + 1 : earliest
}

function changeRun(runs: readonly Run[], { id, base }: Command, event: RunEvent): MergeResult {
  const run = runs.find((run) => run.id === event.runId)
  if (run === undefined) return { code: 'unknown-run' }
  const { lastAt } = replayLog(run.log).state
  const isInformed = base === lastCommandIdOf(run)
  if (!isInformed && event.at < lastAt) return insertLateEvent(run, id, event)
  const at = Math.max(event.at, lastAt)
  const overtime = event.type === 'extend' ? withOvertime(run.log, id, event) : undefined
  const log: Run['log'] = overtime ?? [...logWithHold(run, at), { id, event: { ...event, at } }]
  const { refusal } = replayLog(log)
  if (refusal === undefined) return { run: { ...run, log: dropOverwrittenSubjects(log), heldAt: null } }
  const key = isInformed ? undefined : findDiscardedFocusSession(run, event)
  return key === undefined ? { code: refusal } : { run: { ...run, kept: [...run.kept, key] }, code: 'resurrected' }
}

/**
 * Inserts a late command at its own time. If the log has a newer command, that one wins, and the late one is refused as
 * stale. Exceptions take nothing from the newer command: a resume only adds worked time, a subject change only adds
 * fields, and a newer `dismiss` has only closed a message.
 */
function insertLateEvent(run: Run, id: string, event: RunEvent): MergeResult {
  const [started, ...rest] = run.log
  const hasNewer = rest.some((entry) => entry.event.at > event.at && entry.event.type !== 'dismiss')
  if (hasNewer && event.type !== 'resume' && event.type !== 'subject') return { code: 'stale' }
  const at = Math.max(event.at, started.event.at)
  const log: Run['log'] = [
    started,
    ...[...rest, { id, event: { ...event, at } }].toSorted((a, b) => a.event.at - b.event.at),
  ]
  const { refusal } = replayLog(log)
  return refusal === undefined ? { run: { ...run, log: dropOverwrittenSubjects(log) } } : { code: 'stale' }
}

/**
 * Takes back the end of a run, unless its user has not seen everything that followed. The command of the end stays in
 * the log without an effect, and so does the undo, because other commands may have them as their base.
 */
function undoEnd(runs: readonly Run[], { id, base }: Command, { at, runId, drops }: UndoEvent): MergeResult {
  const run = runs.find((run) => run.id === runId)
  if (run === undefined) return { code: 'unknown-run' }
  const seen = runsSeenBy(runs, base, at)
  const [started, ...rest] = run.log
  const end = rest.pop()
  const isEnd = end?.event.type === 'stop' || end?.event.type === 'skip'
  if (!isEnd || base !== lastCommandIdOf(seen.at(-1) ?? run) || !isFollowedOnlyBy(seen, run, { drops, at }))
    return { code: 'stale' }
  const undoneAt = Math.max(at, end.event.at)
  const reopened: Run['log'] = [started, ...rest, { id: end.id, event: toEmptyChange(end.event) }]
  const { phase } = advance(replayLog(reopened).state, undoneAt).state
  const log: Run['log'] = [...reopened, { id, event: toEmptyChange({ at: undoneAt, runId, phase }) }]
  return replayLog(log).refusal === undefined ? { run: { ...run, log, heldAt: null }, drops } : { code: 'stale' }
}

/** The runs that had begun at a moment; all of them if the latest one is known, whatever the device's clock says. */
function runsSeenBy(runs: readonly Run[], base: string | null, at: number) {
  const isInformed = base === lastCommandIdOf(runs.at(-1)!)
  return isInformed ? runs : runs.filter((run) => startEventOf(run).at <= at)
}

const toEmptyChange = ({ at, runId, phase }: Pick<RunEvent, 'at' | 'runId' | 'phase'>) =>
  ({ type: 'subject', at, runId, phase, change: {} }) as const

/** Whether no run follows but the one to drop, and that has not ended anything yet. */
function isFollowedOnlyBy(runs: readonly Run[], run: Run, { drops, at }: Pick<UndoEvent, 'drops' | 'at'>) {
  const index = runs.indexOf(run)
  if (index === -1) return false
  const [next, ...others] = runs.slice(index + 1)
  if (next === undefined || others.length > 0) return next === undefined && drops === null
  const { state, ended } = replayRun(next, at)
  return next.id === drops && state.status !== 'idle' && ended.length === 0
}

/**
 * Removes subject fields that a later command of the same phase overwrites, because a client sends the notes whenever
 * its user stops typing. The emptied commands stay in the log: other commands may have them as their base.
 */
function dropOverwrittenSubjects(log: Run['log']): Run['log'] {
  const [started, ...rest] = log
  const written = new Set<string>()
  const compacted = rest.toReversed().map((entry) => {
    const { event } = entry
    if (event.type !== 'subject') return entry
    const fields = Object.entries(event.change)
    const change = fields.filter(([field]) => !written.has(`${event.phase} ${field}`))
    for (const [field] of change) written.add(`${event.phase} ${field}`)
    return change.length === fields.length
      ? entry
      : { ...entry, event: { ...event, change: Object.fromEntries(change) } }
  })
  const isSame = compacted.toReversed().every((entry, index) => entry === rest[index])
  // The same list, because its replay is known.
  return isSame ? log : [started, ...compacted.toReversed()]
}

/**
 * The key of the focus session that an uninformed stop or skip wants to save and another device has discarded. Saving
 * wins, because discarded time cannot be recovered.
 */
function findDiscardedFocusSession(run: Run, event: RunEvent) {
  if ((event.type !== 'stop' && event.type !== 'skip') || !event.save) return undefined
  const discarded = replayLog(run.log).ended.find(({ phase, isSaved }) => phase === event.phase && !isSaved)
  const key = discarded && focusSessionKey(discarded)
  return key === undefined || run.kept.includes(key) ? undefined : key
}
