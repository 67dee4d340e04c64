import { joinAdjacentSegments, type Segment, subtractSegments, totalOf } from '#core/time/segments.ts'
import { entryIdOf, type FocusSession, focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { startEventOf, type TimerHistory } from '#core/timer/history.ts'
import type { Subject } from '#core/timer/state.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { findProject } from '#server/features/projects/queries.ts'
import { findTask } from '#server/features/tasks/queries.ts'
import { deleteTimeEntry, listExistingTagIds, upsertTimeEntry } from '#server/features/time-entries/queries.ts'
import type { HistoryAt } from './run-queries.ts'

interface HistoryWithSessions extends HistoryAt {
  sessions: readonly FocusSession[]
}

/** Updates the user's time entries for every focus session that has changed between two histories. */
export async function saveFocusSessions(db: Db, userId: string, before: HistoryAt, after: HistoryAt) {
  const previous = focusSessionsAt(before.history, before.at)
  const sessions = focusSessionsAt(after.history, after.at)
  const unchanged = new Set(previous.map((session) => JSON.stringify(session)))
  const changed = sessions.filter((session) => !unchanged.has(JSON.stringify(session)))
  const keys = new Set(sessions.map(({ key }) => key))
  const removed = previous.filter(({ key }) => !keys.has(key))
  const affected = [...changed, ...removed]
  if (affected.length === 0) return

  const overridden = await findOverriddenKeys(db, userId, affected)
  const savedEntryIds = new Set(sessions.filter(({ status }) => status === 'saved').map(({ entryId }) => entryId))
  for (const session of affected) {
    const entryId = ownEntryIdOf(session)
    if (!overridden.has(session.key) && !savedEntryIds.has(entryId)) await deleteTimeEntry(db, userId, entryId)
  }
  // The earliest first, because each session that continues an entry overwrites it.
  for (const session of changed.toReversed())
    if (session.status === 'saved' && !overridden.has(session.key))
      await saveFocusSession(db, userId, session, { ...after, sessions })
}

/** The entry that only this session has written. An entry that it merely continues is never deleted. */
function ownEntryIdOf({ key, runId }: FocusSession) {
  return entryIdOf({ runId, phase: Number(key.slice(key.indexOf('#') + 1)) })
}

async function findOverriddenKeys(db: Db, userId: string, sessions: FocusSession[]) {
  const keys = sessions.map(({ key }) => key)
  const rows = await db
    .selectFrom('focus_session_overrides')
    .select('focus_session_key')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'focus_session_key', keys))
    .execute()
  return new Set(rows.map((row) => row.focus_session_key))
}

async function saveFocusSession(db: Db, userId: string, session: FocusSession, context: HistoryWithSessions) {
  const { history, at } = context
  const subject = await findCurrentSubject(db, userId, session.subject)
  const segments = await segmentsToSave(db, userId, session, context)
  const [first, last] = [segments[0], segments.at(-1)]
  if (subject === undefined || first === undefined || last === undefined) return
  const entry = {
    ...subject,
    id: session.entryId,
    startedAt: first[0],
    endedAt: last[1],
    durationMs: totalOf(segments),
    notes: subject.notes || defaultNotes(session, history),
    focusSessionKey: session.key,
    plannedMs: session.plannedMs,
    zone: startEventOf(findRun(history, session)).zone ?? null,
    segments,
  }
  await upsertTimeEntry(db, userId, entry, at)
}

/** The subject without deleted tags and tasks. Undefined if its project was deleted, which deletes its time too. */
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

function defaultNotes(session: FocusSession, history: TimerHistory) {
  const { isInfinite, continues } = startEventOf(findRun(history, session))
  return isInfinite || continues ? '' : `Work session ${session.repetition}/${session.repetitions}`
}

const findRun = ({ runs }: TimerHistory, { runId }: FocusSession) => runs.find(({ id }) => id === runId)!

/** The session's segments. A continued entry leaves out time that the user cut off, or filled with other entries. */
async function segmentsToSave(
  db: Db,
  userId: string,
  session: FocusSession,
  { history, sessions }: HistoryWithSessions,
): Promise<readonly Segment[]> {
  const [first] = session.inheritedSegments
  if (first === undefined) return session.segments
  const continuedAt = startEventOf(findRun(history, session)).at
  const filled = await listManualSegments(db, userId, session.entryId, [first[0], continuedAt])
  const sessionsOfEntry = sessions.filter(({ entryId }) => entryId === session.entryId)
  const wasEdited = (await findOverriddenKeys(db, userId, sessionsOfEntry)).size > 0
  return joinAdjacentSegments(subtractSegments(session.segments, wasEdited ? [[0, first[0]], ...filled] : filled))
}

/** Segments of other entries that come from no session, or that the user has changed. */
async function listManualSegments(db: Db, userId: string, entryId: string, [from, to]: Segment) {
  const rows = await db
    .selectFrom('time_entry_segments as segment')
    .innerJoin('time_entries as entry', (on) =>
      on.onRef('entry.user_id', '=', 'segment.user_id').onRef('entry.id', '=', 'segment.entry_id'),
    )
    .leftJoin('focus_session_overrides as override', (on) =>
      on
        .onRef('override.user_id', '=', 'entry.user_id')
        .onRef('override.focus_session_key', '=', 'entry.focus_session_key'),
    )
    .select(['segment.started_at', 'segment.ended_at'])
    .where('segment.user_id', '=', userId)
    .where('segment.entry_id', '!=', entryId)
    .where('segment.ended_at', '>', from)
    .where('segment.started_at', '<', to)
    .where((row) => row.or([row('entry.focus_session_key', 'is', null), row('override.kind', 'is not', null)]))
    .execute()
  return rows.map((row): Segment => [row.started_at, Math.min(row.ended_at, to)])
}
