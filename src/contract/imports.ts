import * as z from 'zod/mini'
import {
  DATE_ORDERS,
  FATAL_PROBLEMS,
  IMPORT_FIELDS,
  IMPORT_FORMATS,
  type ImportField,
  CORRECTED_PROBLEMS,
} from '#core/import/import-model.ts'
import type { Endpoint } from './endpoint.ts'
import { IdParams, Id, TrashQuery, name, messageKey, text, Time, Zone } from './fields.ts'

export type { DateOrder, ImportField, ImportFormat, ProblemKind } from '#core/import/import-model.ts'

/** The largest file that can be imported. */
export const MAX_IMPORT_BYTES = 32 * 1024 * 1024
/** The most rows of a file, far more than the work of a lifetime. */
export const MAX_IMPORT_ROWS = 300_000
/** The most items of each list in a preview. */
export const MAX_PREVIEW_ENTRIES = 20
export const MAX_PREVIEW_PROBLEMS = 50
export const MAX_PREVIEW_NAMES = 200

/** The product that wrote the file, detected by its headings. Files of `other` products can be imported too. */
const ImportFormatName = z.enum(IMPORT_FORMATS)
/** The meaning of a column. `start` and `end` have date and time; `unused` is recognized but not imported. */
const ImportFieldName = z.enum(IMPORT_FIELDS)

const COLUMN = `\\d{1,4}:(?:${IMPORT_FIELDS.join('|')})`
const COLUMN_LIST = new RegExp(`^${COLUMN}(?:,${COLUMN})*$`)
/** Fields that the user assigns to columns, which are counted from 0: `4:task,7:unused`. */
export const Columns = z.pipe(
  z.string().check(z.maxLength(4_000, messageKey('tooLong')), z.regex(COLUMN_LIST, messageKey('invalidValue'))),
  z.transform((list: string) =>
    list.split(',').map((part) => {
      const [index = '', field = ''] = part.split(':')
      return { index: Number(index), field: field as ImportField }
    }),
  ),
)

/** The query of both the preview and the import; the file is sent with both. */
const ImportQuery = z.object({
  /** The time zone of times without an offset. */
  zone: Zone,
  /**
   * The order of dates such as 03/04/2026 in the whole file. Required if the preview says `ambiguous`; ignored if it
   * contradicts a date of the file.
   */
  dateOrder: z.optional(z.enum(DATE_ORDERS)),
  /** The project for rows without one, created if missing. Default: "No project" in the caller's language. */
  project: z.optional(name()),
  columns: z.optional(Columns),
  /** Imports only the rows of this person, one of the preview's `people`. */
  person: z.optional(text(300)),
  /** Rows of more than 24 hours are skipped as problems, or imported. */
  long: z._default(z.enum(['skip', 'keep']), 'skip'),
  /** The name in the list of imports. */
  fileName: z.optional(text(200)),
})
export type ImportQuery = z.infer<typeof ImportQuery>

