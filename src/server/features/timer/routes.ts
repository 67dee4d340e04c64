import type { FastifyInstance } from 'fastify'
import { timer as contract } from '#contract/timer.ts'
import { serve, type Services } from '#server/http/serve.ts'
import type { Timer } from './timer.ts'

export function timerRoutes(app: FastifyInstance, services: Services, timer: Timer) {
  serve(app, services, contract.read, ({ session }) => timer.read(session.userId))

  void app.register(async (app) => {
    // Before the body is read: checking a hundred commands costs more than a refusal.
    app.addHook('onRequest', async (request) => timer.checkLimit(services.callerOf(request)))
    serve(app, services, contract.command, ({ session, body }) => timer.applyCommands(session.userId, body.commands))
  })
}
