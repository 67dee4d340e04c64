import type { FastifyInstance } from 'fastify'
import { review } from '#contract/goals/review.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { deleteReviewMail, hasReviewMail, upsertReviewMail } from './mail-queries.ts'
import { readReview } from './read-review.ts'

export function reviewRoutes(app: FastifyInstance, services: Services) {
  const { db, now } = services
  serve(app, services, review.read, ({ session: { userId }, query, request }) =>
    services.questions.ask({ userId, request, isFresh: false }, (reader) => readReview(reader, userId, query)),
  )

  serve(app, services, review.mail, async ({ session }) => ({ isOn: await hasReviewMail(db, session.userId) }))

  serve(app, services, review.setMail, async ({ session: { userId }, body: { isOn, zone } }) =>
    withUserLock(db, userId, async (db) => {
      if (isOn) await upsertReviewMail(db, userId, { zone, now: now() })
      else await deleteReviewMail(db, userId)
      return { isOn }
    }),
  )
}
