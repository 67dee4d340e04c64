import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Database, Db, OpenReader, WithSnapshot } from './db/connect.ts'
import { watchAdministration } from './features/users/administration/watch-administration.ts'
import { createPush, type Push } from './features/push/push.ts'
import { measureTimer } from './features/timer/metrics.ts'
import { toPhaseEndNotice } from './features/timer/phase-end-notice.ts'
import { createReminderSender } from './features/reminders/send-reminders.ts'
import { unsubscribePage } from './features/reports/review/unsubscribe-page.ts'
import { createUnsubscribeTokens } from './features/reports/review/unsubscribe-tokens.ts'
import { timerSockets } from './features/timer/sockets.ts'
import { createTimer, type TimerUpdate, type Timer } from './features/timer/timer.ts'
import { startDispatcher } from './features/webhooks/start-dispatcher.ts'
import type { Openid } from './features/users/openid/providers.ts'
import { openProviders } from './features/users/sign-in/open-sign-in.ts'
import { createSessions } from './features/users/sessions/sessions.ts'
import { createAuthentication } from './features/tokens/authentication.ts'
import { basePathOf, removeBasePath } from './http/base-path.ts'
import { createHttpServer, type LogStream } from './http/http-server.ts'
import { createLoadShedder } from './http/load-shedding.ts'
import { createLongQuestions } from './http/long-questions/long-questions.ts'
import { healthRoutes } from './http/health.ts'
import { measureDatabase } from './http/metrics.ts'
import { createRateLimits } from './http/rate-limits.ts'
import type { Services } from './http/serve.ts'
import { serveWebFiles } from './http/web-files.ts'
import { scheduleBackups } from './jobs/backup-job.ts'
import { repeatJob } from './jobs/repeat-job.ts'
import { createQuotas } from './quotas.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import { addNotice } from './settings/page-notice.ts'
import { addSignInWays } from './settings/page-sign-in.ts'
import { closeSockets } from './realtime/close-sockets.ts'
import { createOtherServers } from './realtime/other-servers.ts'
import { measureRedis } from './realtime/redis-metrics.ts'
import { checkSessions } from './realtime/session-watch.ts'
import type { Sockets } from './realtime/socket-types.ts'
import { announceChange, disconnectSessions, isConnected, openSockets } from './realtime/sockets.ts'
import type { VapidKeys } from './secrets/vapid.ts'
import { scheduleHousekeeping } from './composition/housekeeping.ts'
import { openMail } from './composition/open-mail.ts'
import { serveApi } from './composition/serve-api.ts'

interface AppParts {
  config: Config
  db: Db
  /** Runs queries that take long. */
  reader?: Db
  openReader?: OpenReader
  withSnapshot?: WithSnapshot
  readerConnections?: number
  pool?: Database['pool']
  sessionSecret: string
  vapidKeys: VapidKeys
  now?: () => number
  /** Called with the time that the clock of a client shows. */
  observeClientTime?: (moment: number, userId: string) => void
  checkReplies?: boolean
  /** The folder of the built front end. */
  webDir?: string
  logTo?: LogStream
}

const WEB_BUILD_DIR = join(import.meta.dirname, '../../dist')
const TIMER_INTERVAL_MS = 1_000
/** Phases often end together, so those that end next are looked for soon. */
const BUSY_TIMER_INTERVAL_MS = 200
const REMINDER_INTERVAL_MS = 20_000

declare module 'fastify' {
  interface FastifyInstance {
    mail: MailQueue
    timer: Timer
    push: Push
  }
}

