import type { TimerSnapshot } from '#contract/timer.ts'
import { MIN_TIME } from '#core/time-entries/worked-time.ts'
import { DAY_MS } from '#core/time/units.ts'
import type { ChangeScope } from '#core/timer/affected-runs.ts'
import type { Command } from '#core/timer/command.ts'
import { focusSessionKey, focusSessionsAt } from '#core/timer/focus-sessions.ts'
import type { TimerHistory } from '#core/timer/history.ts'
import { holdForAbsentUser } from '#core/timer/holds.ts'
import { mergeCommand } from '#core/timer/merge-command.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { countingStartOf } from '#core/timer/run-extents.ts'
import { deadlineOf, type TimerState } from '#core/timer/state.ts'
import type { TimerEvent, UndoEvent } from '#core/timer/transition.ts'
import type { Db } from '#server/db/connect.ts'
import { hasProject } from '#server/features/projects/queries.ts'
import { recordTimerEvents } from './record-timer-events.ts'
import { type CommandAck, findTimer, recordAck, upsertTimer } from './queries.ts'
import { loadAffectedRuns } from './load-affected-runs.ts'
import { type HistoryAt, saveRuns } from './run-queries.ts'
import { findOverriddenKeys, saveFocusSessions } from './save-focus-sessions.ts'

/** A late command may correct a run of at most this age. */
const MAX_CORRECTION_AGE_MS = 30 * DAY_MS

/** About two thousand commands. The limit exists because every command sends the whole run to every device. */
const MAX_RUN_CHARS = 262_144

/** Reserved for commands that change the measured time, so that notes and settings cannot use up a run's space. */
const RESERVED_CHARS = 32_768

/** Event types with a limit other than `MAX_RUN_CHARS`. A run can always be ended, and its message be closed. */
const MAX_RUN_CHARS_BY_EVENT: Partial<Record<TimerEvent['type'], number>> = {
  subject: MAX_RUN_CHARS - RESERVED_CHARS,
  config: MAX_RUN_CHARS - RESERVED_CHARS,
  stop: Infinity,
  dismiss: 2 * MAX_RUN_CHARS,
}

/** The user whose timer is changed, and the time of the change. */
export interface TimerContext {
  userId: string
  now: number
  /** Until when the user was connected to this server; null if they are not connected. */
  connectedUntil: number | null
}

/** The part of a user's history that a command can change, replayed up to now. */
export interface LoadedTimer extends TimerContext {
  /** When the user was last connected to any server. */
  seenAt: number
  /** The history as it was last saved. */
  before: HistoryAt
  history: TimerHistory
  /** The row of the run that the command names. */
  targetRun: { created_at: number; run: string } | undefined
  latestRun: LoadedTimer['targetRun']
  /** False if the command affects too many runs to load. Then nothing of the history can be saved. */
  isComplete: boolean
}

/** The effect of one transaction on a timer. */
export interface TimerChange {
  userId: string
  before: TimerState
  after: TimerState
  snapshot: TimerSnapshot
  hasChanged: boolean
  /** Whether any client of the user was connected at the time. */
  wasUserPresent: boolean
}

export interface AppliedCommand extends TimerChange {
  command: Command
  ack: CommandAck
  /** How much work the command was, where a plain one is 1. */
  work: number
}

/** Loads the part of a history that a change can affect, and replays it up to now. */
export async function loadTimer(db: Db, context: TimerContext, scope: ChangeScope): Promise<LoadedTimer> {
  const { userId, connectedUntil } = context
  const timer = await findTimer(db, userId)
  // If the server's clock was set back, the timer stays at the last saved moment.
  const now = Math.max(context.now, timer?.saved_until ?? 0)
  const { runs, targetRun, latestRun, isComplete } = await loadAffectedRuns(db, userId, scope)
  const saved: TimerHistory = { revision: timer?.revision ?? 0, runs, sequences: {} }
  const seenAt = Math.max(connectedUntil ?? 0, timer?.seen_at ?? now)
  const history = holdForAbsentUser(saved, now, seenAt)
  const before = { history: saved, at: timer?.saved_until ?? now }
  return { userId, now, connectedUntil, seenAt, before, history, targetRun, latestRun, isComplete }
}

/** Merges a command into the history, and saves both the result and the acknowledgement. */
export async function applyCommand(db: Db, timer: LoadedTimer, command: Command): Promise<AppliedCommand> {
  const { userId, now, history } = timer
  const refusal = await findRefusal(db, timer, command)
  const sequences = { [command.device]: command.sequence - 1 }
  const merged = mergeCommand({ ...history, sequences }, command, now)
  const ack: CommandAck = refusal ? { id: command.id, isAccepted: false, code: refusal } : merged.ack!
  await recordAck(db, userId, command, { ...ack, at: now })
  // An accepted command proves that its user was present at its time.
  const seenAt = ack.isAccepted ? Math.max(timer.seenAt, Math.min(command.event.at, now)) : timer.seenAt
  const change = timer.isComplete
    ? await saveTimer(db, { ...timer, seenAt, history: refusal ? history : merged.history })
    : withoutChange(timer)
  return { command, ack, work: measureWork(timer), ...change }
}

