import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { VERSION } from '#core/version.ts'
import type { Config } from './config.ts'
import type { Database, Db, OpenReader, WithSnapshot } from './db/connect.ts'
import { aboutRoutes } from './features/about/routes.ts'
import { deleteOldAccountArchives } from './features/users/administration/account-archives.ts'
import { deleteOldActions } from './features/users/administration/audit-log.ts'
import { deleteOldInvitations } from './features/users/administration/invitations.ts'
import type { MaintenanceWatch } from './features/users/administration/maintenance.ts'
import { administrationRoutes } from './features/users/administration/routes.ts'
import { watchAdministration } from './features/users/administration/watch-administration.ts'
import { assistantRoutes } from './features/assistants/routes.ts'
import { activityRoutes } from './features/activity/routes.ts'
import { archiveRoutes } from './features/archive/routes.ts'
import { writeArchive } from './features/archive/write-archive.ts'
import { calendarFeatureRoutes } from './features/calendars/routes.ts'
import { clientRoutes } from './features/clients/routes.ts'
import { goalRoutes } from './features/goals/routes.ts'
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
import { withoutPhaseLengths } from './features/timer/legacy/phase-lengths.ts'
import { createRunningEntries } from './features/timer/running-entries.ts'
import { reminderRoutes } from './features/reminders/routes.ts'
import { createReminderSender } from './features/reminders/send-reminders.ts'
import { STOPWATCH_EMAIL, stopwatchEmail } from './features/reminders/stopwatch-email.ts'
import { reportViewRoutes } from './features/report-views/routes.ts'
import { enqueueDueReviews, REVIEW_EMAIL } from './features/reports/review/mail-queries.ts'
import { reviewEmail } from './features/reports/review/review-email.ts'
import { unsubscribePage } from './features/reports/review/unsubscribe-page.ts'
import { createUnsubscribeTokens, type UnsubscribeTokens } from './features/reports/review/unsubscribe-tokens.ts'
import { reviewRoutes } from './features/reports/review/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { publicReportRoutes } from './features/reports/shared/routes.ts'
import { deleteOldSecurityEvents } from './features/security-events/queries.ts'
import { securityEventRoutes } from './features/security-events/routes.ts'
import { sharedReportRoutes } from './features/shared-reports/routes.ts'
import { timerRoutes } from './features/timer/routes.ts'
import { timerSockets } from './features/timer/sockets.ts'
import { createTimer, type TimerUpdate, type Timer } from './features/timer/timer.ts'
import { timerPresetRoutes } from './features/timer-presets/routes.ts'
import { startDispatcher } from './features/webhooks/start-dispatcher.ts'
import { PAUSED_EMAIL, pausedEmail } from './features/webhooks/paused-email.ts'
import { deleteOldDeliveries } from './features/webhooks/delivery-queries.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { deleteExpiredUploads } from './features/uploads/queries.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import type { Openid } from './features/users/openid/providers.ts'
import { accountEmails } from './features/users/account-emails.ts'
import { hashPassword, verifyPassword } from './features/users/credentials/passwords.ts'
import { securityEmails } from './features/users/not-me/security-emails.ts'
import { registrationRoutes } from './features/users/registration/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { openProviders } from './features/users/sign-in/open-sign-in.ts'
import { createSessions, deleteExpiredSessions, type Sessions } from './features/users/sessions/sessions.ts'
import { deleteOldChanges } from './features/time-entries/history-queries.ts'
import { createSecretCipher } from './secret-cipher.ts'
import { trashRoutes } from './features/trash/routes.ts'
import { deleteExpiredTokens } from './features/users/one-time-tokens.ts'
import { createAuthentication } from './features/tokens/authentication.ts'
import { deleteOldTokens } from './features/tokens/queries.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { serveApiReference } from './http/api-reference/reference-page.ts'
import { basePathOf, removeBasePath } from './http/base-path.ts'
import { createHttpServer, type LogStream } from './http/http-server.ts'
import { deleteExpiredKeys } from './http/idempotency.ts'
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
import { createMailQueue, type MailQueue } from './mail/mail-queue.ts'
import { deleteOldMail } from './mail/outbox.ts'
import { createMailSender } from './mail/transport.ts'
import { addNotice } from './settings/page-notice.ts'
import { addSignInWays } from './settings/page-sign-in.ts'
import { closeSockets } from './realtime/close-sockets.ts'
import { createOtherServers } from './realtime/other-servers.ts'
import { measureRedis } from './realtime/redis-metrics.ts'
import { checkSessions } from './realtime/session-watch.ts'
import type { Sockets } from './realtime/socket-types.ts'
import { announceChange, disconnectSessions, isConnected, openSockets } from './realtime/sockets.ts'
import type { VapidKeys } from './vapid.ts'

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
const MAIL_INTERVAL_MS = 2_000
const TIMER_INTERVAL_MS = 1_000
/** Phases often end together, so those that end next are looked for soon. */
const BUSY_TIMER_INTERVAL_MS = 200
const REVIEW_INTERVAL_MS = 60_000
const REMINDER_INTERVAL_MS = 20_000
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
  activityRoutes,
  overviewRoutes,
  goalRoutes,
  reviewRoutes,
  reminderRoutes,
  reportViewRoutes,
  uploadRoutes,
  securityEventRoutes,
  assistantRoutes,
]

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
  repeatJob(app, 'housekeeping', CLEAN_UP_INTERVAL_MS, async () => {
    await deleteExpiredRows({ db, now, limits }, config)
    await deleteOldMail(config)
    await deleteOldAccountArchives(config.deletedAccounts)
  })

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

