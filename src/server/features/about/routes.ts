import type { FastifyInstance } from 'fastify'
import { about } from '#contract/about.ts'
import { VERSION } from '#core/version.ts'
import type { Config } from '#server/config.ts'
import { serve, type Services } from '#server/http/serve.ts'

export function aboutRoutes(app: FastifyInstance, services: Services, config: Config) {
  serve(app, services, about.read, async () => ({ name: 'Ritmo', version: VERSION, ...config.about }))
}
