import type { Import, ImportPreview, ImportResult, imports } from '#contract/files/imports.ts'
import type { reports } from '#contract/reports.ts'
import { type FileUpload, UPLOAD_PART_BYTES, type uploads } from '#contract/files/uploads.ts'
import type { ExamplesOf } from './example-types.ts'
import { byId, ENTRY, IMPORT_ID, PROJECT_ID, TASK_ID, UPLOAD_ID, ZONE } from './sample-data.ts'

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
  estimates: {
    query: { ...RANGE },
    reply: [
      {
        task: TASK_ID,
        project: PROJECT_ID,
        estimate: { unit: 'sessions', amount: 4 },
        isCompleted: false,
        work: { milliseconds: 3 * ENTRY.duration, sessions: 3 },
        workInPeriod: { milliseconds: ENTRY.duration, sessions: 1 },
      },
    ],
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
  isSuggestion: false,
  encoding: 'utf-8',
  isEncodingCertain: true,
  encodings: [],
  delimiter: ',',
  skippedRows: 0,
  columns: [
    { heading: 'Date', field: 'startDate', sample: '02/03/2026' },
    { heading: 'From', field: 'startTime', sample: '09:00' },
    { heading: 'To', field: 'endTime', sample: '10:30' },
    { heading: 'Project', field: 'project', sample: 'Website' },
  ],
  firstRows: [{ line: 2, cells: ['02/03/2026', '09:00', '10:30', 'Website'] }],
  missing: [],
  dateOrder: 'day-first',
  ambiguousDate: null,
  unit: 'none',
  unitInFile: null,
  ambiguousDuration: null,
  people: [],
  counts: { rows: 1, new: 1, duplicate: 0, invalid: 0, others: 0, withoutProject: 0 },
  milliseconds: { all: 5_400_000, new: 5_400_000, duplicate: 0, invalid: 0, others: 0 },
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
  upload: null,
  fileRows: 1,
  readRows: 1,
}

const UPLOAD: FileUpload = {
  id: UPLOAD_ID,
  fileName: 'march.csv',
  bytes: FILE.length,
  modifiedAt: '2026-03-09T07:58:00.000Z',
  createdAt: '2026-03-09T08:00:00.000Z',
  expiresAt: '2026-03-10T08:00:00.000Z',
  partBytes: UPLOAD_PART_BYTES,
  missing: [0],
}

export const uploadExamples: ExamplesOf<typeof uploads> = {
  list: { reply: [UPLOAD] },
  read: { ...byId(UPLOAD_ID), reply: UPLOAD },
  create: {
    body: { fileName: UPLOAD.fileName, bytes: UPLOAD.bytes, modifiedAt: '2026-03-09T07:58:00.000Z' },
    reply: UPLOAD,
  },
  putPart: { params: { id: UPLOAD_ID, number: 0 }, file: FILE, reply: null },
  remove: { ...byId(UPLOAD_ID), reply: null },
}

const IMPORTED: ImportResult = { id: IMPORT_ID, created: 1, duplicates: 0, invalid: 0, ...COUNTS }

export const importExamples: ExamplesOf<typeof imports> = {
  preview: { query: QUERY, file: FILE, reply: PREVIEW },
  create: { query: QUERY, file: FILE, reply: IMPORTED },
  problems: {
    query: { ...QUERY, unit: 'minutes', person: '*', encoding: 'windows-1252' },
    file: 'Date,From,To,Project\n31/02/2026,09:00,10:30,Website\n',
    reply: 'Date,From,To,Project,Line,Reason\r\n31/02/2026,09:00,10:30,Website,2,This is not a date.\r\n',
  },
  list: { reply: [IMPORT] },
  cancel: { ...byId(IMPORT_ID), reply: null },
  continue: { ...byId(IMPORT_ID), reply: IMPORTED },
  remove: { ...byId(IMPORT_ID), query: {}, reply: { timeEntries: 1, ...COUNTS } },
}
