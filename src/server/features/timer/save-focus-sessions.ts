import { entryIdOf, type FocusSession, focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { startEventOf, type TimerHistory } from '#core/timer/history.ts'
import type { Subject } from '#core/timer/state.ts'
import { joinAdjacentSegments, type Segment, subtractSegments, totalOf } from '#core/timer/segments.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine.ts'
import { findProject } from '#server/features/projects/queries.ts'
import { findTask } from '#server/features/tasks/queries.ts'
import { deleteTimeEntry, listExistingTagIds, upsertTimeEntry } from '#server/features/time-entries/queries.ts'

interface HistoryAt {
  ledger: TimerHistory
  at: number
}

interface HistoryWithSessions extends HistoryAt {
  sessions: readonly FocusSession[]
}

/** Makes the user's time entries what the sessions have become since they were last looked at. */
export async function saveFocusSessions(db: Db, userId: string, before: HistoryAt, after: HistoryAt) {
  const known = focusSessionsAt(before.ledger, before.at)
  const sessions = focusSessionsAt(after.ledger, after.at)
  const unchanged = new Set(known.map((session) => JSON.stringify(session)))
  const changed = sessions.filter((session) => !unchanged.has(JSON.stringify(session)))
  const keys = new Set(sessions.map(({ key }) => key))
  const vanished = known.filter(({ key }) => !keys.has(key))
  const touched = [...changed, ...vanished]
  if (touched.length === 0) return

  const frozen = await findOverriddenKeys(db, userId, touched)
  const kept = new Set(sessions.filter(({ status }) => status === 'saved').map(({ entryId }) => entryId))
  for (const session of touched) {
    const own = ownEntryIdOf(session)
    if (!frozen.has(session.key) && !kept.has(own)) await deleteTimeEntry(db, userId, own)
  }
  // The earliest first: an entry that was continued passes from one session to the next.
  for (const session of changed.toReversed())
    if (session.status === 'saved' && !frozen.has(session.key))
      await saveFocusSession(db, userId, session, { ...after, sessions })
}

/** The entry that is this session's alone. One that it only continues is the user's, and never deleted. */
function ownEntryIdOf({ key, runId }: FocusSession) {
  return entryIdOf({ runId, phase: Number(key.slice(key.indexOf('#') + 1)) })
}

async function findOverriddenKeys(db: Db, userId: string, sessions: FocusSession[]) {
  const keys = sessions.map(({ key }) => key)
  const rows = await db
    .selectFrom('session_overrides')
    .select('session_key')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'session_key', keys))
    .execute()
  return new Set(rows.map((row) => row.session_key))
}

async function saveFocusSession(db: Db, userId: string, session: FocusSession, settled: HistoryWithSessions) {
  const { ledger, at } = settled
  const subject = await findCurrentSubject(db, userId, session.subject)
  const stretches = await segmentsToSave(db, userId, session, settled)
  const [first, last] = [stretches[0], stretches.at(-1)]
  if (subject === undefined || first === undefined || last === undefined) return
  const entry = {
    ...subject,
    id: session.entryId,
    startedAt: first[0],
    endedAt: last[1],
    durationMs: totalOf(stretches),
    notes: subject.notes || defaultNotes(session, ledger),
    sessionKey: session.key,
    plannedMs: session.plannedMs,
    zone: startEventOf(findRun(ledger, session)).zone ?? null,
    segments: stretches,
  }
  await upsertTimeEntry(db, userId, entry, at)
}

/** What is left of a session's subject. Undefined: its project was deleted, and has taken its time along. */
async function findCurrentSubject(db: Db, userId: string, { projectId, taskId, notes, tags }: Subject) {
  if ((await findProject(db, userId, projectId)) === undefined) return undefined
  const task = taskId === null ? undefined : await findTask(db, userId, taskId)
  return {
    projectId,
    taskId: task?.project === projectId ? task.id : null,
    notes,
    tags: await listExistingTagIds(db, userId, tags),
  }
}

function defaultNotes(session: FocusSession, ledger: TimerHistory) {
  const { isInfinite, continues } = startEventOf(findRun(ledger, session))
  return isInfinite || continues ? '' : `Work session ${session.repetition}/${session.repetitions}`
}

const findRun = ({ runs }: TimerHistory, { runId }: FocusSession) => runs.find(({ id }) => id === runId)!

/** What a continued entry counts, as the user has left it: no time that was filled by hand, nor what was cut off. */
async function segmentsToSave(
  db: Db,
  userId: string,
  session: FocusSession,
  settled: HistoryWithSessions,
): Promise<readonly Segment[]> {
  const [first] = session.inheritedSegments
  if (first === undefined) return session.segments
  const wentOnAt = startEventOf(findRun(settled.ledger, session)).at
  const filled = await listManualSegments(db, userId, session.entryId, [first[0], wentOnAt])
  const onEntry = settled.sessions.filter(({ entryId }) => entryId === session.entryId)
  const wasEdited = (await findOverriddenKeys(db, userId, onEntry)).size > 0
  return joinAdjacentSegments(subtractSegments(session.segments, wasEdited ? [[0, first[0]], ...filled] : filled))
}

/** Entries of no session, or of one that the user has changed. */
async function listManualSegments(db: Db, userId: string, entryId: string, [from, to]: Segment) {
  const rows = await db
    .selectFrom('time_entry_segments as segment')
    .innerJoin('time_entries as entry', (on) =>
      on.onRef('entry.user_id', '=', 'segment.user_id').onRef('entry.id', '=', 'segment.entry_id'),
    )
    .leftJoin('session_overrides as override', (on) =>
      on.onRef('override.user_id', '=', 'entry.user_id').onRef('override.session_key', '=', 'entry.session_key'),
    )
    .select(['segment.started_at', 'segment.ended_at'])
    .where('segment.user_id', '=', userId)
    .where('segment.entry_id', '!=', entryId)
    .where('segment.ended_at', '>', from)
    .where('segment.started_at', '<', to)
    .where((row) => row.or([row('entry.session_key', 'is', null), row('override.kind', 'is not', null)]))
    .execute()
  return rows.map((row): Segment => [row.started_at, Math.min(row.ended_at, to)])
}
