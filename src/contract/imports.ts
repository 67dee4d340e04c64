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
import { IdParams, Id, name, messageKey, text, Time, Zone } from './fields.ts'

export type { DateOrder, ImportField, ImportFormat, ProblemKind } from '#core/import/import-model.ts'

/** The largest file that is taken. */
export const MAX_IMPORT_BYTES = 32 * 1024 * 1024
/** How much of each list a preview tells. */
export const MAX_PREVIEW_ENTRIES = 20
export const MAX_PREVIEW_PROBLEMS = 50
export const MAX_PREVIEW_NAMES = 200

/** Whose table it is, as far as its headings tell. `other` is read just as well. */
const ImportFormatName = z.enum(IMPORT_FORMATS)
/** What a column can mean. `start` and `end` hold date and time in one; `unused` is known and of no use here. */
const ImportFieldName = z.enum(IMPORT_FIELDS)

/** What somebody says a column means, where its heading does not: `4:task,7:unused`, counted from 0. */
const Columns = z.pipe(
  z.string().check(
    z.maxLength(4_000, messageKey('tooLong')),
    z.refine((list) => list.split(',').every((part) => isAssignment(part)), messageKey('invalidValue')),
  ),
  z.transform((list: string) =>
    list.split(',').map((part) => {
      const [index = '', field = ''] = part.split(':')
      return { index: Number(index), field: field as ImportField }
    }),
  ),
)
const isAssignment = (part: string) =>
  /^\d{1,4}:\w+$/.test(part) && (IMPORT_FIELDS as readonly string[]).includes(part.split(':')[1]!)

/** The same for a preview and for the import after it: the file is sent with both. */
const ImportQuery = z.object({
  /** Where times of the file that tell no zone were shown. */
  zone: Zone,
  /**
   * Of dates such as 03/04/2026, for the whole file. Needed where the preview says `ambiguous`; ignored where a date of
   * the file cannot be so.
   */
  dateOrder: z.optional(z.enum(DATE_ORDERS)),
  /** The name of the project for rows without one, found or made; left out: "No project" in the caller's language. */
  project: z.optional(name()),
  columns: z.optional(Columns),
  /** Only the rows of this one of the preview's `people`. */
  person: z.optional(text(300)),
  /** Rows of more than 24 hours are problems, unless they are to be kept. */
  long: z._default(z.enum(['skip', 'keep']), 'skip'),
  /** What the list of imports calls it. */
  fileName: z.optional(text(200)),
})
export type ImportQuery = z.infer<typeof ImportQuery>

