import type { FastifyInstance } from 'fastify'
import { clients } from '#contract/clients.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { assertFound } from '#server/errors.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { deleteClient, findClient, insertClient, listClients, updateClient } from './queries.ts'

export function clientRoutes(app: FastifyInstance, services: Services) {
  const { db, now } = services

  serve(app, services, clients.list, ({ session }) => listClients(db, session.userId))

  serve(app, services, clients.read, async ({ session, params }) =>
    assertFound(await findClient(db, session.userId, params.id), 'clientNotFound'),
  )

  serve(app, services, clients.create, ({ session: { userId }, body }) =>
    withUserLock(db, userId, async (db) => {
      const { id = newId(now()) } = body
      return (await findClient(db, userId, id)) ?? insertClient(db, userId, { ...body, id }, now())
    }),
  )

  serve(app, services, clients.update, ({ session: { userId }, params, body }) =>
    withUserLock(db, userId, async (db) =>
      assertFound(await updateClient(db, userId, { ...body, ...params }, now()), 'clientNotFound'),
    ),
  )

  serve(app, services, clients.remove, ({ session: { userId }, params }) =>
    withUserLock(db, userId, async (db) => {
      assertFound(await deleteClient(db, userId, params.id), 'clientNotFound')
      return null
    }),
  )
}
