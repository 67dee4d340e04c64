import type { FastifyInstance } from 'fastify'
import { endByOneClock, timeEntries } from '#contract/time-entries.ts'
import { DAY_MS } from '#core/time/units.ts'
import {
  isDatabaseUnreachable,
  isForeignKeyViolation,
  isRolledBack,
  isUniqueViolation,
} from '#server/db/error-classification.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { assertFound } from '#server/errors.ts'
import { deviceOf, toRemoval } from '#server/http/serve-crud.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { textBytesOf } from '#server/quotas.ts'
import { applyChange, checkTimes, toWorked } from './apply-change.ts'
import { bulkEntryRoutes } from './bulk-routes.ts'
import { entryHistoryRoutes } from './history-routes.ts'
import { checkSubject, toSubject } from './check-subject.ts'
import { entryListRoutes } from './list-routes.ts'
import {
  type EntryValues,
  findEntryValues,
  findEqualTimeEntry,
  findTimeEntry,
  insertTimeEntry,
  insertTimeEntryAlone,
  moveEntriesToTrash,
  overrideFocusSessions,
  recordChanges,
  toJson,
  writeTimeEntry,
} from './queries.ts'
import { findRunningEntry, type RunningEntries, runningEntryRoutes, updateRunningEntry } from './running-routes.ts'

export function timeEntryRoutes(app: FastifyInstance, services: Services, running: RunningEntries) {
  const { db, now, quotas } = services
  entryListRoutes(app, services)
  runningEntryRoutes(app, services, running)
  bulkEntryRoutes(app, services, running)
  entryHistoryRoutes(app, services, running)

  serve(app, services, timeEntries.read, async ({ session: { userId }, params }) => {
    const entry = (await findRunningEntry(running, userId, params.id)) ?? (await findTimeEntry(db, userId, params.id))
    return assertFound(entry, 'timeEntryNotFound')
  })

  serve(app, services, timeEntries.create, async ({ session: { userId }, body }) => {
    const { id, startTime, endTime } = body
    const subject = toSubject(body)
    if (body.isRunning || endTime === null) {
      await checkSubject(db, userId, subject)
      return running.start(userId, { ...subject, id, startedAt: startTime })
    }
    const worked = toWorked({ ...body, endTime: endByOneClock(body, endTime) })
    const values = { ...subject, ...worked, focusSessionKey: null, plannedMs: null, zone: null }
    if (id !== undefined) return createEntry(services, userId, { id, ...values })
    const saved = await running.matchLegacySave(userId, { ...subject, ...worked })
    return saved ?? createEntryOnce(services, userId, { id: newId(now()), ...values })
  })

  serve(app, services, timeEntries.update, async ({ session: { userId }, params, body, request }) => {
    const present = await findRunningEntry(running, userId, params.id)
    if (present !== undefined) return updateRunningEntry(db, running, present, body)
    await quotas.add(userId, { entryTags: body.tags?.length ?? 0, textBytes: textBytesOf(body.notes) })
    return withUserLock(db, userId, async (db) => {
      const known = assertFound(await findEntryValues(db, userId, params.id), 'timeEntryNotFound')
      const entry = applyChange(known, body)
      checkTimes(entry, now(), known)
      await checkSubject(db, userId, entry)
      const change = { kind: 'edit' as const, device: deviceOf(request), now: now() }
      await recordChanges(db, userId, [{ before: known, after: entry }], change)
      if (entry.focusSessionKey !== null) await overrideFocusSessions(db, userId, [entry.focusSessionKey], 'edited')
      return toJson(await writeTimeEntry(db, userId, entry, { now: now(), event: 'updated' }))
    })
  })

  serve(app, services, timeEntries.remove, async ({ session: { userId }, params, query: { trash }, request }) => {
    const present = await findRunningEntry(running, userId, params.id)
    if (present !== undefined) await running.stop(userId, { save: false })
    const removal = toRemoval(services, { userId, id: null, trash, request })
    return withUserLock(db, userId, async (db) => {
      const removed = await moveEntriesToTrash(db, { ...removal, kind: 'time-entries' }, [params.id])
      // The running entry has no row yet, unless it continues another.
      assertFound(removed > 0 ? removed : present, 'timeEntryNotFound')
      return null
    })
  })
}

/**
 * Tries the insert first, because nearly all entries are new and valid. If it fails, id and subject are checked. They are
 * checked as well if the outcome is unknown: then the entry may be there already.
 */
async function createEntry({ db, now, quotas }: Services, userId: string, entry: EntryValues) {
  checkTimes(entry, now())
  await quotas.add(userId, toContent(entry), () => findTimeEntry(db, userId, entry.id))
  try {
    return await insertTimeEntryAlone(db, userId, entry, now())
  } catch (error) {
    if (!REPEATED_FAILURES.some((isCause) => isCause(error as Error))) throw error
  }
  return withUserLock(db, userId, async (db) => {
    const known = await findTimeEntry(db, userId, entry.id)
    if (known !== undefined) return known
    await checkSubject(db, userId, entry)
    return insertTimeEntry(db, userId, entry, now())
  })
}

/** Several tabs of a client save the same work without an id, so an equal entry of the last day is that entry. */
async function createEntryOnce({ db, now, quotas }: Services, userId: string, entry: EntryValues) {
  checkTimes(entry, now())
  await quotas.add(userId, toContent(entry), () => findEqualTimeEntry(db, userId, entry, now() - DAY_MS))
  return withUserLock(db, userId, async (db) => {
    const known = await findEqualTimeEntry(db, userId, entry, now() - DAY_MS)
    if (known !== undefined) return known
    await checkSubject(db, userId, entry)
    return insertTimeEntry(db, userId, entry, now())
  })
}

/** After these, the entry is looked for and inserted again. */
const REPEATED_FAILURES = [isForeignKeyViolation, isUniqueViolation, isRolledBack, isDatabaseUnreachable]

const toContent = ({ tags, notes }: EntryValues) => ({
  entries: 1,
  entryTags: tags.length,
  textBytes: textBytesOf(notes),
})
