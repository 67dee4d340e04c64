import { entryIdOf, type Ledger, type Session, sessionsAt, startOf } from '#core/timer/merge.ts'
import type { Subject } from '#core/timer/state.ts'
import { type Stretch, subtract, totalOf } from '#core/timer/stretches.ts'
import type { Db } from '#server/db/connect.ts'
import { findProject } from '#server/features/projects/queries.ts'
import { findTask } from '#server/features/tasks/queries.ts'
import { deleteTimeEntry, knownTags, writeTimeEntry } from '#server/features/time-entries/queries.ts'

interface Moment {
  ledger: Ledger
  at: number
}

/** Makes the user's time entries what the sessions have become since they were last looked at. */
export async function saveSessions(db: Db, userId: string, before: Moment, after: Moment) {
  const known = sessionsAt(before.ledger, before.at)
  const sessions = sessionsAt(after.ledger, after.at)
  const unchanged = new Set(known.map((session) => JSON.stringify(session)))
  const changed = sessions.filter((session) => !unchanged.has(JSON.stringify(session)))
  const vanished = known.filter(({ key }) => !sessions.some((session) => session.key === key))
  const touched = [...changed, ...vanished]
  if (touched.length === 0) return

  const frozen = await overridesOf(db, userId, touched)
  const kept = new Set(sessions.filter(({ status }) => status === 'saved').map(({ entryId }) => entryId))
  for (const session of touched) {
    const own = ownEntry(session)
    if (!frozen.has(session.key) && !kept.has(own)) await deleteTimeEntry(db, userId, own)
  }
  // The earliest first: an entry that was continued passes from one session to the next.
  for (const session of changed.toReversed())
    if (session.status === 'saved' && !frozen.has(session.key)) await saveSession(db, userId, session, after)
}

/** The entry that is this session's alone. One that it only continues is the user's, and never deleted. */
function ownEntry({ key, runId }: Session) {
  return entryIdOf({ runId, phase: Number(key.slice(key.indexOf('#') + 1)) })
}

async function overridesOf(db: Db, userId: string, sessions: Session[]) {
  const keys = sessions.map(({ key }) => key)
  const rows = await db
    .selectFrom('session_overrides')
    .select('session_key')
    .where('user_id', '=', userId)
    .where('session_key', 'in', keys)
    .execute()
  return new Set(rows.map((row) => row.session_key))
}

async function saveSession(db: Db, userId: string, session: Session, { ledger, at }: Moment) {
  const subject = await subjectNow(db, userId, session.subject)
  const stretches = await countedOnce(db, userId, session, ledger)
  const [first, last] = [stretches[0], stretches.at(-1)]
  if (subject === undefined || first === undefined || last === undefined) return
  const entry = {
    ...subject,
    id: session.entryId,
    startedAt: first[0],
    endedAt: last[1],
    durationMs: totalOf(stretches),
    notes: subject.notes || usualNote(session, ledger),
    sessionKey: session.key,
    zone: startOf(runOf(ledger, session)).zone ?? null,
    segments: stretches,
  }
  await writeTimeEntry(db, userId, entry, at)
}

/** What is left of a session's subject. Undefined: its project was deleted, and has taken its time along. */
async function subjectNow(db: Db, userId: string, { projectId, taskId, notes, tags }: Subject) {
  if ((await findProject(db, userId, projectId)) === undefined) return undefined
  const task = taskId === null ? undefined : await findTask(db, userId, taskId)
  return {
    projectId,
    taskId: task?.project === projectId ? task.id : null,
    notes,
    tags: await knownTags(db, userId, tags),
  }
}

function usualNote(session: Session, ledger: Ledger) {
  const { isInfinite, continues } = startOf(runOf(ledger, session))
  return isInfinite || continues ? '' : `Work session ${session.repetition}/${session.repetitions}`
}

const runOf = ({ runs }: Ledger, { runId }: Session) => runs.find(({ id }) => id === runId)!

/** What a continued entry had before it went on may have been filled by hand meanwhile: that time is not its own. */
async function countedOnce(db: Db, userId: string, session: Session, ledger: Ledger): Promise<readonly Stretch[]> {
  const [first] = session.inherited
  if (first === undefined) return session.stretches
  const wentOnAt = startOf(runOf(ledger, session)).at
  const others = await db
    .selectFrom('time_entry_segments')
    .select(['started_at', 'ended_at'])
    .where('user_id', '=', userId)
    .where('entry_id', '!=', session.entryId)
    .where('ended_at', '>', first[0])
    .where('started_at', '<', wentOnAt)
    .execute()
  return subtract(
    session.stretches,
    others.map((row): Stretch => [row.started_at, Math.min(row.ended_at, wentOnAt)]),
  )
}
