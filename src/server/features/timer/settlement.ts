import { EARLIEST } from '#contract/time-entries.ts'
import type { TimerSnapshot } from '#contract/timer.ts'
import { type Command, countsFrom, holdForAbsent, type Ledger, receive, viewAt } from '#core/timer/merge.ts'
import type { Reach } from '#core/timer/reach.ts'
import { deadlineOf, type TimerState } from '#core/timer/state.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import type { Db } from '#server/db/connect.ts'
import { findProject } from '#server/features/projects/queries.ts'
import { saveSessions } from './entries.ts'
import { findTimer, recordVerdict, saveTimer, type Verdict } from './ledger.ts'
import { loadRuns, saveRuns } from './runs.ts'

/** How long a late command may still correct what was taken for granted. */
const CORRECTABLE_MS = 30 * 24 * 60 * 60_000

/** Characters, some two thousand presses: every device has the whole run sent with each of them. */
const LONGEST_RUN = 262_144

/** Of these, what no note takes: time depends on the presses that it is for. */
const FOR_PRESSES = 32_768

/** How long a run may be to take an event, where that is not the usual. */
const LIMITS: Partial<Record<TimerEvent['type'], number>> = {
  subject: LONGEST_RUN - FOR_PRESSES,
  config: LONGEST_RUN - FOR_PRESSES,
  stop: Infinity,
  dismiss: Infinity,
}

/** When somebody's timer is looked at. */
export interface Occasion {
  userId: string
  now: number
  /** Until when they are known to have been connected to this server; null: they are not. */
  thereUntil: number | null
}

/** The part of a user's ledger that a command can change. */
export interface Opened extends Occasion {
  /** When the user was last there. */
  seenAt: number
  /** As it was kept, and how far it had come then. */
  before: { ledger: Ledger; at: number }
  ledger: Ledger
  /** The row of the run that the command names. */
  named: { created_at: number; run: string } | undefined
  /** Whether these are all runs that the command reaches. */
  areAll: boolean
}

/** What a transaction has made of a timer. */
export interface Change {
  userId: string
  before: TimerState
  after: TimerState
  snapshot: TimerSnapshot
  hasChanged: boolean
  /** Whether any client was there to see it. */
  isSeen: boolean
}

export interface Taken extends Change {
  command: Command
  verdict: Verdict
}

/** Brings the part of a ledger that something reaches to the present. */
export async function openLedger(db: Db, occasion: Occasion, reach: Reach): Promise<Opened> {
  const { userId, thereUntil } = occasion
  const timer = await findTimer(db, userId)
  // A clock that was set back does not undo what has happened.
  const now = Math.max(occasion.now, timer?.settled_at ?? 0)
  const { runs, named, areAll } = await loadRuns(db, userId, reach)
  const kept: Ledger = { revision: timer?.revision ?? 0, runs, sequences: {} }
  const seenAt = Math.max(thereUntil ?? 0, timer?.seen_at ?? now)
  const ledger = holdForAbsent(kept, now, seenAt)
  const before = { ledger: kept, at: timer?.settled_at ?? now }
  return { userId, now, thereUntil, seenAt, before, ledger, named, areAll }
}

/** Takes in a command, and keeps the verdict on it. */
export async function decide(db: Db, opened: Opened, command: Command): Promise<Taken> {
  const { userId, now } = opened
  const refusal = await refusalOf(db, opened, command)
  const { ledger, ack } = receive(
    { ...opened.ledger, sequences: { [command.device]: command.sequence - 1 } },
    command,
    now,
  )
  const verdict: Verdict = refusal ? { id: command.id, isAccepted: false, code: refusal } : ack!
  await recordVerdict(db, userId, command, { ...verdict, at: now })
  // Whoever presses something is there.
  const seenAt = verdict.isAccepted ? Math.max(opened.seenAt, Math.min(command.event.at, now)) : opened.seenAt
  return { command, verdict, ...(await settle(db, { ...opened, seenAt, ledger: refusal ? opened.ledger : ledger })) }
}

async function refusalOf(db: Db, opened: Opened, { event }: Command) {
  if (isTooLate(opened, event)) return 'too-late'
  if (isTooLong(opened, event)) return 'too-long'
  const projectId = projectOf(event)
  if (projectId === undefined || (await findProject(db, opened.userId, projectId)) !== undefined) return undefined
  return 'unknown-project'
}

function isTooLate({ named, areAll, ledger, now }: Opened, event: TimerEvent) {
  if (event.type === 'start' && countsFrom(event) < EARLIEST) return true
  const isLive = ledger.runs.at(-1)?.id === event.runId
  const isOld = named !== undefined && named.created_at < now - CORRECTABLE_MS
  return !isLive && (isOld || !areAll)
}

const isTooLong = ({ named }: Opened, { type }: TimerEvent) =>
  named !== undefined && named.run.length > (LIMITS[type] ?? LONGEST_RUN)

function projectOf(event: TimerEvent) {
  if (event.type === 'start') return event.subject.projectId
  return event.type === 'subject' ? event.change.projectId : undefined
}

/** Keeps what has become of a ledger, and everything that follows from it. */
export async function settle(db: Db, { userId, before, now, thereUntil, seenAt, ledger }: Opened): Promise<Change> {
  const [was, view] = [viewAt(before.ledger, before.at), viewAt(ledger, now)]
  const hasMovedOn = view.phase !== was.phase || view.status !== was.status
  const isNew = ledger.revision !== before.ledger.revision
  const revision = ledger.revision + (hasMovedOn && !isNew ? 1 : 0)
  const after = { at: now, ledger: { ...ledger, revision } }
  await saveRuns(db, userId, before, after)
  await saveSessions(db, userId, before, after)
  await saveTimer(db, { user_id: userId, revision, due_at: deadlineOf(view), settled_at: now, seen_at: seenAt })
  // The core's types are read-only, the contract's are not: nothing changes it on the way out.
  const run = (ledger.runs.at(-1) ?? null) as TimerSnapshot['run']
  const snapshot = { revision, now, run }
  const isSeen = thereUntil !== null || seenAt >= now
  return { userId, before: was, after: view, snapshot, hasChanged: hasMovedOn || isNew, isSeen }
}
