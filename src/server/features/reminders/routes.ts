import type { FastifyInstance } from 'fastify'
import { reminders } from '#contract/reminders/reminders.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { findReminders, saveReminders } from './queries.ts'

export function reminderRoutes(app: FastifyInstance, services: Services) {
  const { db, now } = services
  serve(app, services, reminders.read, ({ session: { userId } }) => findReminders(db, userId))

  serve(app, services, reminders.update, async ({ session: { userId }, body }) => {
    await withUserLock(db, userId, (db) => saveReminders(db, userId, body, now()))
    services.announceChange(userId, 'reminders')
    return body
  })
}
