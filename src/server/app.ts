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
import { accountLetters } from './features/users/letters.ts'
import { userRoutes } from './features/users/routes.ts'
import { createSessions, deleteExpiredSessions } from './features/users/sessions/sessions.ts'
import { deleteExpiredTokens } from './features/users/one-time-tokens.ts'
import { referencePage } from './http/api-reference.ts'
import { createHttp, type LogPlace } from './http/create-http.ts'
import { createGate } from './http/gate.ts'
import { healthRoutes } from './http/health.ts'
import { measureData } from './http/metrics.ts'
import { createRateLimits, networkOf } from './http/rate-limits.ts'
import type { Services } from './http/serve.ts'
import { serveWebFiles } from './http/web-files.ts'
import { repeat } from './jobs/repeat.ts'
import { createPost, type Post } from './mail/post.ts'
import { openMail } from './mail/transport.ts'
import { closeSockets } from './realtime/close.ts'
import { disconnect, isConnected, openSockets } from './realtime/sockets.ts'
import type { VapidKeys } from './vapid.ts'

interface Parts {
  config: Config
  db: Db
  /** Where questions are asked that take long. */
  reader?: Db
  pool?: Database['pool']
  sessionSecret: string
  vapidKeys: VapidKeys
  now?: () => number
  /** Told what the clocks of clients show. */
  witness?: (moment: number) => void
  checkReplies?: boolean
  /** Where the built front end lies. */
  webDir?: string
  logTo?: LogPlace
}

const BUILT_WEB = join(import.meta.dirname, '../../dist')
const MAIL_EVERY_MS = 2_000
const TIMERS_EVERY_MS = 1_000
const SWEEP_EVERY_MS = 60 * 60_000

declare module 'fastify' {
  interface FastifyInstance {
    mail: Post
    timer: Timer
    push: Push
  }
}

/** Those that need no more than what all have. */
const PLAIN_ROUTES = [
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

/** Puts the product together; `main.mjs` makes it listen, tests call it as it is. */
export async function createApp(parts: Parts) {
  const { config, db, reader = db, sessionSecret, now = Date.now, checkReplies = false, webDir = BUILT_WEB } = parts
  const { publicUrl } = config
  const app = createHttp(config, parts.logTo)
  const { log, metrics } = app
  tellOperators(app, { db, now, pool: parts.pool })
  await serveWebFiles(app, webDir)

  const sessions = createSessions(sessionSecret, now)
  const findSession = (token: string) => sessions.find(db, token)
  const google =
    config.google && (await openGoogle({ google: config.google, publicUrl, secret: sessionSecret, now, log }))
  const limits = createRateLimits(db, now, config.rateLimits)
  const sockets = openSockets(app.server, { ...parts, findSession, now, log, metrics })
  app.addHook('preClose', () => closeSockets(sockets, { server: app.server, hasOthers: config.redisUrl !== undefined }))

  const timer = measureTimer(createTimer({ db, now, isConnected: (userId) => isConnected(sockets, userId) }), metrics)
  const { resyncClients: catchUp } = timerSockets({ io: sockets, db, timer, now, log })
  if (config.redisUrl !== undefined) {
    const { joinServers } = await import('./realtime/servers.ts')
    const servers = joinServers(sockets, { redisUrl: config.redisUrl, findSession, log, onReturn: catchUp })
    app.addHook('onClose', async () => servers.close())
  }
  timer.onChange((news) => void tellAbsent(app.push, news))
  app.decorate('timer', timer)
  repeat(app, 'timers', TIMERS_EVERY_MS, () => timer.advanceDue())

  const writers = accountLetters({ db, now, publicUrl })
  app.decorate('mail', createPost({ db, now, send: openMail(config, log), writers, log }))
  app.decorate('push', createPush({ ...config.push, db, keys: parts.vapidKeys, metrics, log }))
  repeat(app, 'mail', MAIL_EVERY_MS, () => app.mail.deliver())
  repeat(app, 'housekeeping', SWEEP_EVERY_MS, () => sweep({ db, now, limits }))

  const services: Services = {
    db,
    now,
    checkReplies,
    limits,
    gate: createGate(metrics, app.server),
    callerOf: (request) => sessions.userIdOf(tokenIn(request)) ?? networkOf(request.ip),
    sessionOf: (request) => findSession(tokenIn(request)),
    disconnect: (sessionIds, reason) => disconnect(sockets, sessionIds, reason),
  }
  await app.register(
    async (api) => {
      referencePage(api, config.publicUrl, VERSION)
      aboutRoutes(api, services, config)
      userRoutes(api, services, { sessions, google })
      projectRoutes(api, services, timer.stopOnProject)
      timerRoutes(api, services, timer)
      timeEntryRoutes(api, services, createRunningEntries({ db, now, timer }))
      reportRoutes(api, services, reader)
      pushRoutes(api, services, app.push)
      for (const routes of PLAIN_ROUTES) routes(api, services)
    },
    { prefix: '/api' },
  )
  return app
}

/** What not everybody uses is loaded by those who do: it would cost all others time and memory at the start. */
async function openGoogle(options: Parameters<typeof createGoogleSignIn>[0]) {
  const { createGoogleSignIn } = await import('./features/users/google/google-sign-in.ts')
  return createGoogleSignIn(options)
}

async function tellAbsent(push: Push, news: TimerUpdate) {
  const note = toPhaseEndNotice(news)
  if (note !== undefined) await push.notify(news.userId, note)
}

/** Forgets what no longer counts. */
async function sweep({ db, now, limits }: Pick<Services, 'db' | 'now' | 'limits'>) {
  await limits.sweep()
  await deleteExpiredSessions(db, now())
  await deleteExpiredTokens(db, now())
}

/** How the server is, and what it does. */
function tellOperators(app: FastifyInstance, data: Parameters<typeof measureData>[1]) {
  healthRoutes(app, data.db)
  measureData(app.metrics, data)
}

function tokenIn({ headers }: FastifyRequest) {
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? headers['x-auth-token']
  return typeof token === 'string' ? token : ''
}