/** Composes the server. `start.ts` makes it listen; tests call it without a port. */
export async function createApp(parts: AppParts) {
  const { config, db, reader = db, openReader = () => db, readerConnections = 1 } = parts
  const { withSnapshot = (_signal, work) => db.transaction().execute(work) } = parts
  const { sessionSecret, now = Date.now, checkReplies = false, webDir = WEB_BUILD_DIR } = parts
  const { publicUrl } = config
  const app = createHttpServer(config, parts.logTo)
  const { log, metrics } = app
  addOperatorRoutes(app, { db, now, pool: parts.pool })
  const providers = await openProviders({ config, secret: sessionSecret, now, log })
  const pageChanges = [addNotice(config.notice), addSignInWays(providers.ways)]
  await serveWebFiles(app, webDir, basePathOf(publicUrl), pageChanges)

  const sessions = createSessions(sessionSecret, now, config)
  const { findSession, callerOf, sessionOf } = createAuthentication(db, sessions, now)
  const limits = createRateLimits(db, now, config.rateLimits)
  const sockets = openSockets(app.server, { ...parts, findSession, now, log, metrics })
  removeBasePath(app.server, basePathOf(publicUrl))
  app.addHook('preClose', () => closeSockets(sockets, { server: app.server, hasOthers: config.redisUrl !== undefined }))

  const isUserConnected = (userId: string) => isConnected(sockets, userId)
  const maintenance = watchAdministration(app, { db, sockets, findSession, now })
  const limitedTimer = { db, now, isConnected: isUserConnected, limits: config.rateLimits, isPaused: maintenance.isOn }
  const timer = measureTimer(createTimer(limitedTimer), metrics)
  const servers = await joinOtherServers(app, sockets, { redisUrl: config.redisUrl, now })
  servers.events.on('missed', () => void checkSessions(sockets, findSession))
  timerSockets({ io: sockets, db, timer, now, log, servers, isPaused: maintenance.isOn })
  timer.onChange((update) => void pushToAbsentUser(app.push, update))
  app.decorate('timer', timer)
  advanceTimers(app, timer, maintenance.isOn)

  const tokens = createUnsubscribeTokens(sessionSecret)
  await unsubscribePage(app, { db, tokens })
  openMail(app, { config, db, reader, now, tokens, readTimer: timer.read })
  app.decorate('push', createPush({ ...config.push, db, keys: parts.vapidKeys, metrics, log }))
  const sendReminders = createReminderSender({ db, now, readTimer: timer.read, push: app.push, log })
  repeatJob(app, 'reminders', REMINDER_INTERVAL_MS, sendReminders)
  scheduleBackups(app, { config, db, now })
  startDispatcher(app, { config, db, now, sessionSecret })
  scheduleHousekeeping(app, { config, db, now, limits })

  const services: Services = {
    db,
    now,
    checkReplies,
    limits,
    quotas: createQuotas({ db, reader, limits: config.quotas, now }),
    withLoadLimit: createLoadShedder(metrics, app.server),
    questions: createLongQuestions({ openReader, withSnapshot, readerConnections }),
    callerOf,
    sessionOf,
    announceChange: (userId, list) => announceChange(sockets, userId, list),
    maintenance: maintenance.current,
    disconnect: (sessionIds, reason) => disconnectSessions(sockets, sessionIds, reason),
  }
  const apiParts = { config, timer, sessions, providers, maintenance, withSnapshot, sessionSecret }
  await app.register(async (api) => serveApi(api, services, apiParts), { prefix: '/api' })
  if (providers.openid !== undefined) await serveBackChannelLogout(app, services, providers.openid)
  return app
}

/** Loads its packages only if a provider is configured. */
async function serveBackChannelLogout(app: FastifyInstance, services: Services, openid: Openid) {
  const { backChannelLogout } = await import('./features/users/openid/back-channel-logout.ts')
  await backChannelLogout(app, services, openid)
}

/** Connects the sockets of all servers through Redis, if there is one. */
async function joinOtherServers(
  app: FastifyInstance,
  sockets: Sockets,
  { redisUrl, now }: { redisUrl: string | undefined; now: () => number },
) {
  const metrics = measureRedis(app.metrics)
  if (redisUrl === undefined) return createOtherServers()
  const { attachRedisAdapter } = await import('./realtime/redis-adapter.ts')
  const redis = attachRedisAdapter(sockets, { redisUrl, log: app.log, metrics, now })
  app.addHook('onClose', () => redis.close())
  return redis.servers
}

/** During maintenance, phases do not end by themselves; afterwards they end at the time at which they were due. */
function advanceTimers(app: FastifyInstance, timer: Timer, isPaused: () => boolean) {
  repeatJob(app, 'timers', TIMER_INTERVAL_MS, async () =>
    !isPaused() && (await timer.advanceDue()) > 0 ? BUSY_TIMER_INTERVAL_MS : TIMER_INTERVAL_MS,
  )
}

async function pushToAbsentUser(push: Push, update: TimerUpdate) {
  const notice = toPhaseEndNotice(update)
  if (notice !== undefined) await push.notify(update.userId, notice)
}

/** Health checks and metrics. */
function addOperatorRoutes(app: FastifyInstance, data: Parameters<typeof measureDatabase>[1]) {
  healthRoutes(app, data.db)
  measureDatabase(app.metrics, data)
}
