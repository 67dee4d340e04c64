import type { Import, ImportPreview, imports } from '#contract/imports.ts'
import type { reports } from '#contract/reports.ts'
import type { ExamplesOf } from './example-types.ts'
import { byId, ENTRY, IMPORT_ID, PROJECT_ID, ZONE } from './sample-data.ts'

const RANGE = { from: '2026-03-02', to: '2026-03-08', zone: ZONE }
const WORKED = { milliseconds: ENTRY.duration, entries: 1 }
/** Each hour of a day without work. */
const IDLE_DAY = Array.from({ length: 24 }, () => 0)

export const reportExamples: ExamplesOf<typeof reports> = {
  summary: {
    query: { ...RANGE, group: 'project', subgroup: 'day' },
    reply: {
      total: { ...WORKED, completed: 1, cutShort: 0, longestMilliseconds: ENTRY.duration },
      lines: [{ key: PROJECT_ID, ...WORKED, lines: [{ key: '2026-03-02', ...WORKED }] }],
    },
  },
  series: {
    query: { ...RANGE, step: 'week', group: 'project' },
    reply: [
      {
        day: '2026-03-02',
        milliseconds: ENTRY.duration,
        parts: [{ key: PROJECT_ID, milliseconds: ENTRY.duration }],
      },
    ],
  },
  rhythm: {
    query: { ...RANGE, projects: PROJECT_ID },
    reply: [IDLE_DAY.with(10, ENTRY.duration), ...Array.from({ length: 6 }, () => IDLE_DAY)],
  },
  entries: {
    query: { ...RANGE, limit: 100 },
    reply: { entries: [{ ...ENTRY, milliseconds: ENTRY.duration }], cursor: null },
  },
  export: {
    query: { ...RANGE, group: 'project', format: 'csv' },
    reply: 'Date,Project,Notes,Duration\r\n2026-03-02,Website,First draft of the start page,0:25:00\r\n',
  },
}

const QUERY = { zone: ZONE, dateOrder: 'day-first', fileName: 'march.csv' } as const
const FILE = 'Date,From,To,Project\n02/03/2026,09:00,10:30,Website\n'
const NONE = { count: 0, names: [] }
const COUNTS = { clients: 0, projects: 1, tasks: 0, tags: 0 }

const PREVIEW: ImportPreview = {
  format: 'other',
  encoding: 'utf-8',
  delimiter: ',',
  columns: [
    { heading: 'Date', field: 'startDate', sample: '02/03/2026' },
    { heading: 'From', field: 'startTime', sample: '09:00' },
    { heading: 'To', field: 'endTime', sample: '10:30' },
    { heading: 'Project', field: 'project', sample: 'Website' },
  ],
  missing: [],
  dateOrder: 'day-first',
  ambiguousDate: null,
  people: [],
  counts: { rows: 1, new: 1, duplicate: 0, invalid: 0, others: 0, withoutProject: 0 },
  projectForOthers: 'No project',
  firstDay: '2026-03-02',
  lastDay: '2026-03-02',
  months: [{ month: '2026-03', entries: 1, milliseconds: 5_400_000 }],
  entries: [
    {
      line: 2,
      startTime: '2026-03-02T08:00:00.000Z',
      endTime: '2026-03-02T09:30:00.000Z',
      duration: 5_400_000,
      client: null,
      project: 'Website',
      task: null,
      tags: [],
      notes: '',
      isDuplicate: false,
    },
  ],
  problems: { count: 0, first: [] },
  creates: { clients: NONE, projects: { count: 1, names: ['Website'] }, tasks: NONE, tags: NONE },
}

const IMPORT: Import = {
  id: IMPORT_ID,
  fileName: 'march.csv',
  format: 'other',
  createdAt: '2026-03-09T08:00:00.000Z',
  created: 1,
  timeEntries: 1,
  isFinished: true,
  isRunning: false,
  fileRows: 1,
  readRows: 1,
}

export const importExamples: ExamplesOf<typeof imports> = {
  preview: { query: QUERY, file: FILE, reply: PREVIEW },
  create: { query: QUERY, file: FILE, reply: { id: IMPORT_ID, created: 1, duplicates: 0, invalid: 0, ...COUNTS } },
  list: { reply: [IMPORT] },
  remove: { ...byId(IMPORT_ID), query: {}, reply: { timeEntries: 1, ...COUNTS } },
}
