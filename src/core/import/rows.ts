import { readName, readText } from './cells.ts'
import type { ReportProblem } from './work-times/date-time-columns.ts'
import { type RowOptions, createTimesReader } from './work-times/row-times.ts'
import { type ColumnIndexes, toColumnIndexes } from './columns.ts'
import type { FileAnalysis } from './analyze-file.ts'
import type { TableRecord } from './split-rows.ts'
import { splitTags } from './tags.ts'
import {
  type ImportedRow,
  type ImportField,
  type ImportProblem,
  MAX_NOTES_LENGTH,
  MAX_TAGS,
  MAX_TAGS_LENGTH,
  type ProblemKind,
} from './import-model.ts'

const MAX_VALUE_LENGTH = 80
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export interface RowResult {
  /** Undefined if the row is not imported; a problem says why. */
  row: ImportedRow | undefined
  problems: readonly ImportProblem[]
  /** The milliseconds that the row says, imported or not; 0 if they cannot be read. */
  statedMs: number
}

const NO_PROBLEMS: readonly ImportProblem[] = []

/** What reading a row leaves behind: its problems, and names that were cut. */
interface RowContext {
  report: ReportProblem
  wholeNames: string[]
}

/** Reads the rows of a file in order, as its analysis says. */
export function createRowReader(analysis: FileAnalysis, options: RowOptions) {
  const columns = toColumnIndexes(analysis.fields)
  const readTimes = createTimesReader(analysis, options)
  const names = createNameReader(analysis, columns)
  const { format } = analysis
  const cellOf = (cells: readonly string[], field: ImportField) => cells[columns[field] ?? -1] ?? ''

  /** Whole names are added to the notes, unless they are in them. */
  function readNotes(cells: readonly string[], { report, wholeNames }: RowContext) {
    const written = readText(cellOf(cells, 'notes'), format).replaceAll('\0', '')
    const added = [...new Set(wholeNames)].filter((name) => !written.includes(name))
    const join = (texts: string[]) => texts.filter((text) => text !== '').join('\n')
    const notes = added.length === 0 ? written : join([written, ...added])
    if (notes.length <= MAX_NOTES_LENGTH) return notes
    report('cut-notes', 'notes')
    // A name that is cut elsewhere is not cut here too.
    return join([...added, written])
      .slice(0, MAX_NOTES_LENGTH)
      .replace(/[\uD800-\uDBFF]$/, '')
  }

  function readRow({ line, cells, isOpen }: TableRecord, report: ReportProblem): Omit<RowResult, 'problems'> {
    if (isOpen) return { row: report('open-quote'), statedMs: 0 }
    const { times, statedMs } = readTimes(cells, report)
    const context = { report, wholeNames: [] }
    const subject = names.readSubject(cells, context)
    const tags = names.readTags(cells, context)
    if (times === undefined || subject === undefined || tags === undefined) return { row: undefined, statedMs }
    const notes = readNotes(cells, context)
    const id = format === 'ritmo' ? cellOf(cells, 'entry').toLowerCase() : ''
    return { row: { line, ...times, ...subject, ...tags, notes, entry: UUID.exec(id)?.[0] }, statedMs }
  }

  return (record: TableRecord): RowResult => {
    let problems: ImportProblem[] | undefined
    const report = (kind: ProblemKind, field?: ImportField): undefined => {
      const column = field === undefined ? null : (columns[field] ?? null)
      const value = column === null ? '' : (record.cells[column] ?? '').slice(0, MAX_VALUE_LENGTH)
      problems = [...(problems ?? []), { line: record.line, column, kind, value }]
    }
    return { ...readRow(record, report), problems: problems ?? NO_PROBLEMS }
  }
}

/** Reads the names in rows. Reports a problem and returns undefined for a row with a name that cannot be one. */
function createNameReader(analysis: FileAnalysis, columns: ColumnIndexes) {
  const { format, areTagsExact, areTagsJoinedByColons: areJoinedByColons } = analysis
  const cellOf = (cells: readonly string[], field: ImportField) => cells[columns[field] ?? -1] ?? ''

  function readNameIn(cells: readonly string[], field: ImportField, { report, wholeNames }: RowContext) {
    const cell = cellOf(cells, field)
    if (cell === '') return ''
    const read = readName(readText(cell, format))
    if (read === undefined) return report('bad-name', field)
    if (read.whole !== undefined) {
      report('cut-name', field)
      wholeNames.push(read.whole)
    }
    return read.name
  }

  return {
    readSubject(cells: readonly string[], context: RowContext) {
      const client = readNameIn(cells, 'client', context)
      const project = readNameIn(cells, 'project', context)
      const task = readNameIn(cells, 'task', context)
      if (client === undefined || project === undefined || task === undefined) return undefined
      return { client, project, task }
    },

    readTags(cells: readonly string[], { report, wholeNames }: RowContext) {
      const cell = cellOf(cells, 'tags')
      if (cell.length > MAX_TAGS_LENGTH) return report('too-many-tags', 'tags')
      const { parts, isExact } = splitTags(readText(cell, format), { areJoinedByColons })
      const read = parts.map(readName)
      if (read.includes(undefined)) return report('bad-name', 'tags')
      const tags = new Set(read.flatMap((tag) => tag?.name || []))
      if (tags.size > MAX_TAGS) return report('too-many-tags', 'tags')
      const cut = read.flatMap((tag) => tag?.whole ?? [])
      if (cut.length > 0) report('cut-name', 'tags')
      wholeNames.push(...cut)
      return { tags: [...tags], areTagsExact: isExact || areTagsExact }
    },
  }
}
