import { guardFormula } from '#core/text/formula-guard.ts'
import type { EntryField, FormatEntry } from './format.ts'

/** A row of a converted file. */
export interface TableRow {
  /** The line, row or number of the record in the original file, from 1. */
  line: number
  cells: readonly string[]
}

const HEADINGS: Record<EntryField, string> = {
  start: 'Start',
  end: 'End',
  milliseconds: 'Milliseconds',
  client: 'Client',
  project: 'Project',
  task: 'Task',
  tags: 'Tags',
  notes: 'Notes',
  person: 'Person',
  rounding: 'Rounding',
  entry: 'Entry',
  segments: 'Segments',
}

/** Longer texts are refused by the reader of tables. Notes are cut to far less, and the preview says so. */
const MAX_TEXT_LENGTH = 20_000

/** Entries as a table with headings, which is read like any other. */
export function* toTable(fields: readonly EntryField[], entries: Iterable<FormatEntry>): Generator<TableRow> {
  yield { line: 1, cells: fields.map((field) => HEADINGS[field]) }
  for (const entry of entries) yield { line: entry.line, cells: fields.map((field) => toCell(entry, field)) }
}

function toCell(entry: FormatEntry, field: EntryField): string {
  if (field === 'milliseconds') return entry.milliseconds === undefined ? '' : String(Math.round(entry.milliseconds))
  if (field === 'segments') return (entry.segments ?? []).map((segment) => segment.join('/')).join('; ')
  const text = field === 'tags' ? toTagsCell(entry.tags ?? []) : (entry[field] ?? '')
  return guardFormula(text.slice(0, MAX_TEXT_LENGTH))
}

/** The reader splits tags at commas and semicolons that are not within quotation marks. */
const toTagsCell = (tags: readonly string[] | string) =>
  typeof tags === 'string'
    ? tags
    : tags.map((tag) => (NEEDS_QUOTES.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ')

/** Tags that alone in a cell would mean something else are quoted too: `-` means none, `[` and `:` begin a list. */
const NEEDS_QUOTES = /[",;]|^-$|^[[:]/

/** A row as a line of CSV. */
export const toCsvLine = ({ cells }: TableRow) => `${cells.map(quote).join(',')}\n`

const quote = (cell: string) => (/[",;\t|\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