interface ApiParts {
  config: Config
  timer: Timer
  sessions: Sessions
  providers: Awaited<ReturnType<typeof openProviders>>
  maintenance: MaintenanceWatch
  withSnapshot: WithSnapshot
  sessionSecret: string
}

function serveApi(api: FastifyInstance, services: Services, parts: ApiParts) {
  const { db, now } = services
  const { config, timer } = parts
  serveApiReference(api, config.publicUrl, VERSION)
  aboutRoutes(api, services, config)
  const { confirmIdentity, withConfirmedUser } = userRoutes(api, services, parts)
  tokenRoutes(api, services, withConfirmedUser)
  registrationRoutes(api, services, config)
  administrationRoutes(api, services, { ...parts, archiveWriter: { ...parts, writeArchive } })
  projectRoutes(api, services, timer.stopOnProject)
  timerRoutes(api, services, timer)
  timerPresetRoutes(api, services, {
    withoutPhaseLengths: (userId, settings) => withoutPhaseLengths(timer, userId, settings),
  })
  const running = createRunningEntries({ db, now, timer })
  timeEntryRoutes(api, services, running)
  calendarFeatureRoutes(api, services, { ...parts, findRunning: running.find })
  reportRoutes(api, services)
  sharedReportRoutes(api, services, {
    publicUrl: config.publicUrl,
    cipher: createSecretCipher(parts.sessionSecret, 'shared-reports'),
    hashPassword,
  })
  publicReportRoutes(api, services, { sessionSecret: parts.sessionSecret, verifyPassword })
  pushRoutes(api, services, api.push)
  importRoutes(api, services, config.dataDir)
  archiveRoutes(api, services, {
    folder: config.dataDir,
    timer,
    confirmIdentity: (session, password) => confirmIdentity(session, { password }),
  })
  trashRoutes(api, services, config.trashRetentionMs)
  webhookRoutes(api, services, { ...config, sessionSecret: parts.sessionSecret })
  for (const routes of SIMPLE_ROUTES) routes(api, services)
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

interface MailParts extends Pick<Services, 'db' | 'now'> {
  config: Config
  reader: Db
  tokens: UnsubscribeTokens
  readTimer: Timer['read']
}

function openMail(app: FastifyInstance, { config, db, reader, now, tokens, readTimer }: MailParts) {
  const { log, metrics } = app
  const { publicUrl } = config
  const renderers = {
    ...accountEmails({ db, now, publicUrl }),
    ...securityEmails({ db, now, publicUrl }),
    [STOPWATCH_EMAIL]: stopwatchEmail({ db, now, readTimer, publicUrl }),
    [PAUSED_EMAIL]: pausedEmail({ db, publicUrl }),
    [REVIEW_EMAIL]: reviewEmail({ db, reader, now, publicUrl, tokens }),
  }
  const send = createMailSender(config, log)
  app.decorate('mail', createMailQueue({ db, now, send, smtpUrl: config.mail.smtpUrl, metrics, renderers, log }))
  repeatJob(app, 'mail', MAIL_INTERVAL_MS, () => app.mail.deliver())
  repeatJob(app, 'week-reviews', REVIEW_INTERVAL_MS, () => enqueueDueReviews(db, now()))
}

async function pushToAbsentUser(push: Push, update: TimerUpdate) {
  const notice = toPhaseEndNotice(update)
  if (notice !== undefined) await push.notify(update.userId, notice)
}

async function deleteExpiredRows(
  { db, now, limits }: Pick<Services, 'db' | 'now' | 'limits'>,
  { sessionRetentionMs, auditRetentionMs }: Config,
) {
  await limits.sweep()
  await deleteExpiredSessions(db, now(), sessionRetentionMs)
  await deleteExpiredTokens(db, now())
  await deleteOldTokens(db, now())
  await deleteExpiredKeys(db, now())
  await deleteExpiredUploads(db, now())
  await deleteOldChanges(db, now())
  await deleteOldSecurityEvents(db, now())
  await deleteOldInvitations(db, now())
  await deleteOldActions(db, now(), auditRetentionMs)
  await deleteOldDeliveries(db, now())
}

/** Health checks and metrics. */
function addOperatorRoutes(app: FastifyInstance, data: Parameters<typeof measureDatabase>[1]) {
  healthRoutes(app, data.db)
  measureDatabase(app.metrics, data)
}
