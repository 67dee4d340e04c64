import { CALENDARS } from './samples/sample-calendars.ts'
import { PUBLIC_REPORT, SHARED_REPORTS, WEBHOOKS } from './samples/sample-integrations.ts'
import { SECURITY } from './samples/sample-security.ts'
import { ADMINISTRATION, FORMATS, IMPORT, REMINDERS } from './samples/sample-values.ts'

/** A valid request. `<project>` is the id of a project of the caller, `<new.project>` a new id. */
export interface SampleRequest {
  /** The endpoint that must be called before this one. */
  callFirst?: string
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** Sent as CSV instead of a JSON body. */
  file?: string
}

/** The endpoint that creates the value of each placeholder, in an order that works. */
export const CREATE_ENDPOINTS = {
  client: 'clients.create',
  project: 'projects.create',
  task: 'tasks.create',
  tag: 'tags.create',
  preset: 'timerPresets.create',
  entry: 'timeEntries.create',
  view: 'reportViews.create',
  feed: 'calendarFeeds.create',
  calendar: 'calendars.create',
} as const

export const PASSWORD = 'Correct horse 1'
const NEW_PASSWORD = 'Correct horse 2'
const MORNING = Date.parse('2026-03-02T08:00:00Z')

const byId = (placeholder: string) => ({ params: { id: `<${placeholder}>` } })
const removalOf = (placeholder: string) => ({ ...byId(placeholder), query: { trash: '<new.trash>' } })
const SUBJECT = { project: '<project>', task: '<task>', notes: 'Canary notes', tags: ['<tag>'] }
const TIMES = {
  startTime: '2026-03-01T09:00:00Z',
  endTime: '2026-03-01T10:00:00Z',
  duration: 3_600_000,
  segments: [{ start: '2026-03-01T09:00:00Z', end: '2026-03-01T10:00:00Z' }],
}
const ENTRY_FILTER = {
  projectId: '<project>',
  clientId: '<client>',
  taskId: '<task>',
  tagId: '<tag>',
  search: 'canary',
  startDate: '2026-03-01T00:00:00Z',
  endDate: '2026-03-03T00:00:00+01:00',
}
const RANGE = { from: '2026-03-01', to: '2026-03-02', zone: 'Europe/Madrid' }
const SELECTION = {
  ...RANGE,
  weekStart: '7',
  projects: '<project>,none',
  clients: '<client>',
  tasks: '<task>',
  tags: '<tag>',
  tagMatch: 'any',
  search: 'canary',
  kinds: 'focus,manual',
  preset: '<preset>',
}
const ROUNDING = { rounding: 'up', roundingMinutes: '15', roundingPer: 'day' }
const GROUPING = { group: 'project', subgroup: 'day' }
const UPLOAD = { fileName: 'canary.csv', bytes: IMPORT.file.length, modifiedAt: '2026-03-01T09:00:00Z' }
const RESTORE = {
  query: {
    upload: '<archive>',
    conflicts: 'archive',
    profile: 'mine',
    clients: 'both',
    projects: 'both',
    tasks: 'both',
    tags: 'both',
    presets: 'both',
    views: 'both',
    goals: 'both',
    entries: 'both',
  },
}
const PUSH = { keys: { p256dh: `BA${'A'.repeat(85)}`, auth: 'A'.repeat(22) }, language: 'en' }
const PROFILE = { name: 'Canary name', email: '<new.name>@example.org', theme: 'dark' }
const NAMED = { name: 'Canary name', description: 'Canary words' }
const PROJECT = { ...NAMED, color: '#112233', client: '<client>', status: 'archived', isPinned: true }
const PLANNED = { sessions: 2, position: 4_294_967_296, since: '2026-03-02T08:00:00.000Z' }
const ESTIMATE = { unit: 'sessions', amount: 4 }
const CLIENT = { name: 'Canary name', contactInfo: 'Canary address', color: '#112233' }
const TIMER_SETTINGS = { workDuration: 25, breakDuration: 5, repetitions: 4, longBreak: { duration: 15, every: 4 } }
const PRESET = { name: 'Canary name', ...TIMER_SETTINGS }
const VIEW = { name: 'Canary name', search: 'q=canary' }

const TARGET = { minutes: 60, sessions: 2 }
const GOAL = { project: '<project>', from: '2026-03-02', days: Array.from({ length: 7 }, () => TARGET), week: TARGET }

/** The password is enough. */

const START = {
  type: 'start',
  subject: { projectId: '<project>', taskId: '<task>', notes: 'Canary notes', tags: ['<tag>'] },
  config: {
    workMs: 1_500_000,
    breakMs: 300_000,
    repetitions: 4,
    longBreak: { ms: 900_000, every: 4 },
    autoStart: { breaks: true, work: true },
  },
  isInfinite: false,
  zone: 'Europe/Madrid',
}
const SECOND_RUN = { runId: '<new.run2>' }

