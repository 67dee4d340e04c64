import type { FastifyInstance } from 'fastify'
import { entryHistory } from '#contract/time-entries.ts'
import { stateBefore } from '#core/time-entries/entry-history.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { assertFound, refuseField } from '#server/errors.ts'
import { deviceOf } from '#server/http/serve-crud.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { textBytesOf } from '#server/quotas.ts'
import { checkSubject } from './check-subject.ts'
import { findHistory, listChanges, recordChanges } from './history-queries.ts'
import {
  type EntryValues,
  findEntryValues,
  listExistingTagIds,
  overrideFocusSessions,
  toJson,
  writeTimeEntry,
} from './queries.ts'
import { findRunningEntry, type RunningEntries } from './running-routes.ts'

export function entryHistoryRoutes(app: FastifyInstance, services: Services, running: RunningEntries) {
  const { db, now, quotas } = services

  serve(app, services, entryHistory.read, async ({ session: { userId }, params: { id } }) => {
    const entry = assertFound(await findEntryValues(db, userId, id), 'timeEntryNotFound')
    return findHistory(db, userId, entry)
  })

  serve(app, services, entryHistory.restore, async ({ session: { userId }, params: { id, change }, request }) => {
    if (await findRunningEntry(running, userId, id)) throw refuseField('id', 'entryRuns')
    const former = assertFound(await findStateBefore(db, userId, id, change), 'timeEntryNotFound')
    await quotas.add(userId, { entryTags: former.tags.length, textBytes: textBytesOf(former.notes) })
    return withUserLock(db, userId, async (db) => {
      const before = assertFound(await findEntryValues(db, userId, id), 'timeEntryNotFound')
      const state = assertFound(await findStateBefore(db, userId, id, change), 'timeEntryNotFound')
      const after = await removeDeletedReferences(db, userId, state)
      await checkSubject(db, userId, after)
      if (after.focusSessionKey !== null) await overrideFocusSessions(db, userId, [after.focusSessionKey], 'edited')
      await recordChanges(db, userId, [{ before, after }], { kind: 'restore', device: deviceOf(request), now: now() })
      return toJson(await writeTimeEntry(db, userId, after, { now: now(), event: 'updated' }))
    })
  })
}

/** Undefined if there is no such change. */
async function findStateBefore(db: Db, userId: string, id: string, change: number) {
  const entry = await findEntryValues(db, userId, id)
  const changes = await listChanges(db, userId, id, change)
  if (entry === undefined || changes.at(-1)?.number !== change) return undefined
  return stateBefore<EntryValues>(
    entry,
    changes.map(({ former }) => former),
  )
}

/** Without a task or tags that were deleted since. A deleted project refuses the restore. */
async function removeDeletedReferences(db: Db, userId: string, entry: EntryValues): Promise<EntryValues> {
  const task = await db
    .selectFrom('tasks')
    .select('id')
    .where('user_id', '=', userId)
    .where('project_id', '=', entry.projectId)
    .where('id', '=', entry.taskId)
    .executeTakeFirst()
  return { ...entry, taskId: task?.id ?? null, tags: await listExistingTagIds(db, userId, entry.tags) }
}
