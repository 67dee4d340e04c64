import { EARLIEST } from '#contract/time-entries.ts'
import type { TimerSnapshot } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import type { TimerHistory } from '#core/timer/history.ts'
import { holdForAbsentUser } from '#core/timer/holds.ts'
import { mergeCommand } from '#core/timer/merge-command.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { countingStartOf } from '#core/timer/run-extents.ts'
import type { ChangeScope } from '#core/timer/affected-runs.ts'
import { deadlineOf, type TimerState } from '#core/timer/state.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import type { Db } from '#server/db/connect.ts'
import { findProject } from '#server/features/projects/queries.ts'
import { saveFocusSessions } from './save-focus-sessions.ts'
import { findTimer, recordAck, upsertTimer, type CommandAck } from './queries.ts'
import { loadAffectedRuns, saveRuns } from './run-queries.ts'

/** How long a late command may still correct what was taken for granted. */
const MAX_CORRECTION_AGE_MS = 30 * 24 * 60 * 60_000

/** Characters, some two thousand presses: every device has the whole run sent with each of them. */
const MAX_RUN_CHARS = 262_144

/** Of these, what no note takes: time depends on the presses that it is for. */
const RESERVED_CHARS = 32_768

/** How long a run may be to take an event, where that is not the usual. */
const MAX_RUN_CHARS_BY_EVENT: Partial<Record<TimerEvent['type'], number>> = {
  subject: MAX_RUN_CHARS - RESERVED_CHARS,
  config: MAX_RUN_CHARS - RESERVED_CHARS,
  stop: Infinity,
  dismiss: Infinity,
}

/** When somebody's timer is looked at. */
export interface TimerContext {
  userId: string
  now: number
  /** Until when they are known to have been connected to this server; null: they are not. */
  thereUntil: number | null
}

/** The part of a user's ledger that a command can change. */
export interface LoadedTimer extends TimerContext {
  /** When the user was last there. */
  seenAt: number
  /** As it was kept, and how far it had come then. */
  before: { ledger: TimerHistory; at: number }
  ledger: TimerHistory
  /** The row of the run that the command names. */
  named: { created_at: number; run: string } | undefined
  /** Whether these are all runs that the command reaches. */
  areAll: boolean
}

/** What a transaction has made of a timer. */
export interface TimerChange {
  userId: string
  before: TimerState
  after: TimerState
  snapshot: TimerSnapshot
  hasChanged: boolean
  /** Whether any client was there to see it. */
  isSeen: boolean
}

export interface AppliedCommand extends TimerChange {
  command: Command
  verdict: CommandAck
}

/** Brings the part of a ledger that something reaches to the present. */
export async function loadTimer(db: Db, occasion: TimerContext, reach: ChangeScope): Promise<LoadedTimer> {
  const { userId, thereUntil } = occasion
  const timer = await findTimer(db, userId)
  // A clock that was set back does not undo what has happened.
  const now = Math.max(occasion.now, timer?.settled_at ?? 0)
  const { runs, named, areAll } = await loadAffectedRuns(db, userId, reach)
  const kept: TimerHistory = { revision: timer?.revision ?? 0, runs, sequences: {} }
  const seenAt = Math.max(thereUntil ?? 0, timer?.seen_at ?? now)
  const ledger = holdForAbsentUser(kept, now, seenAt)
  const before = { ledger: kept, at: timer?.settled_at ?? now }
  return { userId, now, thereUntil, seenAt, before, ledger, named, areAll }
}

/** Takes in a command, and keeps the verdict on it. */
export async function applyCommand(db: Db, opened: LoadedTimer, command: Command): Promise<AppliedCommand> {
  const { userId, now } = opened
  const refusal = await findRefusal(db, opened, command)
  const { history: ledger, ack } = mergeCommand(
    { ...opened.ledger, sequences: { [command.device]: command.sequence - 1 } },
    command,
    now,
  )
  const verdict: CommandAck = refusal ? { id: command.id, isAccepted: false, code: refusal } : ack!
  await recordAck(db, userId, command, { ...verdict, at: now })
  // Whoever presses something is there.
  const seenAt = verdict.isAccepted ? Math.max(opened.seenAt, Math.min(command.event.at, now)) : opened.seenAt
  return { command, verdict, ...(await saveTimer(db, { ...opened, seenAt, ledger: refusal ? opened.ledger : ledger })) }
}

async function findRefusal(db: Db, opened: LoadedTimer, { event }: Command) {
  if (isTooLate(opened, event)) return 'too-late'
  if (isTooLong(opened, event)) return 'too-long'
  const projectId = projectIdOf(event)
  if (projectId === undefined || (await findProject(db, opened.userId, projectId)) !== undefined) return undefined
  return 'unknown-project'
}

function isTooLate({ named, areAll, ledger, now }: LoadedTimer, event: TimerEvent) {
  if (event.type === 'start' && countingStartOf(event) < EARLIEST) return true
  const isLive = ledger.runs.at(-1)?.id === event.runId
  const isOld = named !== undefined && named.created_at < now - MAX_CORRECTION_AGE_MS
  return !isLive && (isOld || !areAll)
}

const isTooLong = ({ named }: LoadedTimer, { type }: TimerEvent) =>
  named !== undefined && named.run.length > (MAX_RUN_CHARS_BY_EVENT[type] ?? MAX_RUN_CHARS)

function projectIdOf(event: TimerEvent) {
  if (event.type === 'start') return event.subject.projectId
  return event.type === 'subject' ? event.change.projectId : undefined
}

/** Keeps what has become of a ledger, and everything that follows from it. */
export async function saveTimer(
  db: Db,
  { userId, before, now, thereUntil, seenAt, ledger }: LoadedTimer,
): Promise<TimerChange> {
  const [was, view] = [timerStateAt(before.ledger, before.at), timerStateAt(ledger, now)]
  const hasMovedOn = view.phase !== was.phase || view.status !== was.status
  const isNew = ledger.revision !== before.ledger.revision
  const revision = ledger.revision + (hasMovedOn && !isNew ? 1 : 0)
  const after = { at: now, ledger: { ...ledger, revision } }
  await saveRuns(db, userId, before, after)
  await saveFocusSessions(db, userId, before, after)
  await upsertTimer(db, { user_id: userId, revision, due_at: deadlineOf(view), settled_at: now, seen_at: seenAt })
  // The core's types are read-only, the contract's are not: nothing changes it on the way out.
  const run = (ledger.runs.at(-1) ?? null) as TimerSnapshot['run']
  const snapshot = { revision, now, run }
  const isSeen = thereUntil !== null || seenAt >= now
  return { userId, before: was, after: view, snapshot, hasChanged: hasMovedOn || isNew, isSeen }
}
