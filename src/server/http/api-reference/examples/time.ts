import type { activity } from '#contract/activity.ts'
import type { overview } from '#contract/overview.ts'
import type { entryHistory, timeEntries } from '#contract/time-entries.ts'
import type { timer, TimerSnapshot } from '#contract/timer.ts'
import type { goals } from '#contract/goals/goals.ts'
import type { review } from '#contract/goals/review.ts'
import type { trash } from '#contract/trash.ts'
import type { ExamplesOf } from './example-types.ts'
import {
  byId,
  COMMAND_ID,
  DEVICE_ID,
  ENTRY,
  ENTRY_END,
  ENTRY_ID,
  ENTRY_START,
  PROJECT_ID,
  RUN_ID,
  RUNNING_ENTRY,
  SEGMENTS,
  TAG_ID,
  TASK_ID,
  TRASH_ID,
  ZONE,
} from './sample-data.ts'

const SUBJECT = { project: PROJECT_ID, task: TASK_ID, notes: ENTRY.notes, tags: [TAG_ID] }
const RANGE = { projectId: PROJECT_ID, startDate: '2026-03-01T23:00:00.000Z', endDate: '2026-03-02T23:00:00.000Z' }

export const timeEntryExamples: ExamplesOf<typeof timeEntries> = {
  list: { query: { ...RANGE, limit: 50 }, reply: [ENTRY] },
  totals: { query: RANGE, reply: { timeEntries: 1, milliseconds: ENTRY.duration } },
  read: { ...byId(ENTRY_ID), reply: ENTRY },
  create: {
    body: { id: ENTRY_ID, ...SUBJECT, startTime: ENTRY_START, endTime: ENTRY_END, segments: SEGMENTS },
    reply: ENTRY,
  },
  update: { ...byId(ENTRY_ID), body: { notes: 'Second draft' }, reply: { ...ENTRY, notes: 'Second draft' } },
  remove: { ...byId(ENTRY_ID), query: { trash: TRASH_ID }, reply: null },
  running: { reply: RUNNING_ENTRY },
  start: { body: SUBJECT, reply: RUNNING_ENTRY },
  stop: { reply: ENTRY },
  bulkUpdate: {
    body: { ids: [ENTRY_ID], change: { addTags: [TAG_ID], notes: 'Second draft' } },
    reply: [{ ...ENTRY, notes: 'Second draft' }],
  },
  bulkRemove: { body: { ids: [ENTRY_ID], trash: TRASH_ID }, reply: { timeEntries: 1 } },
}

const DEVICE = 'Firefox, Linux'

export const entryHistoryExamples: ExamplesOf<typeof entryHistory> = {
  read: {
    ...byId(ENTRY_ID),
    reply: {
      createdAt: ENTRY.createdAt,
      createdBy: 'user',
      fileName: null,
      changes: [
        {
          number: 1,
          kind: 'edit',
          device: DEVICE,
          changedAt: '2026-03-02T10:00:00.000Z',
          before: { notes: 'Draft' },
          after: { notes: ENTRY.notes },
        },
      ],
    },
  },
  restore: { params: { id: ENTRY_ID, change: 1 }, reply: { ...ENTRY, notes: 'Draft' } },
}

export const trashExamples: ExamplesOf<typeof trash> = {
  list: {
    query: { limit: 50 },
    reply: {
      items: [
        {
          id: TRASH_ID,
          kind: 'project',
          name: 'Website',
          device: DEVICE,
          deletedAt: '2026-03-02T10:00:00.000Z',
          expiresAt: '2026-04-01T10:00:00.000Z',
          timeEntries: 1,
          milliseconds: ENTRY.duration,
        },
      ],
      count: 1,
      retentionMs: 2_592_000_000,
    },
  },
  restore: { ...byId(TRASH_ID), reply: { kind: 'project', timeEntries: 1 } },
  remove: { ...byId(TRASH_ID), reply: null },
  empty: { reply: { items: 1 } },
}

const STARTED_AT = Date.parse(ENTRY_START)
const START = {
  type: 'start' as const,
  at: STARTED_AT,
  runId: RUN_ID,
  subject: { projectId: PROJECT_ID, taskId: TASK_ID, notes: ENTRY.notes, tags: [TAG_ID] },
  config: { workMs: 1_500_000, breakMs: 300_000, repetitions: 4 },
  isInfinite: false,
  zone: ZONE,
}
const SNAPSHOT: TimerSnapshot = {
  revision: 1,
  now: STARTED_AT + 250,
  run: { id: RUN_ID, log: [{ id: COMMAND_ID, event: START }], kept: [], heldAt: null },
}

