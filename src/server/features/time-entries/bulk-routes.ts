import type { FastifyInstance } from 'fastify'
import { type BulkChange, timeEntries } from '#contract/time-entries.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { Refusal, refuseField } from '#server/errors.ts'
import { deviceOf, toRemoval } from '#server/http/serve-crud.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { recordEvents } from '#server/outbound/record-events.ts'
import { textBytesOf } from '#server/quotas.ts'
import { applyChange } from './apply-change.ts'
import { updateTimeEntries } from './bulk-queries.ts'
import { checkSubject } from './check-subject.ts'
import {
  type EntryValues,
  listEntryValuesByIds,
  listTimeEntriesByIds,
  moveEntriesToTrash,
  recordChanges,
} from './queries.ts'
import type { RunningEntries } from './running-routes.ts'

/** Each request changes all of its entries or none. */
export function bulkEntryRoutes(app: FastifyInstance, services: Services, running: RunningEntries) {
  const { db, now, quotas } = services

  serve(app, services, timeEntries.bulkUpdate, async ({ session: { userId }, body: { ids, change }, request }) => {
    await refuseRunning(running, userId, ids)
    await quotas.add(userId, toContent(ids.length, change))
    return withUserLock(db, userId, async (db) => {
      const entries = await listEntryValuesByIds(db, userId, ids)
      refuseMissing(entries.length, ids)
      await checkSubjects(db, userId, entries, change)
      await recordChanges(db, userId, toChangedEntries(entries, change), {
        kind: 'edit',
        device: deviceOf(request),
        now: now(),
      })
      await updateTimeEntries(db, userId, entries, { change, now: now() })
      const changed = await listTimeEntriesByIds(db, userId, ids)
      await recordEvents(
        db,
        userId,
        now(),
        changed.map((data) => ({ type: 'time_entry.updated', data })),
      )
      return changed
    })
  })

  serve(app, services, timeEntries.bulkRemove, async ({ session: { userId }, body: { ids, trash }, request }) => {
    await refuseRunning(running, userId, ids)
    const removal = toRemoval(services, { userId, id: null, trash, request })
    return withUserLock(db, userId, async (db) => {
      const timeEntries = await moveEntriesToTrash(db, { ...removal, kind: 'time-entries' }, ids)
      refuseMissing(timeEntries, ids)
      return { timeEntries }
    })
  })
}

const toChangedEntries = (entries: readonly EntryValues[], { addTags = [], ...change }: BulkChange) =>
  entries.map((before) => {
    const after = applyChange(before, change)
    return { before, after: { ...after, tags: [...after.tags, ...addTags] } }
  })

/** Refuses the running entry: it belongs to the timer, which cannot be changed within this transaction. */
async function refuseRunning(running: RunningEntries, userId: string, ids: readonly string[]) {
  const present = await running.find(userId)
  if (present !== undefined && ids.includes(present.id)) throw refuseField('ids', 'entryRuns')
}

const toContent = (count: number, { notes, tags = [], addTags = [] }: BulkChange) => ({
  entryTags: count * (tags.length + addTags.length),
  textBytes: count * textBytesOf(notes),
})

function refuseMissing(foundCount: number, ids: readonly string[]) {
  if (foundCount < new Set(ids).size) throw new Refusal('not-found', 'timeEntryNotFound')
}

/** Checks each combination of project and task once: most entries share one. */
async function checkSubjects(db: Db, userId: string, entries: readonly EntryValues[], change: BulkChange) {
  const tags = [...(change.tags ?? []), ...(change.addTags ?? [])]
  const subjects = entries.map((entry) => applyChange(entry, change))
  const distinct = new Map(subjects.map((entry) => [`${entry.projectId} ${entry.taskId}`, entry]))
  for (const subject of distinct.values()) await checkSubject(db, userId, { ...subject, tags })
}
