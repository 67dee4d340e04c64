import type { FastifyInstance } from 'fastify'
import type { TimeEntry } from '#contract/time-entries.ts'
import { repeatJob } from '#server/jobs/repeat-job.ts'
import type { Services } from '#server/http/serve.ts'
import type { Config } from '#server/config.ts'
import { createFetchOutside } from '#server/outbound/fetch-outside.ts'
import { createSecretCipher } from '#server/secrets/secret-cipher.ts'
import { calendarFeedRoutes } from './feeds/routes.ts'
import { createSubscriptionReader } from './subscriptions/read-subscription.ts'
import { CALENDAR_INTERVAL_MS, createCalendarRefresher } from './subscriptions/refresh-due-calendars.ts'
import { calendarRoutes } from './subscriptions/routes.ts'

interface Options {
  config: Pick<Config, 'publicUrl' | 'outboundNetworks'>
  sessionSecret: string
  findRunning: (userId: string) => Promise<TimeEntry | undefined>
}

/** Ritmo in calendar programs, and calendars of other programs in Ritmo. */
export function calendarFeatureRoutes(app: FastifyInstance, services: Services, options: Options) {
  const { db, now } = services
  const { config, sessionSecret, findRunning } = options
  const fetchOutside = createFetchOutside({ allowedNetworks: config.outboundNetworks })
  const cipher = createSecretCipher(sessionSecret, 'calendars')
  const read = createSubscriptionReader({ db, now, fetchOutside, cipher })
  calendarFeedRoutes(app, services, { publicUrl: config.publicUrl, findRunning })
  calendarRoutes(app, services, { cipher, read })
  repeatJob(app, 'calendars', CALENDAR_INTERVAL_MS, createCalendarRefresher({ db, now, read, log: app.log }))
}
