import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { VERSION } from '#core/version.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './db/connect.ts'
import { aboutRoutes } from './features/about/routes.ts'
import { activityRoutes } from './features/activity/routes.ts'
import { clientRoutes } from './features/clients/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { initialDataRoutes } from './features/initial-data/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { projectRoutes } from './features/projects/routes.ts'
import { createPush, type Push } from './features/push/push.ts'
import { pushRoutes } from './features/push/routes.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { taskRoutes } from './features/tasks/routes.ts'
import { timeEntryRoutes } from './features/time-entries/routes.ts'
import { measureTimer } from './features/timer/metrics.ts'
import { toPhaseEndNotice } from './features/timer/phase-end-notice.ts'
import { createRunningEntries } from './features/timer/running-entries.ts'
import { reportViewRoutes } from './features/report-views/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { timerRoutes } from './features/timer/routes.ts'
import { timerSockets } from './features/timer/sockets.ts'
import { createTimer, type TimerUpdate, type Timer } from './features/timer/timer.ts'
import { timerPresetRoutes } from './features/timer-presets/routes.ts'
import type { createGoogleSignIn } from './features/users/google/google-sign-in.ts'
import { accountEmails } from './features/users/account-emails.ts'
import { userRoutes } from './features/users/routes.ts'
import { createSessions, deleteExpiredSessions } from './features/users/sessions/sessions.ts'
import { deleteExpiredTokens } from './features/users/one-time-tokens.ts'
import { serveApiReference } from './http/api-reference/reference-page.ts'
import { createHttpServer, type LogStream } from './http/http-server.ts'
import { deleteExpiredKeys } from './http/idempotency.ts'
import { createLoadShedder } from './http/load-shedding.ts'
import { healthRoutes } from './http/health.ts'
import { measureDatabase } from './http/metrics.ts'
import { createRateLimits, networkOf } from './http/rate-limits.ts'
import type { Services } from './http/serve.ts'
import { serveWebFiles } from './http/web-files.ts'
import { repeatJob } from './jobs/repeat-job.ts'
import { createMailQueue, type MailQueue } from './mail/mail-queue.ts'
import { createMailSender } from './mail/transport.ts'
import { closeSockets } from './realtime/close-sockets.ts'
import { disconnectSessions, isConnected, openSockets } from './realtime/sockets.ts'
import type { VapidKeys } from './vapid.ts'

interface AppParts {
  config: Config
  db: Db
  /** Runs queries that take long. */
  reader?: Db
  pool?: Database['pool']
  sessionSecret: string
  vapidKeys: VapidKeys
  now?: () => number
  /** Called with the time that the clock of a client shows. */
  observeClientTime?: (moment: number) => void
  checkReplies?: boolean
  /** The folder of the built front end. */
  webDir?: string
  logTo?: LogStream
}

const WEB_BUILD_DIR = join(import.meta.dirname, '../../dist')
const MAIL_INTERVAL_MS = 2_000
const TIMER_INTERVAL_MS = 1_000
const CLEAN_UP_INTERVAL_MS = 60 * 60_000

declare module 'fastify' {
  interface FastifyInstance {
    mail: MailQueue
    timer: Timer
    push: Push
  }
}

/** Routes that need nothing but `services`. */
const SIMPLE_ROUTES = [
  initialDataRoutes,
  clientRoutes,
  taskRoutes,
  tagRoutes,
  timerPresetRoutes,
  activityRoutes,
  overviewRoutes,
  reportViewRoutes,
  importRoutes,
]