const ImportProblem = z.object({
  /** Of the file, counted from 1 for the headings. A row with line breaks has the line on which it begins. */
  line: z.number(),
  /** Which of `columns`; null: the row as a whole. */
  column: z.nullable(z.number()),
  /** What each of them is: `core/import/import-model.ts`. */
  kind: z.enum([...FATAL_PROBLEMS, ...CORRECTED_PROBLEMS]),
  /** What is written there, shortened. */
  value: z.string(),
  /** The row is left out; otherwise it is imported as it was mended. */
  isFatal: z.boolean(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** Names that would be made, by the alphabet: the first of them, and how many there are in all. */
const Names = z.object({ count: z.number(), names: z.array(z.string()) })

const ImportPreview = z.object({
  format: ImportFormatName,
  encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']),
  delimiter: z.enum([',', ';', '\t', '|']),
  columns: z.array(
    z.object({
      heading: z.string(),
      /** Null: not recognised, and not imported unless the query's `columns` tells what it is. */
      field: z.nullable(ImportFieldName),
      /** The first value that is not empty, shortened. */
      sample: z.string(),
    }),
  ),
  /** What no column was found for and nothing can be imported without: then there are no rows below. */
  missing: z.array(z.enum(['start', 'end'])),
  /**
   * `unambiguous`: year first, or with a name of the month. `ambiguous`: nothing in the file tells, the user has to be
   * asked and everything below is read day first until then; `POST /imports` refuses without the query's `dateOrder`.
   */
  dateOrder: z.enum(['unambiguous', 'day-first', 'month-first', 'ambiguous']),
  /** A date of the file to ask with, such as 03/04/2026; null unless it is ambiguous. */
  ambiguousDate: z.nullable(z.string()),
  /** Whose rows these are, by address or name, with their number: more than one may be a file of a whole team. */
  people: z.array(z.object({ person: z.string(), rows: z.number() })),
  counts: z.object({
    /** Of them all, headings and empty lines apart: `new + duplicate + invalid + others`. */
    rows: z.number(),
    new: z.number(),
    /** There already: the same row was imported before, or it is an export of this very account. */
    duplicate: z.number(),
    invalid: z.number(),
    /** Of people other than the query's `person`. */
    others: z.number(),
    /** Imported without a project of their own. */
    withoutProject: z.number(),
  }),
  /** The project of those. */
  projectForOthers: z.string(),
  /** Of new and duplicate rows, in the days of the zone: `YYYY-MM-DD`; null: there are none. */
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  /** `YYYY-MM` in its order, with the new and duplicate rows that began in it: to compare with the other product. */
  months: z.array(z.object({ month: z.string(), entries: z.number(), milliseconds: z.number() })),
  /** The first rows that can be read, as they would become. */
  entries: z.array(
    z.object({
      line: z.number(),
      startTime: Time,
      endTime: Time,
      /** Milliseconds worked. */
      duration: z.number(),
      client: z.nullable(z.string()),
      project: z.string(),
      task: z.nullable(z.string()),
      tags: z.array(z.string()),
      notes: z.string(),
      isDuplicate: z.boolean(),
    }),
  ),
  /** The first of them, and how many there are in all. */
  problems: z.object({ count: z.number(), first: z.array(ImportProblem) }),
  /** What new entries need that is not there yet. Tasks are told with their project: `Website / Design`. */
  creates: z.object({ clients: Names, projects: Names, tasks: Names, tags: Names }),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** What was imported at once, and can be undone at once. */
const Import = z.object({
  id: Id,
  fileName: z.string(),
  format: ImportFormatName,
  createdAt: Time,
  /** How many entries it made. */
  created: z.number(),
  /** How many of them are still there. */
  timeEntries: z.number(),
  /** False: it was cut short. Importing the same file again finishes it. */
  isFinished: z.boolean(),
})
export type Import = z.infer<typeof Import>

const ImportResult = z.object({
  /** Of the import, to undo it; null: there was nothing new, so there is nothing to undo. */
  id: z.nullable(Id),
  created: z.number(),
  duplicates: z.number(),
  invalid: z.number(),
  /** How many of each had to be made. */
  clients: z.number(),
  projects: z.number(),
  tasks: z.number(),
  tags: z.number(),
})
export type ImportResult = z.infer<typeof ImportResult>

/** Its parts are only what is sent beside the file, which is the body as it is. */
const upload = ['text/csv', 'application/octet-stream'] as const

export const imports = {
  preview: {
    method: 'POST',
    path: '/imports/preview',
    summary: 'What importing a table of time entries would do; nothing is written',
    query: ImportQuery,
    upload,
    reply: ImportPreview,
  },
  create: {
    method: 'POST',
    path: '/imports',
    summary: 'Imports a table of time entries; what is there already is not made again',
    creates: true,
    query: ImportQuery,
    upload,
    reply: ImportResult,
  },
  list: {
    method: 'GET',
    path: '/imports',
    summary: 'What was imported, the latest first',
    reply: z.array(Import),
  },
  /** Entries of it that were changed since go too; projects, clients, tasks and tags stay if they are used or changed. */
  remove: {
    method: 'DELETE',
    path: '/imports/:id',
    summary: 'Undoes an import: deletes its time entries, and what was made for them and is not used otherwise',
    params: IdParams,
    reply: z.object({
      timeEntries: z.number(),
      clients: z.number(),
      projects: z.number(),
      tasks: z.number(),
      tags: z.number(),
    }),
  },
} as const satisfies Record<string, Endpoint>
