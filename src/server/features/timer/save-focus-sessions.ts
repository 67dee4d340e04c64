import { defaultNote } from '#core/time-entries/default-note.ts'
import { joinAdjacentSegments, type Segment, subtractSegments, totalOf } from '#core/time/segments.ts'
import { entryIdOf, type FocusSession, isSameFocusSession } from '#core/timer/focus-sessions.ts'
import { startEventOf, type TimerHistory } from '#core/timer/history.ts'
import type { Subject } from '#core/timer/state.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { hasProject } from '#server/features/projects/queries.ts'
import { findTask } from '#server/features/tasks/queries.ts'
import {
  deleteTimeEntry,
  findEntryValues,
  listExistingTagIds,
  recordChanges,
  writeTimeEntry,
} from '#server/features/time-entries/queries.ts'
import type { HistoryWithSessions } from './run-queries.ts'

/** Updates the user's time entries for every focus session that has changed between two histories. */
export async function saveFocusSessions(
  db: Db,
  userId: string,
  before: HistoryWithSessions,
  after: HistoryWithSessions,
) {
  const { focusSessions } = after
  const previous = new Map(before.focusSessions.map((focusSession) => [focusSession.key, focusSession]))
  const changed = focusSessions.filter((focusSession) => isChanged(focusSession, previous.get(focusSession.key)))
  const keys = new Set(focusSessions.map(({ key }) => key))
  const removed = before.focusSessions.filter(({ key }) => !keys.has(key))
  const affected = [...changed, ...removed]
  if (affected.length === 0) return

  const overridden = await findOverriddenKeys(db, userId, affected.map(toKey))
  const savedEntryIds = new Set(focusSessions.filter(({ status }) => status === 'saved').map(({ entryId }) => entryId))
  for (const focusSession of affected) {
    const entryId = ownEntryIdOf(focusSession)
    if (!overridden.has(focusSession.key) && !savedEntryIds.has(entryId))
      await deleteTimeEntry(db, userId, entryId, after.at)
  }
  // The earliest first, because each focus session that continues an entry overwrites it.
  for (const focusSession of changed.toReversed()) {
    if (focusSession.status !== 'saved' || overridden.has(focusSession.key)) continue
    const save = isNew(focusSession, previous.get(focusSession.key)) ? saveFocusSession : updateEntry
    await save(db, userId, focusSession, after)
  }
}

const isChanged = (focusSession: FocusSession, before: FocusSession | undefined) =>
  before === undefined || !isSameFocusSession(before, focusSession)

const isNew = ({ inheritedSegments }: FocusSession, before: FocusSession | undefined) =>
  before?.status !== 'saved' && inheritedSegments.length === 0

/** Saves a focus session that may have an entry, whose former values are recorded. A new entry has none to read. */
async function updateEntry(db: Db, userId: string, focusSession: FocusSession, context: HistoryWithSessions) {
  const before = await findEntryValues(db, userId, focusSession.entryId)
  const event = before === undefined ? 'created' : 'updated'
  const after = await saveFocusSession(db, userId, focusSession, { ...context, event })
  if (before === undefined || after === undefined) return
  await recordChanges(db, userId, [{ before, after }], { kind: 'timer', device: '', now: context.at })
}

/** The id of the focus session's own entry, which may be deleted. An entry that it continues is never deleted. */
function ownEntryIdOf({ key, runId }: FocusSession) {
  return entryIdOf({ runId, phase: Number(key.slice(key.indexOf('#') + 1)) })
}

const toKey = ({ key }: FocusSession) => key

/** The keys of focus sessions whose entries the timer must not change. */
export async function findOverriddenKeys(db: Db, userId: string, keys: readonly string[]) {
  const rows = await db
    .selectFrom('focus_session_overrides')
    .select('focus_session_key')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'focus_session_key', keys))
    .execute()
  return new Set(rows.map((row) => row.focus_session_key))
}

/** Saves a focus session as its entry, unless its project was deleted or nothing of its time is left. */
export async function saveFocusSession(
  db: Db,
  userId: string,
  focusSession: FocusSession,
  context: HistoryWithSessions & { event?: 'created' | 'updated' },
) {
  const { history, at, event = 'created' } = context
  const subject = await findCurrentSubject(db, userId, focusSession.subject)
  const segments = await segmentsToSave(db, userId, focusSession, context)
  const [first, last] = [segments[0], segments.at(-1)]
  if (subject === undefined || first === undefined || last === undefined) return undefined
  const entry = {
    ...subject,
    id: focusSession.entryId,
    startedAt: first[0],
    endedAt: last[1],
    durationMs: totalOf(segments),
    notes: subject.notes || defaultNotes(focusSession, history),
    focusSessionKey: focusSession.key,
    plannedMs: focusSession.plannedMs,
    zone: startEventOf(findRun(history, focusSession)).zone ?? null,
    segments,
  }
  return writeTimeEntry(db, userId, entry, { now: at, event })
}

/** The subject without deleted tags and tasks. Undefined if its project was deleted, which deletes its time too. */
export async function findCurrentSubject(db: Db, userId: string, { projectId, taskId, notes, tags }: Subject) {
  if (!(await hasProject(db, userId, projectId))) return undefined
  const task = taskId === null ? undefined : await findTask(db, userId, taskId)
  return {
    projectId,
    taskId: task?.project === projectId ? task.id : null,
    notes,
    tags: await listExistingTagIds(db, userId, tags),
  }
}

function defaultNotes(focusSession: FocusSession, history: TimerHistory) {
  const { isInfinite, continues } = startEventOf(findRun(history, focusSession))
  return isInfinite || continues ? '' : defaultNote(focusSession.repetition, focusSession.repetitions)
}

const findRun = ({ runs }: TimerHistory, { runId }: FocusSession) => runs.find(({ id }) => id === runId)!

/** The segments to save. A continued entry leaves out time that the user cut off, or filled with other entries. */
async function segmentsToSave(
  db: Db,
  userId: string,
  focusSession: FocusSession,
  { history, focusSessions }: HistoryWithSessions,
): Promise<readonly Segment[]> {
  const [first] = focusSession.inheritedSegments
  if (first === undefined) return focusSession.segments
  const continuedAt = startEventOf(findRun(history, focusSession)).at
  const filled = await listManualSegments(db, userId, focusSession.entryId, [first[0], continuedAt])
  const ofSameEntry = focusSessions.filter(({ entryId }) => entryId === focusSession.entryId)
  const wasEdited = (await findOverriddenKeys(db, userId, ofSameEntry.map(toKey))).size > 0
  return joinAdjacentSegments(subtractSegments(focusSession.segments, wasEdited ? [[0, first[0]], ...filled] : filled))
}

/** Segments of other entries that the user has created or edited by hand. */
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