/** Composes the server. `start.ts` makes it listen; tests call it without a port. */
export async function createApp(parts: AppParts) {
  const { config, db, reader = db, sessionSecret, now = Date.now, checkReplies = false, webDir = WEB_BUILD_DIR } = parts
  const { publicUrl } = config
  const app = createHttpServer(config, parts.logTo)
  const { log, metrics } = app
  addOperatorRoutes(app, { db, now, pool: parts.pool })
  await serveWebFiles(app, webDir)

  const sessions = createSessions(sessionSecret, now)
  const findSession = (token: string) => sessions.find(db, token)
  const google =
    config.google && (await openGoogle({ google: config.google, publicUrl, secret: sessionSecret, now, log }))
  const limits = createRateLimits(db, now, config.rateLimits)
  const sockets = openSockets(app.server, { ...parts, findSession, now, log, metrics })
  app.addHook('preClose', () => closeSockets(sockets, { server: app.server, hasOthers: config.redisUrl !== undefined }))

  const timer = measureTimer(createTimer({ db, now, isConnected: (userId) => isConnected(sockets, userId) }), metrics)
  const { resyncClients } = timerSockets({ io: sockets, db, timer, now, log })
  if (config.redisUrl !== undefined) {
    const { attachRedisAdapter } = await import('./realtime/redis-adapter.ts')
    const redis = attachRedisAdapter(sockets, {
      redisUrl: config.redisUrl,
      findSession,
      log,
      onReconnect: resyncClients,
    })
    app.addHook('onClose', async () => redis.close())
  }
  timer.onChange((update) => void pushToAbsentUser(app.push, update))
  app.decorate('timer', timer)
  repeatJob(app, 'timers', TIMER_INTERVAL_MS, () => timer.advanceDue())

  const renderers = accountEmails({ db, now, publicUrl })
  app.decorate('mail', createMailQueue({ db, now, send: createMailSender(config, log), renderers, log }))
  app.decorate('push', createPush({ ...config.push, db, keys: parts.vapidKeys, metrics, log }))
  repeatJob(app, 'mail', MAIL_INTERVAL_MS, () => app.mail.deliver())
  repeatJob(app, 'housekeeping', CLEAN_UP_INTERVAL_MS, () => deleteExpiredRows({ db, now, limits }))

  const services: Services = {
    db,
    now,
    checkReplies,
    limits,
    withLoadLimit: createLoadShedder(metrics, app.server),
    callerOf: (request) => sessions.userIdOf(readToken(request)) ?? networkOf(request.ip),
    sessionOf: (request) => findSession(readToken(request)),
    disconnect: (sessionIds, reason) => disconnectSessions(sockets, sessionIds, reason),
  }
  await app.register(
    async (api) => {
      serveApiReference(api, config.publicUrl, VERSION)
      aboutRoutes(api, services, config)
      userRoutes(api, services, { sessions, google })
      projectRoutes(api, services, timer.stopOnProject)
      timerRoutes(api, services, timer)
      timeEntryRoutes(api, services, createRunningEntries({ db, now, timer }))
      reportRoutes(api, services, reader)
      pushRoutes(api, services, app.push)
      for (const routes of SIMPLE_ROUTES) routes(api, services)
    },
    { prefix: '/api' },
  )
  return app
}

/** Loads these packages only if Google sign-in is configured: they cost time and memory at every start. */
async function openGoogle(options: Parameters<typeof createGoogleSignIn>[0]) {
  const { createGoogleSignIn } = await import('./features/users/google/google-sign-in.ts')
  return createGoogleSignIn(options)
}

async function pushToAbsentUser(push: Push, update: TimerUpdate) {
  const notice = toPhaseEndNotice(update)
  if (notice !== undefined) await push.notify(update.userId, notice)
}

async function deleteExpiredRows({ db, now, limits }: Pick<Services, 'db' | 'now' | 'limits'>) {
  await limits.sweep()
  await deleteExpiredSessions(db, now())
  await deleteExpiredTokens(db, now())
  await deleteExpiredKeys(db, now())
}

/** Health checks and metrics. */
function addOperatorRoutes(app: FastifyInstance, data: Parameters<typeof measureDatabase>[1]) {
  healthRoutes(app, data.db)
  measureDatabase(app.metrics, data)
}

function readToken({ headers }: FastifyRequest) {
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? headers['x-auth-token']
  return typeof token === 'string' ? token : ''
}
