import type { FastifyInstance } from 'fastify'
import { clients } from '#contract/clients.ts'
import { serveCrud } from '#server/http/serve-crud.ts'
import { replyWithSortedList } from '#server/http/long-questions/sorted-list.ts'
import { serve, type Services } from '#server/http/serve.ts'
import {
  deleteClient,
  findClient,
  insertClient,
  listClientNames,
  readClients,
  removeClientFromProjects,
  updateClient,
} from './queries.ts'

export function clientRoutes(app: FastifyInstance, services: Services) {
  serve(app, services, clients.list, ({ session: { userId }, request }) =>
    replyWithSortedList(
      services,
      { userId, request },
      { read: readClients, readNames: listClientNames, wrap: (clients) => clients },
    ),
  )

  serveCrud(app, services, clients, {
    find: findClient,
    insert: insertClient,
    update: updateClient,
    removeDependents: removeClientFromProjects,
    remove: deleteClient,
    notFound: 'clientNotFound',
    quota: 'clients',
    eventName: 'client',
  })
}
