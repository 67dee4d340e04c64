import { aboutExamples, initialDataExamples, pushExamples, reminderExamples, usersExamples } from './accounts.ts'
import { administrationExamples, maintenanceExamples } from './administration.ts'
import { archiveExamples } from './archive.ts'
import { calendarExamples, calendarFeedExamples } from './calendars.ts'
import {
  clientExamples,
  projectExamples,
  reportViewExamples,
  tagExamples,
  taskExamples,
  timerPresetExamples,
} from './catalogue.ts'
import type { Example } from './example-types.ts'
import { openidExamples } from './openid.ts'
import { passkeyExamples, securityEventExamples, twoFactorExamples } from './security.ts'
import { publicReportExamples, sharedReportExamples, tokenExamples, webhookExamples } from './integrations.ts'
import { importExamples, reportExamples, uploadExamples } from './reports.ts'
import {
  activityExamples,
  entryHistoryExamples,
  goalExamples,
  overviewExamples,
  reviewExamples,
  timeEntryExamples,
  timerExamples,
  trashExamples,
} from './time.ts'

const EXAMPLES: Record<string, Record<string, Example>> = {
  about: aboutExamples,
  users: usersExamples,
  securityEvents: securityEventExamples,
  openid: openidExamples,
  twoFactor: twoFactorExamples,
  passkeys: passkeyExamples,
  tokens: tokenExamples,
  initialData: initialDataExamples,
  projects: projectExamples,
  clients: clientExamples,
  tasks: taskExamples,
  tags: tagExamples,
  timerPresets: timerPresetExamples,
  timeEntries: timeEntryExamples,
  entryHistory: entryHistoryExamples,
  timer: timerExamples,
  activity: activityExamples,
  overview: overviewExamples,
  goals: goalExamples,
  review: reviewExamples,
  reports: reportExamples,
  reportViews: reportViewExamples,
  sharedReports: sharedReportExamples,
  publicReport: publicReportExamples,
  uploads: uploadExamples,
  imports: importExamples,
  archive: archiveExamples,
  trash: trashExamples,
  push: pushExamples,
  reminders: reminderExamples,
  calendarFeeds: calendarFeedExamples,
  calendars: calendarExamples,
  webhooks: webhookExamples,
  maintenance: maintenanceExamples,
  administration: administrationExamples,
}

/** The example of an endpoint, by its resource and its name in the contract. */
export function exampleOf(resource: string, name: string): Example {
  const example = EXAMPLES[resource]?.[name]
  if (example === undefined) throw new Error(`The endpoint ${resource}.${name} has no example`)
  return example
}
