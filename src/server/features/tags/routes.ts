import type { FastifyInstance } from 'fastify'
import { tags } from '#contract/tags.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { assertFound, refuseField } from '#server/errors.ts'
import { countTimeEntries } from '#server/features/time-entries/queries.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { deleteTag, findTag, findTagByName, insertTag, listTags, updateTag } from './queries.ts'

export function tagRoutes(app: FastifyInstance, services: Services) {
  const { db, now } = services

  serve(app, services, tags.list, ({ session }) => listTags(db, session.userId))

  serve(app, services, tags.read, async ({ session, params }) =>
    assertFound(await findTag(db, session.userId, params.id), 'tagNotFound'),
  )

  serve(app, services, tags.create, ({ session: { userId }, body }) =>
    withUserLock(db, userId, async (db) => {
      const { id = newId(now()) } = body
      const known = await findTag(db, userId, id)
      if (known !== undefined) return known
      await checkName(db, userId, id, body.name)
      return insertTag(db, userId, { ...body, id }, now())
    }),
  )

  serve(app, services, tags.update, ({ session: { userId }, params, body }) =>
    withUserLock(db, userId, async (db) => {
      if (body.name !== undefined) await checkName(db, userId, params.id, body.name)
      return assertFound(await updateTag(db, userId, { ...body, ...params }, now()), 'tagNotFound')
    }),
  )

  serve(app, services, tags.contents, async ({ session: { userId }, params }) => {
    assertFound(await findTag(db, userId, params.id), 'tagNotFound')
    return countTimeEntries(db, userId, { tagId: params.id })
  })

  serve(app, services, tags.remove, ({ session: { userId }, params }) =>
    withUserLock(db, userId, async (db) => {
      assertFound(await deleteTag(db, userId, params.id), 'tagNotFound')
      return null
    }),
  )
}

async function checkName(db: Db, userId: string, id: string, name: string) {
  const existing = await findTagByName(db, userId, name)
  if (existing !== undefined && existing.id !== id) throw refuseField('name', 'tagTaken', 'conflict')
}