export const ImportProblem = z.object({
  /** The line of the file, from 1, on which the row begins. */
  line: z.number(),
  /** The index in `columns`; null for the whole row. */
  column: z.nullable(z.number()),
  /** See `core/import/import-model.ts`. */
  kind: z.enum([...FATAL_PROBLEMS, ...CORRECTED_PROBLEMS]),
  /** The content of the cell, shortened. */
  value: z.string(),
  /** True if the row is not imported; false if it is imported with a correction. */
  isFatal: z.boolean(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** Names of records that the import would create: their number and the first ones in order. */
const Names = z.object({ count: z.number(), names: z.array(z.string()) })

const ImportPreview = z.object({
  format: ImportFormatName,
  encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']),
  delimiter: z.enum([',', ';', '\t', '|']),
  columns: z.array(
    z.object({
      heading: z.string(),
      /** Null if not recognized; imported only if the query's `columns` assigns a field. */
      field: z.nullable(ImportFieldName),
      /** The first value that is not empty, shortened. */
      sample: z.string(),
    }),
  ),
  /** Required fields without a column. If there are any, no rows are read. */
  missing: z.array(z.enum(['start', 'end'])),
  /**
   * `unambiguous`: year first, or with the name of the month. `ambiguous`: both orders are possible. The preview then
   * reads day first, and `POST /imports` requires the query's `dateOrder`.
   */
  dateOrder: z.enum(['unambiguous', 'day-first', 'month-first', 'ambiguous']),
  /** An example such as 03/04/2026 if the order is ambiguous, else null. */
  ambiguousDate: z.nullable(z.string()),
  /** The people in the file, by email address or name, with the number of their rows. */
  people: z.array(z.object({ person: z.string(), rows: z.number() })),
  counts: z.object({
    /** All rows without headings and empty lines: `new + duplicate + invalid + others`. */
    rows: z.number(),
    new: z.number(),
    /** Entries that exist: the row was imported before, or the file is an export of this account. */
    duplicate: z.number(),
    invalid: z.number(),
    /** Rows of other people than the query's `person`. */
    others: z.number(),
    /** Rows without a project. */
    withoutProject: z.number(),
  }),
  /** The project of rows without one. */
  projectForOthers: z.string(),
  /** The first local day, `YYYY-MM-DD`, of new and duplicate rows; null if there are none. */
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  /** Totals of new and duplicate rows by month of their start, `YYYY-MM`, to compare with the other product. */
  months: z.array(z.object({ month: z.string(), entries: z.number(), milliseconds: z.number() })),
  /** The first valid rows as they would be imported. */
  entries: z.array(
    z.object({
      line: z.number(),
      startTime: Time,
      endTime: Time,
      /** Worked milliseconds. */
      duration: z.number(),
      client: z.nullable(z.string()),
      project: z.string(),
      task: z.nullable(z.string()),
      tags: z.array(z.string()),
      notes: z.string(),
      isDuplicate: z.boolean(),
    }),
  ),
  /** The number of all problems, and the first of them. */
  problems: z.object({ count: z.number(), first: z.array(ImportProblem) }),
  /** Records that the import would create. Tasks are listed with their project: `Website / Design`. */
  creates: z.object({ clients: Names, projects: Names, tasks: Names, tags: Names }),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** An imported file; undoing it deletes its entries. */
export const Import = z.object({
  id: Id,
  fileName: z.string(),
  format: ImportFormatName,
  createdAt: Time,
  /** The number of entries that it created. */
  created: z.number(),
  /** The number of its entries that still exist. */
  timeEntries: z.number(),
  isFinished: z.boolean(),
  /** Neither finished nor running: it was interrupted. Importing the same file again completes it. */
  isRunning: z.boolean(),
  /** The number of rows of the file; 0 if it was imported by a version that did not count them. */
  fileRows: z.number(),
  /** The number of rows that are done. */
  readRows: z.number(),
})
export type Import = z.infer<typeof Import>

const RECORD_COUNTS = { clients: z.number(), projects: z.number(), tasks: z.number(), tags: z.number() }

const ImportResult = z.object({
  /** The id of the import, to undo it; null if nothing was created. */
  id: z.nullable(Id),
  created: z.number(),
  duplicates: z.number(),
  invalid: z.number(),
  /** The number of records of each kind that were created. */
  ...RECORD_COUNTS,
})
export type ImportResult = z.infer<typeof ImportResult>

/** The body is the file itself; all parameters are in the query. */
const upload = ['text/csv', 'application/octet-stream'] as const

export const imports = {
  preview: {
    method: 'POST',
    path: '/imports/preview',
    summary: 'A preview of importing a table of time entries; it writes nothing',
    query: ImportQuery,
    upload,
    reply: ImportPreview,
  },
  create: {
    method: 'POST',
    path: '/imports',
    summary: 'Imports a table of time entries; existing entries are skipped',
    creates: true,
    query: ImportQuery,
    upload,
    reply: ImportResult,
  },
  list: {
    method: 'GET',
    path: '/imports',
    summary: 'The imported files, the latest first',
    reply: z.array(Import),
  },
  /** Deletes changed entries too. Projects, clients, tasks and tags stay if they are in use or were changed. */
  remove: {
    method: 'DELETE',
    path: '/imports/:id',
    summary: 'Undoes an import: deletes its time entries, and the records created for them that nothing else uses',
    params: IdParams,
    query: TrashQuery,
    reply: z.object({ timeEntries: z.number(), ...RECORD_COUNTS }),
  },
} as const satisfies Record<string, Endpoint>
