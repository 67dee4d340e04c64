import * as z from 'zod/mini'
import { GoalTargets } from '#contract/goals/goals.ts'
import { AutoStart } from '#contract/fields.ts'
import { Reminders } from '#contract/reminders/reminders.ts'
import { Run } from '#contract/timer.ts'
import { Formats } from '#contract/users.ts'
import { RECORD_KINDS, type RecordKind } from '#core/archive/kinds.ts'
import { IMPORT_FORMATS } from '#core/import/import-model.ts'
import { DEFAULT_SETTINGS_NAME } from '#core/initial-data.ts'
import { LANGUAGES } from '#core/language.ts'
import { MAX_PLANNED_SESSIONS } from '#core/tasks/day-plan.ts'
import { ESTIMATE_UNITS } from '#core/tasks/estimate.ts'
import type { Schema } from '#server/db/schema.ts'
import { nameKey } from '#server/features/tags/queries.ts'
import {
  addedLater,
  ArchivedId,
  ArchivedTime,
  color,
  date,
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
      contactInfo: text('contact_info'),
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
      client: optional(reference('client_id', 'clients')),
      name: name('name'),
      description: text('description'),
      color: color('color'),
      status: oneOf('status', ['active', 'archived']),
      isPinned: flag('pinned'),
      ...timestamps,
    },
  },
  tasks: {
    table: 'tasks',
    order: ['id'],
    place: ['project'],
    fields: {
      id: id('id'),
      project: reference('project_id', 'projects'),
      name: name('name'),
      description: text('description'),
      status: oneOf('status', ['pending', 'inProgress', 'completed']),
      estimateUnit: addedLater(oneOf('estimate_unit', ESTIMATE_UNITS)),
      estimateAmount: addedLater(number('estimate_amount')),
      plannedSessions: addedLater(number('planned_sessions', MAX_PLANNED_SESSIONS, 1)),
      planPosition: addedLater(number('plan_position')),
      plannedAt: addedLater(time('planned_at')),
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
      name: name('name'),
      workDuration: number('work_minutes', 180, 1),
      breakDuration: number('break_minutes', 60),
      repetitions: number('repetitions', 20, 1),
      longBreakDuration: addedLater(number('long_break_minutes', 120, 1)),
      longBreakEvery: addedLater(number('long_break_every', 20, 2)),
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
      search: text('search', 4_000),
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
    project: reference('project_id', 'projects'),
    task: optional(reference('task_id', 'tasks')),
    start: time('started_at'),
    end: time('ended_at'),
    duration: number('duration_ms'),
    notes: text('notes'),
    focusSession: optional(text('focus_session_key', 200)),
    plannedDuration: optional(number('planned_ms')),
    zone: optional(text('zone', 100)),
    import: optional(id('import_id')),
    ...timestamps,
  },
} as const satisfies FileOfTable

/** Everything else. It has no names, and most of it is restored without questions. */
export const OTHERS = {
  goals: {
    table: 'goals',
    order: ['id'],
    fields: {
      project: optional(reference('project_id', 'projects')),
      from: date('first_day'),
      targets: json('targets', GoalTargets),
    },
  },
  imports: {
    table: 'imports',
    order: ['id'],
    fields: {
      id: id('id'),
      fileName: text('file_name', 1_000),
      fileHash: text('file_hash', 200),
      format: oneOf('format', IMPORT_FORMATS),
      entries: number('entries'),
      fileRows: number('file_rows'),
      readRows: number('read_rows'),
      createdAt: time('created_at'),
      finishedAt: optional(time('finished_at')),
    },
  },
  importRecords: {
    table: 'import_records',
    order: ['import_id', 'kind', 'record_id'],
    fields: {
      import: id('import_id'),
      kind: oneOf('kind', ['client', 'project', 'task', 'tag']),
      record: id('record_id'),
    },
  },
  overrides: {
    table: 'focus_session_overrides',
    order: ['focus_session_key'],
    fields: {
      focusSession: text('focus_session_key', 200),
      kind: oneOf('kind', ['edited', 'deleted']),
    },
  },
  runs: {
    table: 'timer_runs',
    order: ['started_at', 'id'],
    fields: {
      id: id('id'),
      start: time('started_at'),
      countsFrom: time('counts_from'),
      end: optional(time('ended_at')),
      run: json('run', Run),
      createdAt: time('created_at'),
    },
  },
  securityEvents: {
    table: 'security_events',
    order: ['created_at', 'id'],
    fields: {
      id: id('id'),
      // A later version may know other kinds.
      kind: text('kind', 100),
      userAgent: text('user_agent', 1_000),
      address: optional(text('address', 100)),
      createdAt: time('created_at'),
    },
  },
  timer: {
    table: 'timers',
    order: [],
    fields: {
      revision: number('revision'),
      savedUntil: time('saved_until'),
      seenAt: time('seen_at'),
    },
  },
} as const satisfies Record<string, FileOfTable>

/** The user. It is one line, and its id and address are not restored. */
export const PROFILE: Fields = {
  name: name('name'),
  email: text('email', 300),
  preferredLanguage: optional(oneOf('preferred_language', LANGUAGES)),
  theme: optional(oneOf('theme', ['light', 'dark'])),
  formats: optional(json('formats', Formats)),
  autoStart: addedLater(json('auto_start', AutoStart)),
  reminders: addedLater(json('reminders', Reminders)),
  createdAt: time('created_at'),
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
  'goals',
  'imports',
  'importRecords',
  'entries',
  'overrides',
  'runs',
  'timer',
  'securityEvents',
] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** Files that archives of earlier versions do not have. */
export const LATER_FILES: ReadonlySet<FileKind> = new Set(['goals', 'securityEvents'])

export const fileName = (kind: FileKind) => `${kind}.jsonl`

const FIELDS: Record<FileKind, Fields> = {
  profile: PROFILE,
  clients: RECORDS.clients.fields,
  projects: RECORDS.projects.fields,
  tasks: RECORDS.tasks.fields,
  tags: RECORDS.tags.fields,
  presets: RECORDS.presets.fields,
  views: RECORDS.views.fields,
  goals: OTHERS.goals.fields,
  imports: OTHERS.imports.fields,
  importRecords: OTHERS.importRecords.fields,
  entries: ENTRIES.fields,
  overrides: OTHERS.overrides.fields,
  runs: OTHERS.runs.fields,
  timer: OTHERS.timer.fields,
  securityEvents: OTHERS.securityEvents.fields,
}

/** Checks a line of each file. */
export const SCHEMAS = mapKinds((kind) => toSchema(FIELDS[kind], kind === 'entries' ? PARTS : {}))

/** The fields of each file that archives of older formats do not have. */
const ADDED_LATER = mapKinds((kind) =>
  Object.fromEntries(
    Object.entries(FIELDS[kind]).flatMap(([name, field]) => (field.isAddedLater ? [[name, null]] : [])),
  ),
)

/** Returns a line with all the fields that this version knows. */
export const completeLine = <Line extends object>(kind: FileKind, line: Line): Line => ({
  ...ADDED_LATER[kind],
  ...line,
})

function mapKinds<Value>(toValue: (kind: FileKind) => Value) {
  return Object.fromEntries(FILE_KINDS.map((kind) => [kind, toValue(kind)])) as Record<FileKind, Value>
}
