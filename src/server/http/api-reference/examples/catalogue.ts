import type { Client, clients } from '#contract/clients.ts'
import type { projects } from '#contract/projects.ts'
import type { ReportView, reportViews } from '#contract/report-views.ts'
import type { Tag, tags } from '#contract/tags.ts'
import type { Task, tasks } from '#contract/tasks.ts'
import type { timerPresets } from '#contract/timer-presets.ts'
import type { ExamplesOf } from './example-types.ts'
import {
  byId,
  CLIENT_ID,
  PRESET,
  PRESET_ID,
  PROJECT,
  PROJECT_ID,
  STORED,
  TAG_ID,
  TASK_ID,
  TRASH_ID,
  VIEW_ID,
} from './sample-data.ts'

const WORK = { timeEntries: 12, milliseconds: 36_000_000 }

export const projectExamples: ExamplesOf<typeof projects> = {
  list: { reply: [PROJECT] },
  read: { ...byId(PROJECT_ID), reply: PROJECT },
  create: { body: { name: 'Website', color: '#3b82f6', client: CLIENT_ID }, reply: PROJECT },
  update: { ...byId(PROJECT_ID), body: { status: 'archived' }, reply: { ...PROJECT, status: 'archived' } },
  remove: { ...byId(PROJECT_ID), query: { trash: TRASH_ID }, reply: null },
  contents: { ...byId(PROJECT_ID), reply: { tasks: 1, ...WORK } },
}

const CLIENT: Client = {
  id: CLIENT_ID,
  name: 'City library',
  contactInfo: 'library@example.org',
  color: '#0284c7',
  projects: [PROJECT_ID],
  ...STORED,
}

export const clientExamples: ExamplesOf<typeof clients> = {
  list: { reply: [CLIENT] },
  read: { ...byId(CLIENT_ID), reply: CLIENT },
  create: { body: { name: 'City library', contactInfo: 'library@example.org' }, reply: CLIENT },
  update: { ...byId(CLIENT_ID), body: { color: '#16a34a' }, reply: { ...CLIENT, color: '#16a34a' } },
  remove: { ...byId(CLIENT_ID), query: { trash: TRASH_ID }, reply: null },
}

const TASK: Task = {
  id: TASK_ID,
  name: 'Design',
  description: 'Pages and colours',
  project: PROJECT_ID,
  status: 'inProgress',
  estimate: { unit: 'sessions', amount: 8 },
  planned: null,
  ...STORED,
}

export const taskExamples: ExamplesOf<typeof tasks> = {
  list: { query: { projectId: PROJECT_ID }, reply: [TASK] },
  read: { ...byId(TASK_ID), reply: TASK },
  create: {
    body: {
      name: 'Design',
      description: 'Pages and colours',
      project: PROJECT_ID,
      status: 'inProgress',
      estimate: { unit: 'sessions', amount: 8 },
    },
    reply: TASK,
  },
  update: { ...byId(TASK_ID), body: { status: 'completed' }, reply: { ...TASK, status: 'completed' } },
  remove: { ...byId(TASK_ID), query: { trash: TRASH_ID }, reply: null },
  contents: { ...byId(TASK_ID), reply: WORK },
  progress: {
    reply: [{ task: TASK_ID, milliseconds: WORK.milliseconds, sessions: 3, plannedSessions: 0, lastPlannedAt: null }],
  },
}

const TAG: Tag = { id: TAG_ID, name: 'billable', color: '#0284c7', ...STORED }

export const tagExamples: ExamplesOf<typeof tags> = {
  list: { reply: [TAG] },
  read: { ...byId(TAG_ID), reply: TAG },
  create: { body: { name: 'billable' }, reply: TAG },
  update: { ...byId(TAG_ID), body: { name: 'paid' }, reply: { ...TAG, name: 'paid' } },
  remove: { ...byId(TAG_ID), query: { trash: TRASH_ID }, reply: null },
  contents: { ...byId(TAG_ID), reply: WORK },
}

const SETTINGS = { workDuration: 25, breakDuration: 5, repetitions: 4 }

export const timerPresetExamples: ExamplesOf<typeof timerPresets> = {
  list: { reply: [PRESET] },
  read: { ...byId(PRESET_ID), reply: PRESET },
  create: { body: { name: 'Pomodoro', ...SETTINGS }, reply: PRESET },
  update: { ...byId(PRESET_ID), body: { breakDuration: 10 }, reply: { ...PRESET, breakDuration: 10 } },
  remove: { ...byId(PRESET_ID), query: { trash: TRASH_ID }, reply: null },
  syncSettings: { body: SETTINGS, reply: { ...PRESET, name: 'Default Settings' } },
}

const VIEW: ReportView = {
  id: VIEW_ID,
  name: 'Last month by client',
  search: 'range=last-month&group=client',
  ...STORED,
}

export const reportViewExamples: ExamplesOf<typeof reportViews> = {
  list: { reply: [VIEW] },
  read: { ...byId(VIEW_ID), reply: VIEW },
  create: { body: { name: VIEW.name, search: VIEW.search }, reply: VIEW },
  update: { ...byId(VIEW_ID), body: { name: 'By client' }, reply: { ...VIEW, name: 'By client' } },
  remove: { ...byId(VIEW_ID), query: { trash: TRASH_ID }, reply: null },
}
