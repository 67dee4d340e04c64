import { readName, readTags, readText } from './cells.ts'
import type { ReportProblem } from './date-time-columns.ts'
import { type RowOptions, createTimesReader } from './row-times.ts'
import { toColumnIndexes } from './columns.ts'
import type { FileAnalysis } from './analyze-file.ts'
import type { TableRecord } from './split-rows.ts'
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
}

const NO_PROBLEMS: readonly ImportProblem[] = []

/** Reads the rows of a file in order, as its analysis says. */
export function createRowReader(analysis: FileAnalysis, options: RowOptions) {
  const columns = toColumnIndexes(analysis.fields)
  const readTimes = createTimesReader(analysis, options)
  const { format } = analysis
  const cellOf = (cells: readonly string[], field: ImportField) => cells[columns[field] ?? -1] ?? ''

  function readNameIn(cells: readonly string[], field: 'client' | 'project' | 'task', report: ReportProblem) {
    const cell = cellOf(cells, field)
    return cell === '' ? '' : (readName(cell, format) ?? report('bad-name', field))
  }

  function readTagsIn(cells: readonly string[], report: ReportProblem) {
    const cell = cellOf(cells, 'tags')
    if (cell.length > MAX_TAGS_LENGTH) return report('too-many-tags', 'tags')
    const tags = readTags(cell, format)
    if (tags === undefined) return report('bad-name', 'tags')
    return tags.length > MAX_TAGS ? report('too-many-tags', 'tags') : tags
  }

  function readNotesIn(cells: readonly string[], report: ReportProblem) {
    const notes = readText(cellOf(cells, 'notes'), format).replaceAll('\0', '')
    if (notes.length <= MAX_NOTES_LENGTH) return notes
    report('cut-notes', 'notes')
    return notes.slice(0, MAX_NOTES_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
  }

  function readRow({ line, cells, isOpen }: TableRecord, report: ReportProblem): ImportedRow | undefined {
    if (isOpen) return report('open-quote')
    const times = readTimes(cells, report)
    const [client, project] = [readNameIn(cells, 'client', report), readNameIn(cells, 'project', report)]
    const [task, tags] = [readNameIn(cells, 'task', report), readTagsIn(cells, report)]
    if (times === undefined || client === undefined || project === undefined) return undefined
    if (task === undefined || tags === undefined) return undefined
    const id = format === 'ritmo' ? cellOf(cells, 'entry').toLowerCase() : ''
    return { line, ...times, client, project, task, tags, notes: readNotesIn(cells, report), entry: UUID.exec(id)?.[0] }
  }

  return (record: TableRecord): RowResult => {
    let problems: ImportProblem[] | undefined
    const report = (kind: ProblemKind, field?: ImportField): undefined => {
      const column = field === undefined ? null : columns[field]!
      const value = column === null ? '' : record.cells[column]!.slice(0, MAX_VALUE_LENGTH)
      problems = [...(problems ?? []), { line: record.line, column, kind, value }]
    }
    const row = readRow(record, report)
    return { row, problems: problems ?? NO_PROBLEMS }
  }
}
