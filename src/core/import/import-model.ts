import type { Segment } from '#core/time/segments.ts'

/** The product that wrote a file, detected by its headings or its content. */
export const IMPORT_FORMATS = [
  'ritmo',
  'toggl',
  'clockify',
  'kimai',
  'solidtime',
  'harvest',
  'super-productivity',
  'watson',
  'timewarrior',
  'timetagger',
  'timeclock',
  'org-mode',
  'jira',
  'tempo',
  'redmine',
  'pomofocus',
  'forest',
  'atimelogger',
  'simple-time-tracker',
  'icalendar',
  'activitywatch',
  'other',
] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** The formats whose durations leave out pauses. In others start and end say how long an entry was. */
export const FORMATS_WITH_PAUSES: readonly ImportFormat[] = ['ritmo', 'kimai']

/** The encodings of text that can be read. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'shift_jis',
  'macintosh',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The meaning of a column. `start` and `end` have date and time; `unused` is recognized but not imported. */
export const IMPORT_FIELDS = [
  'start',
  'startDate',
  'startTime',
  'end',
  'endDate',
  'endTime',
  'duration',
  'milliseconds',
  /** What was worked between pauses: ISO 8601 intervals, `start/end; start/end`. */
  'segments',
  'client',
  'project',
  'task',
  'tags',
  'notes',
  'person',
  /** Joined to the person's first name. */
  'lastName',
  'email',
  'rounding',
  'entry',
  'unused',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** The order of day and month in a date such as 03/04/2026, or of all three parts in one such as 26-03-04. */
export const DATE_ORDERS = ['day-first', 'month-first', 'year-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** The unit of plain numbers in the duration column. */
export const DURATION_UNITS = ['seconds', 'minutes', 'hours', 'milliseconds'] as const
export type DurationUnit = (typeof DURATION_UNITS)[number]

/** Problems because of which a row is not imported. */
export const FATAL_PROBLEMS = [
  'no-date',
  'no-start',
  /** Neither an end nor a duration: the entry was still running. */
  'no-end',
  'bad-date',
  'bad-time',
  'bad-duration',
  /** The duration is a plain number, and nothing says in which unit. */
  'no-unit',
  'end-before-start',
  /** The duration is zero. */
  'no-time',
  /** More than 24 hours. */
  'too-long',
  /** More than 1,000 hours, even if long rows are to be imported. */
  'endless',
  /** Before 2000, after 2099, or more than a day from now. */
  'out-of-range',
  /** The name of a client, project, task or tag has characters that no name can have. */
  'bad-name',
  /** More than 100 tags. */
  'too-many-tags',
  /** A quotation mark that never closes: the rest of the file cannot be read. */
  'open-quote',
  /** An event of a calendar that takes place again and again: the file does not say which times were worked. */
  'recurring-event',
  /** An event of a calendar that has days, but no times of day. */
  'all-day-event',
  'cancelled-event',
] as const
/** Problems that were corrected; the row is imported. */
export const CORRECTED_PROBLEMS = [
  /** Clocks skipped this local time: the offset before the change was used. */
  'skipped-hour',
  /** Clocks repeated this local time, and no duration says which one it is: the shortest time was taken. */
  'repeated-hour',
  /** The row's duration is not that from start to end. */
  'other-duration',
  /** The row has no time of day: such an entry begins at 09:00, or earlier if it would not end on its day. */
  'placed',
  /** A name of more than 100 characters was cut; the whole name is in the notes. */
  'cut-name',
  /** Notes of more than 2,000 characters were cut. */
  'cut-notes',
] as const
export type FatalProblem = (typeof FATAL_PROBLEMS)[number]
export type ProblemKind = FatalProblem | (typeof CORRECTED_PROBLEMS)[number]

export interface ImportProblem {
  /** The line of the file, from 1, on which the row begins. */
  line: number
  /** From 0; null for the whole row. */
  column: number | null
  kind: ProblemKind
  value: string
}

/** A row of a file after parsing. */
export interface ImportedRow {
  line: number
  start: number
  end: number
  /** Milliseconds worked: without pauses. */
  durationMs: number
  /** The work between pauses, if the file says it. */
  segments?: readonly Segment[]
  /** The local day, since 1970-01-01, of a row without a time of day: its start and end are only a guess. */
  day?: number
  /** Empty if there is none. */
  client: string
  project: string
  task: string
  tags: readonly string[]
  /** False if a tag with a comma in its name may have been split. */
  areTagsExact: boolean
  notes: string
  /** The entry id in Ritmo's own export. */
  entry: string | undefined
}

export const MAX_NAME_LENGTH = 100
export const MAX_NOTES_LENGTH = 2_000
export const MAX_TAGS = 100
/** The most characters of a cell with tags, each of which may be in quotation marks. */
export const MAX_TAGS_LENGTH = 2 * MAX_TAGS * (MAX_NAME_LENGTH + 2)
/** The rows that show what a file looks like. */
export const MAX_FIRST_ROWS = 8
