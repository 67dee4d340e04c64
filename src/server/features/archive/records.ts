import * as z from 'zod/mini'
import { Run } from '#contract/timer.ts'
import { Formats } from '#contract/users.ts'
import { RECORD_KINDS, type RecordKind } from '#core/archive/kinds.ts'
import { IMPORT_FORMATS } from '#core/import/import-model.ts'
import { DEFAULT_SETTINGS_NAME } from '#core/initial-data.ts'
import { LANGUAGES } from '#core/language.ts'
import type { Schema } from '#server/db/schema.ts'
import { nameKey } from '#server/features/tags/queries.ts'
import {
  ArchivedId,
  ArchivedTime,
  color,
  type Fields,
  flag,
  id,
  json,
  name,
  number,
  oneOf,
  optional,
  reference,
  text,
  time,
  timestamps,
} from './fields.ts'

/** A file of an archive: a line for each row of a table. */
export interface FileOfTable {
  table: keyof Schema
  fields: Fields
  /** The columns by which the lines are ordered, after `user_id`. They identify a row. */
  order: readonly string[]
}

/** A kind of record that users know by its name, and choose about if the account has it with other content. */
export interface RecordFile extends FileOfTable {
  /** Fields that a record of the same name must share to be the same. */
  place: readonly string[]
  /** Returns a text that only one record of the account may have; undefined for a name that several may share. */
  uniqueName?: (name: string) => string | undefined
  /** Columns whose values derive from a record's name. */
  derive?: (name: string) => Record<string, string>
}

/** Records come after those that they refer to, in the archive and when it is restored. */
export const RECORDS = {
  clients: {
    table: 'clients',
    order: ['id'],
    place: [],
    fields: {
      id: id('id'),
      name: name('name'),
      contactInfo: text('contact_info', 'address, phone and so on'),
      color: color('color'),
      ...timestamps,
    },
  },
  projects: {
    table: 'projects',
    order: ['id'],
    place: ['client'],
    fields: {
      id: id('id'),
      client: optional(reference('client_id', 'clients', 'the id of its client')),
      name: name('name'),
      description: text('description', 'what it is about'),
      color: color('color'),
      status: oneOf('status', ['active', 'archived'], '`active` or `archived`'),
      isPinned: flag('pinned', 'whether pickers list it first'),
      ...timestamps,
    },
  },
  tasks: {
    table: 'tasks',
    order: ['id'],
    place: ['project'],
    fields: {
      id: id('id'),
      project: reference('project_id', 'projects', 'the id of its project'),
      name: name('name'),
      description: text('description', 'what it is about'),
      status: oneOf('status', ['pending', 'inProgress', 'completed'], '`pending`, `inProgress` or `completed`'),
      ...timestamps,
    },
  },
  tags: {
    table: 'tags',
    order: ['id'],
    place: [],
    uniqueName: nameKey,
    derive: (name) => ({ name_key: nameKey(name) }),
    fields: { id: id('id'), name: name('name'), color: color('color'), ...timestamps },
  },
  presets: {
    table: 'timer_presets',
    order: ['id'],
    place: [],
    uniqueName: (name) => (name === DEFAULT_SETTINGS_NAME ? name : undefined),
    fields: {
      id: id('id'),
      name: name('name', `its name; \`${DEFAULT_SETTINGS_NAME}\` has the timer's settings`),
      workDuration: number('work_minutes', 'minutes', 180, 1),
      breakDuration: number('break_minutes', 'minutes', 60),
      repetitions: number('repetitions', 'how many work phases a run has', 20, 1),
      ...timestamps,
    },
  },
  views: {
    table: 'report_views',
    order: ['id'],
    place: [],
    fields: {
      id: id('id'),
      name: name('name'),
      search: text('search', 'the query string of the report page', 4_000),
      ...timestamps,
    },
  },
} as const satisfies Record<RecordKind, RecordFile>

/** A time entry: its row, and two fields that have tables of their own. */
export const ENTRIES = {
  table: 'time_entries',
  order: ['started_at', 'id'],
  fields: {
    id: id('id'),
    project: reference('project_id', 'projects', 'the id of its project'),
    task: optional(reference('task_id', 'tasks', 'the id of its task, which belongs to the project')),
    start: time('started_at', 'its start'),
    end: time('ended_at', 'its end'),
    duration: number('duration_ms', 'worked milliseconds, without pauses'),
    notes: text('notes', 'as written'),
    focusSession: optional(text('focus_session_key', 'the focus session that it was saved from: run, `#`, phase', 200)),
    plannedDuration: optional(number('planned_ms', 'planned milliseconds of that session')),
    zone: optional(text('zone', 'the IANA time zone of the device', 100)),
    import: optional(id('import_id', 'the id of the import that created it')),
    ...timestamps,
  },
} as const satisfies FileOfTable

