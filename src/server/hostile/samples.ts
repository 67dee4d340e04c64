/** A call that works. `<project>` is a thing of the caller, `<new.project>` an id that nothing of theirs has yet. */
export interface Sample {
  /** The endpoint that has to be called before. */
  after?: string
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** What is sent as it is, instead of a body. */
  file?: string
}

/** What makes each thing, in an order in which they can be made. */
export const MAKERS = {
  client: 'clients.create',
  project: 'projects.create',
  task: 'tasks.create',
  tag: 'tags.create',
  preset: 'timerPresets.create',
  entry: 'timeEntries.create',
  view: 'reportViews.create',
} as const

export const PASSWORD = 'Correct horse 1'
const NEW_PASSWORD = 'Correct horse 2'
const MORNING = Date.parse('2026-03-02T08:00:00Z')

const byId = (thing: string) => ({ params: { id: `<${thing}>` } })
const SUBJECT = { project: '<project>', task: '<task>', notes: 'Canary notes', tags: ['<tag>'] }
const TIMES = {
  startTime: '2026-03-01T09:00:00Z',
  endTime: '2026-03-01T10:00:00Z',
  duration: 3_600_000,
  segments: [{ start: '2026-03-01T09:00:00Z', end: '2026-03-01T10:00:00Z' }],
}
const ENTRIES = {
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
const FILE = {
  query: {
    zone: 'Europe/Madrid',
    dateOrder: 'day-first',
    project: 'Canary project',
    columns: '0:start,1:end,2:project',
    person: 'ann@example.org',
    long: 'keep',
    fileName: 'canary.csv',
  },
  file: 'Start,End,Project,Email\n2026-03-01 11:00,2026-03-01 12:00,Canary import,ann@example.org',
}
const PUSH = {
  keys: { p256dh: `BA${'A'.repeat(85)}`, auth: 'A'.repeat(22) },
  language: 'en',
}

const START = {
  type: 'start',
  subject: { projectId: '<project>', taskId: '<task>', notes: 'Canary notes', tags: ['<tag>'] },
  config: { workMs: 1_500_000, breakMs: 300_000, repetitions: 4 },
  isInfinite: false,
  zone: 'Europe/Madrid',
}
const ANEW = { runId: '<new.run2>' }

/** All that one device can say, and the server takes: a run, and one that continues an entry. */
export const COMMANDS = [
  START,
  { type: 'pause', phase: 0 },
  { type: 'resume', phase: 0 },
  {
    type: 'subject',
    phase: 0,
    change: { projectId: '<project>', taskId: '<task>', notes: 'Canary words', tags: ['<tag>'] },
  },
  { type: 'config', phase: 0, change: { workMs: 1_200_000, breakMs: 600_000, repetitions: 2 } },
  { type: 'skip', phase: 0, save: true },
  { type: 'stop', phase: 1, save: true },
  { type: 'dismiss', phase: 1 },
  { ...START, ...ANEW, continues: { entryId: '<entry>', startedAt: MORNING - 3_600_000 } },
  { type: 'stop', phase: 0, save: true, ...ANEW },
].map((event, index) => ({
  id: index === 0 ? '<new.command>' : `<new.command${index}>`,
  device: '<new.device>',
  sequence: index + 1,
  base: null,
  sawWait: false,
  event: { at: MORNING + index * 60_000, runId: '<new.run>', ...event },
}))

/** The shortest run that leaves a run, a device and a command behind. */
export const SHORT_RUN = [COMMANDS[0]!, COMMANDS[9]!].map((command, index) => ({
  ...command,
  sequence: index + 1,
  event: { ...command.event, runId: '<new.run>' },
}))

/** One for every endpoint of the contract, with all that can be said in it. */
export const SAMPLES: Record<string, Sample> = {
  'about.read': {},

  'users.register': {
    body: {
      name: 'Canary name',
      email: '<new.name>@example.org',
      password: PASSWORD,
      preferredLanguage: 'es',
      theme: 'dark',
    },
  },
  'users.login': { body: { email: '<email>', password: PASSWORD } },
  'users.googleAddress': {},
  'users.google': { body: { token: 'a.b.c', password: PASSWORD } },
  'users.logout': {},
  'users.profile': {},
  'users.changeProfile': {
    body: {
      name: 'Canary name',
      email: '<new.name>@example.org',
      currentPassword: PASSWORD,
      preferredLanguage: 'tr',
      theme: 'dark',
    },
  },
  'users.deleteProfile': { body: { password: PASSWORD } },
  'users.changePassword': { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } },
  'users.forgotPassword': { body: { email: '<email>', language: 'es' } },
  'users.resetPassword': { body: { token: '<resetToken>', password: NEW_PASSWORD } },
  'users.verificationStatus': {},
  'users.requestVerification': { body: { language: 'tr' } },
  'users.verifyEmail': { body: { token: '<verifyToken>' } },
  'users.sessions': {},
  'users.endSession': byId('session'),
  'users.endOtherSessions': {},

  'initialData.load': {},

  'projects.list': {},
  'projects.read': byId('project'),
  'projects.create': {
    body: {
      id: '<new.project>',
      name: 'Canary name',
      description: 'Canary words',
      color: '#112233',
      client: '<client>',
      status: 'archived',
    },
  },
  'projects.update': {
    ...byId('project'),
    body: {
      name: 'Canary name',
      description: 'Canary words',
      color: '#112233',
      client: '<client>',
      status: 'archived',
    },
  },
  'projects.contents': byId('project'),
  'projects.remove': byId('project'),

  'clients.list': {},
  'clients.read': byId('client'),
  'clients.create': {
    body: { id: '<new.client>', name: 'Canary name', contactInfo: 'Canary address', color: '#112233' },
  },
  'clients.update': {
    ...byId('client'),
    body: { name: 'Canary name', contactInfo: 'Canary address', color: '#112233' },
  },
  'clients.remove': byId('client'),

  'tasks.list': { query: { projectId: '<project>' } },
  'tasks.read': byId('task'),
  'tasks.create': {
    body: {
      id: '<new.task>',
      name: 'Canary name',
      description: 'Canary words',
      project: '<project>',
      status: 'inProgress',
    },
  },
  'tasks.update': {
    ...byId('task'),
    body: { name: 'Canary name', description: 'Canary words', project: '<project>', status: 'completed' },
  },
  'tasks.contents': byId('task'),
  'tasks.remove': byId('task'),

  'tags.list': {},
  'tags.read': byId('tag'),
  'tags.create': { body: { id: '<new.tag>', name: '<new.name>', color: '#112233' } },
  'tags.update': { ...byId('tag'), body: { name: 'Canary name', color: '#112233' } },
  'tags.contents': byId('tag'),
  'tags.remove': byId('tag'),

  'timerPresets.list': {},
  'timerPresets.read': byId('preset'),
  'timerPresets.create': {
    body: { id: '<new.preset>', name: 'Canary name', workDuration: 25, breakDuration: 5, repetitions: 4 },
  },
  'timerPresets.update': {
    ...byId('preset'),
    body: { name: 'Canary name', workDuration: 25, breakDuration: 5, repetitions: 4 },
  },
  'timerPresets.remove': byId('preset'),
  'timerPresets.syncSettings': { body: { workDuration: 25, breakDuration: 5, repetitions: 4 } },

  'timeEntries.list': { query: { ...ENTRIES, limit: '10', cursor: '<entry>' } },
  'timeEntries.totals': { query: ENTRIES },
  'timeEntries.read': byId('entry'),
  'timeEntries.running': { after: 'timeEntries.start' },
  'timeEntries.start': { body: { id: '<new.entry>', startTime: '2026-03-02T08:30:00Z', ...SUBJECT } },
  'timeEntries.stop': { after: 'timeEntries.start' },
  'timeEntries.create': { body: { id: '<new.entry>', ...SUBJECT, ...TIMES, isRunning: false } },
  'timeEntries.update': { ...byId('entry'), body: { ...SUBJECT, ...TIMES, isRunning: false } },
  'timeEntries.bulkUpdate': { body: { ids: ['<entry>'], change: { ...SUBJECT, addTags: ['<tag>'] } } },
  'timeEntries.bulkRemove': { body: { ids: ['<entry>'] } },
  'timeEntries.remove': byId('entry'),

  'timer.read': {},
  'timer.command': { body: { commands: COMMANDS } },

  'activity.list': { query: { by: 'tag', zone: 'Asia/Kathmandu' } },
  'overview.read': { query: { zone: 'America/Santiago' } },

  'reports.summary': { query: { ...SELECTION, ...ROUNDING, ...GROUPING } },
  'reports.series': { query: { ...SELECTION, ...ROUNDING, step: 'week', group: 'tag' } },
  'reports.rhythm': { query: SELECTION },
  'reports.entries': { query: { ...SELECTION, limit: '10', cursor: '<entry>' } },
  'reports.export': { query: { ...SELECTION, ...ROUNDING, ...GROUPING, format: 'csv' } },

  'reportViews.list': {},
  'reportViews.read': byId('view'),
  'reportViews.create': { body: { id: '<new.view>', name: 'Canary name', search: 'q=canary' } },
  'reportViews.update': { ...byId('view'), body: { name: 'Canary name', search: 'q=canary' } },
  'reportViews.remove': byId('view'),

  'imports.preview': FILE,
  'imports.create': FILE,
  'imports.list': {},
  'imports.remove': byId('import'),

  'push.key': {},
  'push.list': {},
  'push.subscribe': { body: { endpoint: '<endpoint>', ...PUSH } },
  'push.unsubscribe': { body: { endpoint: '<endpoint>' } },
}

type Fill = (mark: string, place: number) => string | undefined

/** Puts something in the place of every mark that is known. The same mark twice is two places. */
export function filled<T>(sample: T, fill: Fill): T {
  let place = 0
  const text = JSON.stringify(sample).replaceAll(/<([\w.]+)>/g, (whole, mark: string) => fill(mark, place++) ?? whole)
  return JSON.parse(text) as T
}

/** The marks of a sample, in the order of their places. */
export function marksOf(sample: object) {
  const marks: string[] = []
  filled(sample, (mark) => marks.at(marks.push(mark) - 1)!)
  return marks
}

export const MISSING = '018f0000-0000-7000-8000-000000000000'
export const MALFORMED = "' or 1=1"

/** What is told, but for what differs from one caller to the next. */
export const withoutIds = (text: string) => text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
