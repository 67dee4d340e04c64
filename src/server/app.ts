import { join } from 'node:path'
import { VERSION } from '#core/version.ts'
import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import { aboutRoutes } from './features/about/routes.ts'
import { activityRoutes } from './features/activity/routes.ts'
import { clientRoutes } from './features/clients/routes.ts'
import { initialDataRoutes } from './features/initial-data/routes.ts'
import { projectRoutes } from './features/projects/routes.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { taskRoutes } from './features/tasks/routes.ts'
import { timerPresetRoutes } from './features/timer-presets/routes.ts'
import { createGoogle } from './features/users/google.ts'
import { accountLetters } from './features/users/letters.ts'
import { userRoutes } from './features/users/routes.ts'
import { createSessions, sweepSessions } from './features/users/sessions.ts'
import { sweepTokens } from './features/users/tokens.ts'
import { referencePage } from './http/api-reference.ts'
import { createHttp } from './http/create-http.ts'
import { healthRoutes } from './http/health.ts'
import { createRateLimits } from './http/rate-limits.ts'
import type { Services } from './http/serve.ts'
import { serveWebFiles } from './http/web-files.ts'
import { repeat } from './jobs/repeat.ts'
import { createPost, type Post } from './mail/post.ts'
import { openMail } from './mail/transport.ts'
import { openSockets, sessionRoom } from './realtime/sockets.ts'

interface Parts {
  config: Config
  db: Db
  sessionSecret: string
  now?: () => number
  checkReplies?: boolean
  /** Where the built front end lies. */
  webDir?: string
}

const BUILT_WEB = join(import.meta.dirname, '../../dist')
const MAIL_EVERY_MS = 2_000
const SWEEP_EVERY_MS = 60 * 60_000

declare module 'fastify' {
  interface FastifyInstance {
    mail: Post
  }
}

/** Puts the product together; `main.ts` makes it listen, tests call it as it is. */
export async function createApp(parts: Parts) {
  const { config, db, sessionSecret, now = Date.now, checkReplies = false, webDir = BUILT_WEB } = parts
  const { publicUrl } = config
  const app = createHttp(config)
  const { log } = app
  healthRoutes(app, db)
  await serveWebFiles(app, webDir)

  const sessions = createSessions(sessionSecret, now)
  const findSession = (token: string) => sessions.find(db, token)
  const google = config.google && createGoogle({ google: config.google, publicUrl, secret: sessionSecret, now, log })
  const limits = createRateLimits(db, now, config.rateLimits)
  const sockets = openSockets(app.server, { config, findSession, now, log })
  app.addHook('preClose', async () => {
    await sockets.close()
  })

  const writers = accountLetters({ db, now, publicUrl })
  app.decorate('mail', createPost({ db, now, send: openMail(config, log), writers, log }))
  repeat(app, 'mail', MAIL_EVERY_MS, () => app.mail.deliver())
  repeat(app, 'housekeeping', SWEEP_EVERY_MS, async () => {
    await limits.sweep()
    await sweepSessions(db, now())
    await sweepTokens(db, now())
  })

  const services: Services = {
    db,
    now,
    checkReplies,
    limits,
    sessionOf: async ({ headers }) => {
      const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? headers['x-auth-token']
      return typeof token === 'string' ? findSession(token) : undefined
    },
    disconnect: (sessionIds) => {
      for (const id of sessionIds) sockets.in(sessionRoom(id)).disconnectSockets(true)
    },
  }
  await app.register(
    async (api) => {
      referencePage(api, config.publicUrl, VERSION)
      aboutRoutes(api, services, config)
      userRoutes(api, services, { sessions, google })
      initialDataRoutes(api, services)
      projectRoutes(api, services)
      clientRoutes(api, services)
      taskRoutes(api, services)
      tagRoutes(api, services)
      timerPresetRoutes(api, services)
      activityRoutes(api, services)
    },
    { prefix: '/api' },
  )
  return app
}
