import type { FastifyInstance } from 'fastify'
import { VERSION } from '#core/version.ts'
import type { Config } from '#server/config.ts'
import type { WithSnapshot } from '#server/db/connect.ts'
import { aboutRoutes } from '#server/features/about/routes.ts'
import type { MaintenanceWatch } from '#server/features/users/administration/maintenance.ts'
import { administrationRoutes } from '#server/features/users/administration/routes.ts'
import { assistantRoutes } from '#server/features/assistants/routes.ts'
import { activityRoutes } from '#server/features/activity/routes.ts'
import { archiveRoutes } from '#server/features/archive/routes.ts'
import { writeArchive } from '#server/features/archive/write-archive.ts'
import { calendarFeatureRoutes } from '#server/features/calendars/routes.ts'
import { clientRoutes } from '#server/features/clients/routes.ts'
import { goalRoutes } from '#server/features/goals/routes.ts'
import { importRoutes } from '#server/features/imports/routes.ts'
import { initialDataRoutes } from '#server/features/initial-data/routes.ts'
import { overviewRoutes } from '#server/features/overview/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { pushRoutes } from '#server/features/push/routes.ts'
import { tagRoutes } from '#server/features/tags/routes.ts'
import { taskRoutes } from '#server/features/tasks/routes.ts'
import { timeEntryRoutes } from '#server/features/time-entries/routes.ts'
import { withoutPhaseLengths } from '#server/features/timer/legacy/phase-lengths.ts'
import { createRunningEntries } from '#server/features/timer/running-entries.ts'
import { reminderRoutes } from '#server/features/reminders/routes.ts'
import { reportViewRoutes } from '#server/features/report-views/routes.ts'
import { reviewRoutes } from '#server/features/reports/review/routes.ts'
import { reportRoutes } from '#server/features/reports/routes.ts'
import { publicReportRoutes } from '#server/features/reports/shared/routes.ts'
import { securityEventRoutes } from '#server/features/security-events/routes.ts'
import { sharedReportRoutes } from '#server/features/shared-reports/routes.ts'
import { timerRoutes } from '#server/features/timer/routes.ts'
import type { Timer } from '#server/features/timer/timer.ts'
import { timerPresetRoutes } from '#server/features/timer-presets/routes.ts'
import { webhookRoutes } from '#server/features/webhooks/routes.ts'
import { uploadRoutes } from '#server/features/uploads/routes.ts'
import { hashPassword, verifyPassword } from '#server/features/users/credentials/passwords.ts'
import { registrationRoutes } from '#server/features/users/registration/routes.ts'
import { userRoutes } from '#server/features/users/routes.ts'
import type { openProviders } from '#server/features/users/sign-in/open-sign-in.ts'
import type { Sessions } from '#server/features/users/sessions/sessions.ts'
import { createSecretCipher } from '#server/secrets/secret-cipher.ts'
import { trashRoutes } from '#server/features/trash/routes.ts'
import { tokenRoutes } from '#server/features/tokens/routes.ts'
import { serveApiReference } from '#server/http/api-reference/reference-page.ts'
import type { Services } from '#server/http/serve.ts'

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

interface ApiParts {
  config: Config
  timer: Timer
  sessions: Sessions
  providers: Awaited<ReturnType<typeof openProviders>>
  maintenance: MaintenanceWatch
  withSnapshot: WithSnapshot
  sessionSecret: string
}

/** Serves all endpoints of the contract, and their reference. */
export function serveApi(api: FastifyInstance, services: Services, parts: ApiParts) {
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
