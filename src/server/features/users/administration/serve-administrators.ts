import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#server/errors.ts'
import { requireUser } from '#server/features/users/queries.ts'
import { type Handler, type Services, serve } from '#server/http/serve.ts'
import type { Actor } from './audit-log.ts'

type AdministratorHandler<E extends Endpoint> = (
  input: Parameters<Handler<E>>[0],
  administrator: Exclude<Actor, string>,
) => ReturnType<Handler<E>>

/** Returns a function that serves an endpoint for administrators. To others it does not exist. */
export function createAdministratorServer(app: FastifyInstance, services: Services) {
  return function serveAdministrators<E extends Endpoint>(endpoint: E, handle: AdministratorHandler<E>) {
    const handleIfAllowed = async (input: Parameters<Handler<E>>[0]) => {
      const user = await requireUser(services.db, input.session)
      if (user.is_administrator === 0) throw new Refusal('not-found', 'pageNotFound')
      return handle(input, { id: user.id, email: user.email })
    }
    serve(app, services, endpoint, handleIfAllowed as Handler<E>)
  }
}

export type ServeAdministrators = ReturnType<typeof createAdministratorServer>