/** Everything else. It has no names, and is restored without questions. */
export const OTHERS = {
  imports: {
    table: 'imports',
    order: ['id'],
    fields: {
      id: id('id'),
      fileName: text('file_name', 'the name of the imported file', 1_000),
      fileHash: text('file_hash', 'a hash of the file and of the options', 200),
      format: oneOf('format', IMPORT_FORMATS, 'the product that wrote the file'),
      entries: number('entries', 'how many entries it created'),
      fileRows: number('file_rows', 'how many rows the file had'),
      readRows: number('read_rows', 'how many of them were read'),
      createdAt: time('created_at', 'when it began'),
      finishedAt: optional(time('finished_at', 'when it was finished')),
    },
  },
  importRecords: {
    table: 'import_records',
    order: ['import_id', 'kind', 'record_id'],
    fields: {
      import: id('import_id', 'the id of the import'),
      kind: oneOf('kind', ['client', 'project', 'task', 'tag'], '`client`, `project`, `task` or `tag`'),
      record: id('record_id', 'the id of a record that the import created'),
    },
  },
  overrides: {
    table: 'focus_session_overrides',
    order: ['focus_session_key'],
    fields: {
      focusSession: text('focus_session_key', 'a focus session', 200),
      kind: oneOf('kind', ['edited', 'deleted'], 'what the user did to its entry: `edited` or `deleted`'),
    },
  },
  runs: {
    table: 'timer_runs',
    order: ['started_at', 'id'],
    fields: {
      id: id('id'),
      start: time('started_at', 'when the run began'),
      countsFrom: time('counts_from', 'from when it counts time, earlier if it continues an entry'),
      end: optional(time('ended_at', 'its end; null while it runs')),
      run: json('run', Run, 'the run with its command log, as `GET /api/timer` has it'),
      createdAt: time('created_at', 'when the server received it'),
    },
  },
  timer: {
    table: 'timers',
    order: [],
    fields: {
      revision: number('revision', 'the number of changes of the timer'),
      savedUntil: time('saved_until', 'focus sessions up to this time are time entries'),
      seenAt: time('seen_at', 'when a device was last connected'),
    },
  },
} as const satisfies Record<string, FileOfTable>

/** The user. It is one line, and its id and address are not restored. */
export const PROFILE: Fields = {
  name: name('name'),
  email: text('email', 'the address, which is not restored', 300),
  preferredLanguage: optional(oneOf('preferred_language', LANGUAGES, '`en`, `es` or `tr`')),
  theme: optional(oneOf('theme', ['light', 'dark'], '`light` or `dark`')),
  formats: optional(json('formats', Formats, 'how dates, times and durations are written')),
  createdAt: time('created_at', 'when the account was created, which is not restored'),
}

/** Fields of an entry that have tables of their own. */
const PARTS = {
  tags: z.array(ArchivedId).check(z.maxLength(10_000)),
  segments: z.array(z.tuple([ArchivedTime, ArchivedTime])).check(z.minLength(1), z.maxLength(10_000)),
}

const toSchema = (fields: Fields, parts = {}) =>
  z.strictObject({
    ...Object.fromEntries(Object.entries(fields).map(([field, { schema }]) => [field, schema])),
    ...parts,
  })

export const FILE_KINDS = [
  'profile',
  ...RECORD_KINDS,
  'imports',
  'importRecords',
  'entries',
  'overrides',
  'runs',
  'timer',
] as const
export type FileKind = (typeof FILE_KINDS)[number]

export const fileName = (kind: FileKind) => `${kind}.jsonl`

/** Checks a line of each file. */
export const SCHEMAS: Record<FileKind, z.ZodMiniType> = {
  profile: toSchema(PROFILE),
  clients: toSchema(RECORDS.clients.fields),
  projects: toSchema(RECORDS.projects.fields),
  tasks: toSchema(RECORDS.tasks.fields),
  tags: toSchema(RECORDS.tags.fields),
  presets: toSchema(RECORDS.presets.fields),
  views: toSchema(RECORDS.views.fields),
  imports: toSchema(OTHERS.imports.fields),
  importRecords: toSchema(OTHERS.importRecords.fields),
  entries: toSchema(ENTRIES.fields, PARTS),
  overrides: toSchema(OTHERS.overrides.fields),
  runs: toSchema(OTHERS.runs.fields),
  timer: toSchema(OTHERS.timer.fields),
}