/** Valid commands of every type from one device: a run, and a second one that continues an entry. */
export const COMMANDS = [
  START,
  { type: 'pause', phase: 0 },
  { type: 'resume', phase: 0 },
  {
    type: 'subject',
    phase: 0,
    change: { projectId: '<project>', taskId: '<task>', notes: 'Canary words', tags: ['<tag>'] },
  },
  {
    type: 'config',
    phase: 0,
    change: {
      workMs: 1_200_000,
      breakMs: 600_000,
      repetitions: 2,
      longBreak: { ms: 1_200_000, every: 2 },
      autoStart: { breaks: true, work: true },
    },
  },
  { type: 'extend', phase: 0, byMs: 300_000 },
  { type: 'begin', phase: 0, startedAt: MORNING - 60_000 },
  { type: 'skip', phase: 0, save: true },
  { type: 'stop', phase: 1, save: true },
  { type: 'dismiss', phase: 1 },
  { ...START, ...SECOND_RUN, continues: { entryId: '<entry>', startedAt: MORNING - 3_600_000 } },
  { type: 'stop', phase: 0, save: true, ...SECOND_RUN },
  { type: 'undo', phase: 0, drops: '<new.run2>' },
].map((event, index) => ({
  id: index === 0 ? '<new.command>' : `<new.command${index}>`,
  device: '<new.device>',
  sequence: index + 1,
  base: null,
  sawWait: false,
  event: { at: MORNING + index * 60_000, runId: '<new.run>', ...event },
}))

/** The commands of the shortest run: start and stop. */
export const SHORT_RUN = [COMMANDS[0]!, COMMANDS.at(-2)!].map((command, index) => ({
  ...command,
  sequence: index + 1,
  event: { ...command.event, runId: '<new.run>' },
}))

