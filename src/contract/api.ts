import { administration, maintenance } from './administration/administration.ts'
import { about } from './about.ts'
import { openid } from './accounts/openid.ts'
import { activity } from './activity.ts'
import { archive } from './files/archive.ts'
import { clients } from './clients.ts'
import { calendarFeeds, calendars } from './integrations/calendars.ts'
import type { Endpoint } from './endpoint.ts'
import { webhooks } from './integrations/webhooks.ts'
import { imports } from './files/imports.ts'
import { goals } from './goals/goals.ts'
import { review } from './goals/review.ts'
import { initialData } from './initial-data.ts'
import { publicReport, sharedReports } from './integrations/shared-reports.ts'
import { overview } from './overview.ts'
import { projects } from './projects.ts'
import { push } from './push.ts'
import { reminders } from './reminders/reminders.ts'
import { reportViews } from './report-views.ts'
import { reports } from './reports.ts'
import { securityEvents } from './security/events.ts'
import { passkeys, twoFactor } from './security/two-factor.ts'
import { tags } from './tags.ts'
import { tasks } from './tasks.ts'
import { entryHistory, timeEntries } from './time-entries.ts'
import { timer } from './timer.ts'
import { timerPresets } from './timer-presets.ts'
import { tokens } from './integrations/tokens.ts'
import { uploads } from './files/uploads.ts'
import { trash } from './trash.ts'
import { users } from './users.ts'

/** All endpoints by resource. The reference page and the access tests iterate over them. */
export const api: Record<string, Record<string, Endpoint>> = {
  about,
  users,
  securityEvents,
  openid,
  twoFactor,
  passkeys,
  tokens,
  initialData,
  projects,
  clients,
  tasks,
  tags,
  timerPresets,
  timeEntries,
  entryHistory,
  timer,
  activity,
  overview,
  goals,
  review,
  reports,
  reportViews,
  sharedReports,
  publicReport,
  uploads,
  imports,
  archive,
  trash,
  push,
  reminders,
  calendarFeeds,
  calendars,
  webhooks,
  maintenance,
  administration,
}
