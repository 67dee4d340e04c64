import * as z from 'zod/mini'
import {
  DATE_ORDERS,
  DURATION_UNITS,
  ENCODINGS,
  FATAL_PROBLEMS,
  IMPORT_FIELDS,
  IMPORT_FORMATS,
  type ImportField,
  CORRECTED_PROBLEMS,
} from '#core/import/import-model.ts'
import type { Endpoint } from '../endpoint.ts'
import { IdParams, Id, TrashQuery, name, messageKey, text, Time, Zone } from '../fields.ts'

export type {
  DateOrder,
  DurationUnit,
  Encoding,
  ImportField,
  ImportFormat,
  ProblemKind,
} from '#core/import/import-model.ts'

/** The largest file that can be imported. */
export const MAX_IMPORT_BYTES = 32 * 1024 * 1024
/** The most rows of a file, far more than the work of a lifetime. */
export const MAX_IMPORT_ROWS = 1_000_000
/** The most items of each list in a preview. */
export const MAX_PREVIEW_ENTRIES = 20
export const MAX_PREVIEW_PROBLEMS = 50
export const MAX_PREVIEW_NAMES = 200
/** The `person` that imports the rows of all people. */
export const EVERYBODY = '*'

/** The product that wrote the file, detected by its headings or its content. Files of `other` products can be imported too. */
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
  /** The unit of plain numbers in the duration column. Required if the preview's `unit` says `ambiguous`. */
  unit: z.optional(z.enum(DURATION_UNITS)),
  /**
   * Imports only the rows of this person, one of the preview's `people`, or with `*` those of all. Required if there
   * are several people.
   */
  person: z.optional(text(300)),
  /** Rows of more than 24 hours are skipped as problems, or imported. */
  long: z._default(z.enum(['skip', 'keep']), 'skip'),
  /** The encoding of the text. Default: detected. */
  encoding: z.optional(z.enum(ENCODINGS)),
  /** Imports entries that are suggestions. Required if the preview says that they are. */
  suggestions: z.optional(z.literal('accept')),
  /** The name in the list of imports. It also tells some formats. */
  fileName: z.optional(text(200)),
  /** Reads this file, which was sent in parts (`/uploads`), instead of the body. */
  upload: z.optional(Id),
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
  /** True if the entries were not recorded by the user: `POST /imports` then requires the query's `suggestions`. */
  isSuggestion: z.boolean(),
  /** Null for a file that is no text. */
  encoding: z.nullable(z.enum(ENCODINGS)),
  /** False if letters with accents may be wrong: `POST /imports` then requires the query's `encoding`. */
  isEncodingCertain: z.boolean(),
  /**
   * The encodings that the text can have, the most likely first, with words of the file as they are in each. Empty if the
   * bytes allow only one.
   */
  encodings: z.array(z.object({ encoding: z.enum(ENCODINGS), example: z.string() })),
  /** Null for a file that is no table of text. */
  delimiter: z.nullable(z.enum([',', ';', '\t', '|'])),
  /** The number of rows above the headings, such as a title, that were skipped. */
  skippedRows: z.number(),
  columns: z.array(
    z.object({
      heading: z.string(),
      /** Null if not recognized; imported only if the query's `columns` assigns a field. */
      field: z.nullable(ImportFieldName),
      /** The first value that is not empty, shortened. */
      sample: z.string(),
    }),
  ),
  /** The first rows below the headings as they are in the file, with shortened cells. */
  firstRows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
  /** Required fields without a column. If there are any, no rows are read. */
  missing: z.array(z.enum(['start', 'end'])),
  /**
   * `unambiguous`: year first, or with the name of the month. `ambiguous`: both orders are possible. The preview then
   * reads day first, and `POST /imports` requires the query's `dateOrder`.
   */
  dateOrder: z.enum(['unambiguous', ...DATE_ORDERS, 'ambiguous']),
  /** An example such as 03/04/2026 if the order is ambiguous, else null. */
  ambiguousDate: z.nullable(z.string()),
  /**
   * The unit of plain numbers in the duration column. `none`: no row needs one. `ambiguous`: nothing in the file says
   * it. Rows that need it are then problems, and `POST /imports` requires the query's `unit`.
   */
  unit: z.enum([...DURATION_UNITS, 'none', 'ambiguous']),
  /** The unit that the heading or another column of the file says; the query's `unit` may contradict it. */
  unitInFile: z.nullable(z.enum(DURATION_UNITS)),
  /** An example of a number without a unit if the unit is ambiguous, else null. */
  ambiguousDuration: z.nullable(z.string()),
  /**
   * The people in the file, by email address or name, with the number of their rows. If there are several, `POST
   * /imports` requires the query's `person`.
   */
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
  /** Milliseconds of all rows of the file whose duration can be read: `new + duplicate + invalid + others`. */
  milliseconds: z.object({
    all: z.number(),
    new: z.number(),
    duplicate: z.number(),
    invalid: z.number(),
    others: z.number(),
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
  /** Neither finished nor running: it was interrupted or cancelled. Importing the same file again completes it. */
  isRunning: z.boolean(),
  /** The file that was sent in parts, with which an unfinished import can be continued; null if it must be sent again. */
  upload: z.nullable(Id),
  /** The number of rows of the file; 0 until it is read. */
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
    scopes: ['everything'],
    query: ImportQuery,
    upload,
    reply: ImportPreview,
  },
  create: {
    method: 'POST',
    path: '/imports',
    summary: 'Imports a table of time entries; existing entries are skipped',
    scopes: ['everything'],
    creates: true,
    query: ImportQuery,
    upload,
    reply: ImportResult,
  },
  problems: {
    method: 'POST',
    path: '/imports/problems',
    summary: 'The rows of a file that cannot be imported, as CSV with the line and the reason of each',
    scopes: ['everything'],
    query: ImportQuery,
    upload,
    reply: z.string(),
    file: ['text/csv'],
  },
  list: {
    method: 'GET',
    path: '/imports',
    summary: 'The imported files, the latest first',
    scopes: ['read'],
    reply: z.array(Import),
  },
  /** The entries that it has created stay until it is undone. */
  cancel: {
    method: 'POST',
    path: '/imports/:id/cancel',
    summary: 'Stops an import that runs',
    scopes: ['everything'],
    params: IdParams,
    reply: z.null(),
  },
  continue: {
    method: 'POST',
    path: '/imports/:id/continue',
    summary: 'Completes an import that was interrupted or cancelled, whose file was sent in parts',
    scopes: ['everything'],
    params: IdParams,
    reply: ImportResult,
  },
  /** Deletes changed entries too. Projects, clients, tasks and tags stay if they are in use or were changed. */
  remove: {
    method: 'DELETE',
    path: '/imports/:id',
    summary: 'Undoes an import: deletes its time entries, and the records created for them that nothing else uses',
    scopes: ['everything'],
    params: IdParams,
    query: TrashQuery,
    reply: z.object({ timeEntries: z.number(), ...RECORD_COUNTS }),
  },
} as const satisfies Record<string, Endpoint>
