/** Whose table it is, as far as its headings tell. */
export const IMPORT_FORMATS = ['ritmo', 'toggl', 'clockify', 'kimai', 'solidtime', 'harvest', 'other'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** What a column can mean. `start` and `end` hold date and time in one; `unused` is known and of no use here. */
export const IMPORT_FIELDS = [
  'start',
  'startDate',
  'startTime',
  'end',
  'endDate',
  'endTime',
  'duration',
  'milliseconds',
  'client',
  'project',
  'task',
  'tags',
  'notes',
  'person',
  'email',
  'rounding',
  'entry',
  'unused',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** In which order a date such as 03/04/2026 is written. */
export const DATE_ORDERS = ['day-first', 'month-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** What is wrong with a row, which is then left out … */
export const FATAL_PROBLEMS = [
  'no-date',
  'no-start',
  /** Neither an end nor a duration: it was still running. */
  'no-end',
  'bad-date',
  'bad-time',
  'bad-duration',
  'end-before-start',
  /** Nothing was worked. */
  'no-time',
  /** More than 24 hours. */
  'too-long',
  /** More than 1,000 hours, even where long ones are wanted. */
  'endless',
  /** Before 2000, after 2099, or more than a day from now. */
  'out-of-range',
  /** The name of a client, project, task or tag has more than 100 characters, or some that no name can have. */
  'bad-name',
  /** More than 100 tags. */
  'too-many-tags',
  /** A quotation mark that never closes: what follows it cannot be read. */
  'open-quote',
] as const
/** … or was mended in it, which is then imported. */
export const CORRECTED_PROBLEMS = [
  /** The clocks skipped this time in spring: counted on from before. */
  'skipped-hour',
  /** There is no time of day: such entries of a day follow each other from 09:00. */
  'placed',
  /** Notes of more than 2,000 characters were cut. */
  'cut-notes',
] as const
export type FatalProblem = (typeof FATAL_PROBLEMS)[number]
export type ProblemKind = FatalProblem | (typeof CORRECTED_PROBLEMS)[number]

export interface ImportProblem {
  /** Of the file, from 1; of a row with line breaks, the one on which it begins. */
  line: number
  /** From 0; null: the row as a whole. */
  column: number | null
  kind: ProblemKind
  value: string
}

/** A row of a file as it is understood. */
export interface ImportedRow {
  line: number
  start: number
  end: number
  /** Milliseconds worked: without pauses. */
  durationMs: number
  /** Empty where there is none. */
  client: string
  project: string
  task: string
  tags: readonly string[]
  notes: string
  /** The id that an export of ours gives it. */
  entry: string | undefined
}

export const MAX_NAME_LENGTH = 100
export const MAX_NOTES_LENGTH = 2_000
export const MAX_TAGS = 100