/** One for every endpoint of the contract, with all its fields. */
export const SAMPLE_REQUESTS: Record<string, SampleRequest> = {
  'about.read': {},

  'users.registration': { body: { invitation: 'canary' } },
  'users.register': { body: { ...PROFILE, password: PASSWORD, preferredLanguage: 'es', invitation: 'canary' } },
  'users.login': { body: { email: '<email>', password: PASSWORD, code: '123456' } },
  'users.googleAddress': {},
  'users.google': { body: { token: 'a.b.c', password: PASSWORD, invitation: 'canary', code: '123456' } },
  'users.logout': {},
  'users.profile': {},
  'users.changeProfile': {
    body: {
      ...PROFILE,
      currentPassword: PASSWORD,
      preferredLanguage: 'tr',
      formats: FORMATS,
      autoStart: { breaks: true, work: false },
    },
  },
  'users.deleteProfile': { body: { password: PASSWORD } },
  'users.changePassword': { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } },
  'users.forgotPassword': { body: { email: '<email>', language: 'es' } },
  'users.resetPassword': { body: { token: '<resetToken>', password: NEW_PASSWORD } },
  'users.restoreEmail': { body: { token: '<restoreToken>', password: NEW_PASSWORD } },
  'users.verificationStatus': {},
  'users.requestVerification': { body: { language: 'tr' } },
  'users.verifyEmail': { body: { token: '<verifyToken>' } },
  'users.sessions': {},
  'users.endSession': byId('session'),
  'users.endOtherSessions': {},

  ...SECURITY,

  'initialData.load': {},

  'projects.list': {},
  'projects.read': byId('project'),
  'projects.create': { body: { id: '<new.project>', ...PROJECT } },
  'projects.update': { ...byId('project'), body: PROJECT },
  'projects.remove': removalOf('project'),
  'projects.contents': byId('project'),

  'clients.list': {},
  'clients.read': byId('client'),
  'clients.create': { body: { id: '<new.client>', ...CLIENT } },
  'clients.update': { ...byId('client'), body: CLIENT },
  'clients.remove': removalOf('client'),

  'tasks.list': { query: { projectId: '<project>' } },
  'tasks.read': byId('task'),
  'tasks.create': {
    body: {
      id: '<new.task>',
      ...NAMED,
      project: '<project>',
      status: 'inProgress',
      estimate: ESTIMATE,
      planned: PLANNED,
    },
  },
  'tasks.update': {
    ...byId('task'),
    body: { ...NAMED, project: '<project>', status: 'completed', estimate: ESTIMATE, planned: PLANNED },
  },
  'tasks.remove': removalOf('task'),
  'tasks.contents': byId('task'),
  'tasks.progress': {},

  'tags.list': {},
  'tags.read': byId('tag'),
  'tags.create': { body: { id: '<new.tag>', name: '<new.name>', color: '#112233' } },
  'tags.update': { ...byId('tag'), body: { name: 'Canary name', color: '#112233' } },
  'tags.remove': removalOf('tag'),
  'tags.contents': byId('tag'),

  'timerPresets.list': {},
  'timerPresets.read': byId('preset'),
  'timerPresets.create': { body: { id: '<new.preset>', ...PRESET } },
  'timerPresets.update': { ...byId('preset'), body: PRESET },
  'timerPresets.remove': removalOf('preset'),
  'timerPresets.syncSettings': { body: TIMER_SETTINGS },

  'timeEntries.list': { query: { ...ENTRY_FILTER, limit: '10', cursor: '<entry>', fields: 'id,notes' } },
  'timeEntries.totals': { query: ENTRY_FILTER },
  'timeEntries.read': byId('entry'),
  'timeEntries.create': { body: { id: '<new.entry>', ...SUBJECT, ...TIMES, isRunning: false } },
  'timeEntries.update': { ...byId('entry'), body: { ...SUBJECT, ...TIMES, isRunning: false } },
  'timeEntries.remove': removalOf('entry'),
  'timeEntries.running': { callFirst: 'timeEntries.start' },
  'timeEntries.start': { body: { id: '<new.entry>', startTime: '2026-03-02T08:30:00Z', ...SUBJECT } },
  'timeEntries.stop': { callFirst: 'timeEntries.start' },
  'timeEntries.bulkUpdate': { body: { ids: ['<entry>'], change: { ...SUBJECT, addTags: ['<tag>'] } } },
  'timeEntries.bulkRemove': { body: { ids: ['<entry>'], trash: '<new.trash>' } },

  'entryHistory.read': byId('entry'),
  'entryHistory.restore': { params: { id: '<entry>', change: '1' } },

  'timer.read': {},
  'timer.command': { body: { commands: COMMANDS } },

  'activity.list': { query: { by: 'tag', zone: 'Asia/Kathmandu', weekStart: '7' } },
  'overview.read': { query: { zone: 'America/Santiago', weekStart: '6' } },

  'goals.list': {},
  'goals.set': { body: GOAL },
  'goals.progress': { query: { ...RANGE, weekStart: '7', project: '<project>' } },

  'review.read': { query: { day: '2026-03-02', zone: 'Europe/Madrid', weekStart: '7' } },
  'review.mail': {},
  'review.setMail': { body: { isOn: true, zone: 'Europe/Madrid' } },

  'reports.summary': { query: { ...SELECTION, ...ROUNDING, ...GROUPING } },
  'reports.series': { query: { ...SELECTION, ...ROUNDING, step: 'week', group: 'tag' } },
  'reports.rhythm': { query: SELECTION },
  'reports.estimates': { query: SELECTION },
  'reports.entries': { query: { ...SELECTION, limit: '10', cursor: '<entry>' } },
  'reports.export': { query: { ...SELECTION, ...ROUNDING, ...GROUPING, format: 'csv' } },

  'reportViews.list': {},
  'reportViews.read': byId('view'),
  'reportViews.create': { body: { id: '<new.view>', ...VIEW } },
  'reportViews.update': { ...byId('view'), body: VIEW },
  'reportViews.remove': removalOf('view'),

  ...SHARED_REPORTS,
  ...PUBLIC_REPORT,

  'uploads.list': {},
  'uploads.read': byId('upload'),
  'uploads.create': { body: UPLOAD },
  'uploads.putPart': { params: { id: '<upload>', number: '0' }, file: IMPORT.file },
  'uploads.remove': byId('upload'),

  'imports.preview': IMPORT,
  'imports.create': IMPORT,
  'imports.problems': IMPORT,
  'imports.list': {},
  'imports.cancel': byId('import'),
  'imports.continue': byId('import'),
  'imports.remove': removalOf('import'),

  'archive.download': {},
  'archive.downloadWithPassword': { body: { password: PASSWORD } },
  'archive.preview': RESTORE,
  'archive.restore': RESTORE,
  'archive.state': { callFirst: 'archive.restore' },

  'trash.list': { query: { limit: '10', cursor: '<trash>' } },
  'trash.restore': byId('trash'),
  'trash.remove': byId('trash'),
  'trash.empty': {},

  'push.key': {},
  'push.list': {},
  'push.subscribe': { body: { endpoint: '<endpoint>', ...PUSH } },
  'push.unsubscribe': { body: { endpoint: '<endpoint>' } },

  ...REMINDERS,

  ...CALENDARS,

  ...WEBHOOKS,

  ...ADMINISTRATION,
}

type GetValue = (placeholder: string, index: number) => string | undefined

/** Replaces every placeholder that has a value. Each occurrence of a placeholder has its own index. */
export function fillPlaceholders<T>(sample: T, getValue: GetValue): T {
  let index = 0
  const text = JSON.stringify(sample).replaceAll(
    /<([\w.]+)>/g,
    (whole, placeholder: string) => getValue(placeholder, index++) ?? whole,
  )
  return JSON.parse(text) as T
}

/** The placeholders of a sample by index. */
export function placeholdersIn(sample: object) {
  const placeholders: string[] = []
  fillPlaceholders(sample, (placeholder) => placeholders.at(placeholders.push(placeholder) - 1)!)
  return placeholders
}

export { UNKNOWN_ID } from './samples/sample-values.ts'
export const MALFORMED_ID = "' or 1=1"

/** Makes replies to different callers comparable. */
export const withoutIds = (text: string) =>
  text
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replaceAll(/[\w-]{43}\.ics|whsec_[\w+/=]+/g, '<secret>')
