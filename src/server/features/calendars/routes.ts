import type { FastifyInstance } from 'fastify'
import type { TimeEntry } from '#contract/time-entries.ts'
import { repeatJob } from '#server/jobs/repeat-job.ts'
import type { Services } from '#server/http/serve.ts'
import type { FetchOutside } from '#server/outbound/fetch-outside.ts'
import { createSecretCipher } from '#server/secret-cipher.ts'
import { calendarFeedRoutes } from './feeds/routes.ts'
import { createSubscriptionReader } from './subscriptions/read-subscription.ts'
import { CALENDAR_INTERVAL_MS, createCalendarRefresher } from './subscriptions/refresh-due-calendars.ts'
import { calendarRoutes } from './subscriptions/routes.ts'

interface Options {
  publicUrl: string
  sessionSecret: string
  findRunning: (userId: string) => Promise<TimeEntry | undefined>
  fetchOutside: FetchOutside
}

/** Ritmo in calendar programs, and calendars of other programs in Ritmo. */
export function calendarFeatureRoutes(app: FastifyInstance, services: Services, options: Options) {
  const { db, now } = services
  const { sessionSecret, fetchOutside } = options
  const cipher = createSecretCipher(sessionSecret, 'calendars')
  const read = createSubscriptionReader({ db, now, fetchOutside, cipher })
  calendarFeedRoutes(app, services, options)
  calendarRoutes(app, services, { cipher, read })
  repeatJob(app, 'calendars', CALENDAR_INTERVAL_MS, createCalendarRefresher({ db, now, read, log: app.log }))
}
