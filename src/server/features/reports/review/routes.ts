import type { FastifyInstance } from 'fastify'
import { review } from '#contract/goals/review.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { readReview } from './read-review.ts'

export function reviewRoutes(app: FastifyInstance, services: Services) {
  serve(app, services, review.read, ({ session: { userId }, query, request }) =>
    services.questions.ask({ userId, request, isFresh: false }, (reader) => readReview(reader, userId, query)),
  )
}
