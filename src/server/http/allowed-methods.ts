import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/errors.ts'
import { sendRefusal } from './error-reply.ts'

/** Returns the methods that a path supports, or none if it is unknown. */
export type AllowedMethods = (path: string) => string[]

/** Records every route that is added from now on, except those with a wildcard. */
export function recordRoutes(app: FastifyInstance): AllowedMethods {
  const routes: { pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.includes('*')) routes.push({ pattern: toPattern(url), methods: [method].flat() })
  })
  return (path) => {
    const methods = new Set(routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : [])))
    return methods.size === 0 ? [] : [...methods.add('OPTIONS')].toSorted((a, b) => a.localeCompare(b))
  }
}

/** Replies to OPTIONS, and refuses any other method. */
export function sendAllowedMethods(methods: string[], request: FastifyRequest, reply: FastifyReply) {
  reply.header('allow', methods.join(', '))
  if (request.method === 'OPTIONS') return reply.code(204).send()
  return sendRefusal(new Refusal('method-not-allowed', 'methodNotAllowed'), request, reply)
}

/** `/tasks/:id` matches `/tasks/x`. */
const toPattern = (url: string) => new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