/** A command that replays this many more runs counts twice. They take less time, but in one piece, in which others wait. */
const RUNS_PER_WORK = 10
/** As measured: each of these takes as long as a command without them. */
const LOG_ENTRIES_PER_WORK = 200
/** Every device receives the latest run. */
const SENT_CHARS_PER_WORK = 16_384

function measureWork({ history: { runs }, latestRun }: LoadedTimer) {
  const logEntries = runs.reduce((sum, { log }) => sum + log.length, 0)
  const sentChars = latestRun?.run.length ?? 0
  const otherRuns = Math.max(0, runs.length - 1)
  return 1 + otherRuns / RUNS_PER_WORK + logEntries / LOG_ENTRIES_PER_WORK + sentChars / SENT_CHARS_PER_WORK
}

async function findRefusal(db: Db, timer: LoadedTimer, { event }: Command) {
  if (isTooLate(timer, event)) return 'too-late'
  if (isTooLong(timer, event)) return 'too-long'
  if (event.type === 'undo' || event.type === 'extend')
    return (await isEndFixed(db, timer, event)) ? 'stale' : undefined
  const projectId = projectIdOf(event)
  if (projectId === undefined || (await hasProject(db, timer.userId, projectId))) return undefined
  return 'unknown-project'
}

/** An entry that the user has edited or deleted takes no more work, so a run that went on would lose it. */
const isEndFixed = async (db: Db, { userId }: LoadedTimer, event: Pick<UndoEvent, 'runId' | 'phase'>) =>
  (await findOverriddenKeys(db, userId, [focusSessionKey(event)])).size > 0

function isTooLate({ targetRun, isComplete, history, now }: LoadedTimer, event: TimerEvent) {
  if (!isComplete || (event.type === 'start' && countingStartOf(event) < MIN_TIME)) return true
  const isLatest = history.runs.at(-1)?.id === event.runId
  return !isLatest && targetRun !== undefined && targetRun.created_at < now - MAX_CORRECTION_AGE_MS
}

const isTooLong = ({ targetRun }: LoadedTimer, { type }: TimerEvent) =>
  targetRun !== undefined && targetRun.run.length > (MAX_RUN_CHARS_BY_EVENT[type] ?? MAX_RUN_CHARS)

function projectIdOf(event: TimerEvent) {
  if (event.type === 'start') return event.subject.projectId
  return event.type === 'subject' ? event.change.projectId : undefined
}

function withoutChange({ userId, now, connectedUntil, seenAt, before }: LoadedTimer): TimerChange {
  const state = timerStateAt(before.history, before.at)
  const wasUserPresent = connectedUntil !== null || seenAt >= now
  return {
    userId,
    before: state,
    after: state,
    snapshot: toSnapshot(before.history, now),
    hasChanged: false,
    wasUserPresent,
  }
}

// The core's types are read-only, the contract's are not.
export const toSnapshot = ({ revision, runs }: TimerHistory, now: number): TimerSnapshot => ({
  revision,
  now,
  run: (runs.at(-1) ?? null) as TimerSnapshot['run'],
})

/** Saves the changed runs, the time entries that follow from them, and the timer's own row. */
export async function saveTimer(db: Db, timer: LoadedTimer): Promise<TimerChange> {
  const { userId, before, now, connectedUntil, seenAt, history } = timer
  const [stateBefore, state] = [timerStateAt(before.history, before.at), timerStateAt(history, now)]
  const hasAdvanced = state.phase !== stateBefore.phase || state.status !== stateBefore.status
  const hasNewRevision = history.revision !== before.history.revision
  const revision = history.revision + (hasAdvanced && !hasNewRevision ? 1 : 0)
  const saved = { ...before, focusSessions: focusSessionsAt(before.history, before.at) }
  const after = { at: now, history: { ...history, revision }, focusSessions: focusSessionsAt(history, now) }
  await saveRuns(db, userId, saved, after)
  await saveFocusSessions(db, userId, saved, after)
  await upsertTimer(db, { user_id: userId, revision, due_at: deadlineOf(state), saved_until: now, seen_at: seenAt })
  await recordTimerEvents(db, userId, { before: stateBefore, after: state, now })
  const snapshot = toSnapshot(after.history, now)
  const hasChanged = hasAdvanced || hasNewRevision
  const wasUserPresent = connectedUntil !== null || seenAt >= now
  return { userId, before: stateBefore, after: state, snapshot, hasChanged, wasUserPresent }
}
