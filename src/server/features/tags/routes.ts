import type { FastifyInstance } from 'fastify'
import { tags, type TagChange } from '#contract/tags.ts'
import type { Db } from '#server/db/connect.ts'
import type { WithId } from '#server/db/values.ts'
import { assertFound, refuseField } from '#server/errors.ts'
import { countTimeEntries } from '#server/features/time-entries/queries.ts'
import { serveCrud } from '#server/http/serve-crud.ts'
import { replyWithSortedList } from '#server/http/long-questions/sorted-list.ts'
import { serve, type Services } from '#server/http/serve.ts'
import {
  deleteTag,
  findTag,
  findTagByName,
  insertTag,
  listTagNames,
  readTags,
  removeTagFromEntries,
  updateTag,
} from './queries.ts'

export function tagRoutes(app: FastifyInstance, services: Services) {
  const { db, questions } = services

  serve(app, services, tags.list, ({ session: { userId }, request }) =>
    replyWithSortedList(
      services,
      { userId, request },
      { read: readTags, readNames: listTagNames, wrap: (tags) => tags },
    ),
  )

  serveCrud(app, services, tags, {
    find: findTag,
    insert: insertTag,
    update: updateTag,
    removeDependents: removeTagFromEntries,
    remove: deleteTag,
    notFound: 'tagNotFound',
    quota: 'tags',
    eventName: 'tag',
    check: checkName,
  })

  serve(app, services, tags.contents, async ({ session: { userId }, params, request }) => {
    assertFound(await findTag(db, userId, params.id), 'tagNotFound')
    return questions.ask({ userId, request }, (reader) => countTimeEntries(reader, userId, { tagId: params.id }))
  })
}

async function checkName(db: Db, userId: string, { id, name }: WithId<TagChange>) {
  const existing = name === undefined ? undefined : await findTagByName(db, userId, name)
  if (existing !== undefined && existing.id !== id) throw refuseField('name', 'tagTaken', 'conflict')
}
