import type { FastifyInstance } from 'fastify'
import { trash } from '#contract/trash.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { assertFound, refuseField } from '#server/errors.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { repeatJob } from '#server/jobs/repeat-job.ts'
import { countTrash, expireTrash, findTrashItem, listTrash, toJson } from './item-queries.ts'
import { purgeExpiredTrash, purgeTrash } from './purge.ts'
import { restoreTrash } from './restore-trash.ts'

const PURGE_INTERVAL_MS = 60_000

export function trashRoutes(app: FastifyInstance, services: Services, retentionMs: number) {
  const { db, now } = services
  const deletedAfter = () => Math.max(0, now() - retentionMs)
  repeatJob(app, 'trash', PURGE_INTERVAL_MS, () => purgeExpiredTrash(db, now() - retentionMs))

  serve(app, services, trash.list, async ({ session: { userId }, query: { limit, cursor } }) => {
    const range = { limit, deletedAfter: deletedAfter() }
    const after = cursor && (await findTrashItem(db, userId, cursor, range.deletedAfter))
    if (cursor !== undefined && after === undefined) throw refuseField('cursor', 'invalidValue')
    const rows = await listTrash(db, userId, { ...range, after: after || undefined })
    return {
      items: rows.map((row) => toJson(row, retentionMs)),
      count: await countTrash(db, userId, range.deletedAfter),
      retentionMs,
    }
  })

  serve(app, services, trash.restore, ({ session: { userId }, params: { id } }) =>
    restoreTrash(services, { userId, id, deletedAfter: deletedAfter(), now: now() }),
  )

  serve(app, services, trash.remove, async ({ session: { userId }, params: { id } }) => {
    const [expired] = await withUserLock(db, userId, (db) => expireTrash(db, userId, id))
    assertFound(expired, 'trashItemNotFound')
    await purgeTrash(db, userId, id)
    return null
  })

  serve(app, services, trash.empty, async ({ session: { userId } }) => {
    const expired = await withUserLock(db, userId, (db) => expireTrash(db, userId))
    for (const id of expired) await purgeTrash(db, userId, id)
    return { items: expired.length }
  })
}
