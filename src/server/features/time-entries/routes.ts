import type { FastifyInstance } from 'fastify'
import { mistakeIn, timeEntries, type TimeEntryChange, type TimeEntryQuery } from '#contract/time-entries.ts'
import { changeWorked, workedFrom } from '#core/time-entry.ts'
import type { Db } from '#server/db/connect.ts'
import { inTurn } from '#server/db/in-turn.ts'
import { newId } from '#server/db/values.ts'
import { found, refuseField } from '#server/errors.ts'
import { findProject } from '#server/features/projects/queries.ts'
import { findTag } from '#server/features/tags/queries.ts'
import { findTask } from '#server/features/tasks/queries.ts'
import { type Services, serve } from '#server/http/serve.ts'
import {
  deleteTimeEntry,
  type EntryValues,
  findEntryValues,
  findTimeEntry,
  listTimeEntries,
  overrideSession,
  writeTimeEntry,
} from './queries.ts'
import { changeRunning, findRunning, type RunningEntries, runningEntryRoutes } from './running-routes.ts'
import { checkSubject, subjectOf } from './subject.ts'

const DAY_MS = 24 * 60 * 60_000

export function timeEntryRoutes(app: FastifyInstance, services: Services, running: RunningEntries) {
  const { db, now } = services
  runningEntryRoutes(app, services, running)

  serve(app, services, timeEntries.list, async ({ session: { userId }, query }) => {
    await checkFilter(db, userId, query)
    return listTimeEntries(db, userId, { ...query, after: await cursorOf(db, userId, query) })
  })

  serve(app, services, timeEntries.read, async ({ session: { userId }, params }) => {
    const entry = (await findRunning(running, userId, params.id)) ?? (await findTimeEntry(db, userId, params.id))
    return found(entry, 'timeEntryNotFound')
  })

  serve(app, services, timeEntries.create, async ({ session: { userId }, body }) => {
    const { id, startTime, endTime, duration } = body
    const subject = subjectOf(body)
    if (body.isRunning || endTime === null) {
      await checkSubject(db, userId, subject)
      return running.start(userId, { ...subject, id, startedAt: startTime })
    }
    const worked = workedFrom(startTime, endTime, duration)
    const claimed = id === undefined ? await running.claim(userId, { ...subject, ...worked }) : undefined
    return claimed ?? create(userId, { id: id ?? newId(now()), ...subject, ...worked, sessionKey: null, zone: null })
  })

  const create = (userId: string, entry: EntryValues) =>
    inTurn(db, userId, async (db) => {
      const known = await findTimeEntry(db, userId, entry.id)
      if (known !== undefined) return known
      await checkEntry(db, userId, entry, now())
      return writeTimeEntry(db, userId, entry, now())
    })

  serve(app, services, timeEntries.update, async ({ session: { userId }, params, body }) => {
    const present = await findRunning(running, userId, params.id)
    if (present !== undefined) return changeRunning(db, running, present, body)
    return inTurn(db, userId, async (db) => {
      const known = found(await findEntryValues(db, userId, params.id), 'timeEntryNotFound')
      const entry = changed(known, body)
      await checkEntry(db, userId, entry, now())
      if (entry.sessionKey !== null) await overrideSession(db, userId, entry.sessionKey, 'edited')
      return writeTimeEntry(db, userId, entry, now())
    })
  })

  serve(app, services, timeEntries.remove, async ({ session: { userId }, params }) => {
    const present = await findRunning(running, userId, params.id)
    if (present !== undefined) await running.stop(userId, { save: false })
    return inTurn(db, userId, async (db) => {
      const removed = await deleteTimeEntry(db, userId, params.id)
      // One that ran was no row yet, unless it continued another.
      found(removed ?? present, 'timeEntryNotFound')
      if (removed?.sessionKey) await overrideSession(db, userId, removed.sessionKey, 'deleted')
      return null
    })
  })
}

async function checkFilter(db: Db, userId: string, { projectId, taskId, tagId }: TimeEntryQuery) {
  if (projectId !== undefined) found(await findProject(db, userId, projectId), 'projectNotFound')
  if (taskId !== undefined) found(await findTask(db, userId, taskId), 'taskNotFound')
  if (tagId !== undefined) found(await findTag(db, userId, tagId), 'tagNotFound')
}

/** The last entry of the page before. */
async function cursorOf(db: Db, userId: string, { cursor }: TimeEntryQuery) {
  if (cursor === undefined) return undefined
  const entry = await findEntryValues(db, userId, cursor)
  if (entry === undefined) throw refuseField('cursor', 'timeEntryNotFound')
  return entry
}

/** An entry as a change leaves it. A task belongs to one project, so to another it does not go along. */
function changed(entry: EntryValues, change: TimeEntryChange): EntryValues {
  const { project: projectId = entry.projectId, notes = entry.notes, tags = entry.tags } = change
  const keptTask = projectId === entry.projectId ? entry.taskId : null
  const { task: taskId = keptTask, startTime: startedAt, endTime: endedAt, duration: durationMs } = change
  return { ...entry, projectId, taskId, notes, tags, ...changeWorked(entry, { startedAt, endedAt, durationMs }) }
}

async function checkEntry(db: Db, userId: string, entry: EntryValues, now: number) {
  const { startedAt, endedAt, durationMs } = entry
  const mistake = mistakeIn({ startTime: startedAt, endTime: endedAt, duration: durationMs })
  if (mistake) throw refuseField(...mistake)
  if (startedAt > now + DAY_MS) throw refuseField('startTime', 'startTooLate')
  await checkSubject(db, userId, entry)
}