export const timerExamples: ExamplesOf<typeof timer> = {
  read: { reply: SNAPSHOT },
  command: {
    body: {
      commands: [{ id: COMMAND_ID, device: DEVICE_ID, sequence: 1, base: null, sawWait: false, event: START }],
    },
    reply: { acks: [{ id: COMMAND_ID, isAccepted: true }], snapshot: SNAPSHOT },
  },
}

export const activityExamples: ExamplesOf<typeof activity> = {
  list: {
    query: { by: 'project', zone: ZONE },
    reply: [{ id: PROJECT_ID, month: 1_500_000, weeks: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1_500_000] }],
  },
}

export const overviewExamples: ExamplesOf<typeof overview> = {
  read: {
    query: { zone: ZONE },
    reply: {
      today: {
        day: '2026-03-02',
        start: '2026-03-01T23:00:00.000Z',
        end: '2026-03-02T23:00:00.000Z',
        milliseconds: ENTRY.duration,
        segments: SEGMENTS.map((segment) => ({ ...segment, project: PROJECT_ID })),
        entryCount: 1,
        entries: [ENTRY],
      },
      week: {
        milliseconds: ENTRY.duration,
        projects: [{ project: PROJECT_ID, milliseconds: ENTRY.duration }],
        days: [{ day: '2026-03-02', milliseconds: ENTRY.duration }],
      },
      heatmap: { firstDay: '2025-09-08', days: [{ day: '2026-03-02', milliseconds: ENTRY.duration }] },
      streak: { current: 1, longest: 1 },
      averageMilliseconds: ENTRY.duration,
      goals: [
        {
          project: null,
          day: { target: { minutes: 360, sessions: 0 }, milliseconds: ENTRY.duration, sessions: 1 },
          week: { target: null, milliseconds: ENTRY.duration, sessions: 1 },
        },
      ],
    },
  },
}

const DAY_TARGET = { minutes: 360, sessions: 8 }
const REST_DAY = { minutes: 0, sessions: 0 }
const GOAL = {
  project: null,
  from: '2026-03-02',
  days: [DAY_TARGET, DAY_TARGET, DAY_TARGET, DAY_TARGET, DAY_TARGET, REST_DAY, REST_DAY],
  week: { minutes: 1_800, sessions: 0 },
}
const DONE = { day: '2026-03-02', milliseconds: ENTRY.duration, sessions: 1 }

export const goalExamples: ExamplesOf<typeof goals> = {
  list: { reply: [GOAL] },
  set: { body: GOAL, reply: [GOAL] },
  progress: {
    query: { from: '2026-03-02', to: '2026-03-08', zone: ZONE },
    reply: {
      days: [{ ...DONE, target: DAY_TARGET }],
      weeks: [{ ...DONE, target: GOAL.week }],
      endsToday: true,
      streak: { current: 0, longest: 0 },
    },
  },
}

export const reviewExamples: ExamplesOf<typeof review> = {
  mail: { reply: { isOn: true } },
  setMail: { body: { isOn: true, zone: ZONE }, reply: { isOn: true } },
  read: {
    query: { day: '2026-03-02', zone: ZONE },
    reply: {
      from: '2026-03-02',
      to: '2026-03-08',
      milliseconds: ENTRY.duration,
      sessions: 1,
      days: [
        { ...DONE, target: DAY_TARGET, projects: [{ project: PROJECT_ID, milliseconds: ENTRY.duration }] },
        ...['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08'].map((day) => ({
          day,
          target: null,
          milliseconds: 0,
          sessions: 0,
          projects: [],
        })),
      ],
      week: { target: GOAL.week, milliseconds: ENTRY.duration, sessions: 1 },
      projects: [
        {
          project: PROJECT_ID,
          milliseconds: ENTRY.duration,
          before: 1_200_000,
          tasks: [{ task: TASK_ID, milliseconds: ENTRY.duration }],
        },
      ],
      hours: Array.from({ length: 24 }, (_, hour) => (hour === 9 ? ENTRY.duration : 0)),
      longest: {
        project: PROJECT_ID,
        task: TASK_ID,
        start: ENTRY_START,
        end: ENTRY_END,
        milliseconds: ENTRY.duration,
      },
      before: { milliseconds: 1_200_000, sessions: 1 },
    },
  },
}
