import { readName, readTags, readText } from './cells.ts'
import type { ReportProblem } from './date-time-columns.ts'
import { type RowOptions, createTimesReader } from './row-times.ts'
import { toColumnIndexes } from './columns.ts'
import type { FileAnalysis } from './analyze-file.ts'
import type { TableRecord } from './table.ts'
import {
  type ImportedRow,
  type ImportField,
  type ImportProblem,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_TAGS,
  type ProblemKind,
} from './import-model.ts'

const MAX_VALUE_LENGTH = 80
const MAX_TAGS_LENGTH = MAX_TAGS * (MAX_NAME_LENGTH + 2)
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export interface RowResult {
  /** Undefined: it is left out, and a problem says why. */
  row: ImportedRow | undefined
  problems: readonly ImportProblem[]
}

const NO_PROBLEMS: readonly ImportProblem[] = []

/** Reads the rows of a file, in their order, by what its survey says. */
export function createRowReader(survey: FileAnalysis, asked: RowOptions) {
  const at = toColumnIndexes(survey.fields)
  const timesIn = createTimesReader(survey, asked)
  const cellOf = (cells: readonly string[], field: ImportField) => cells[at[field] ?? -1] ?? ''

  function nameIn(cells: readonly string[], field: 'client' | 'project' | 'task', tell: ReportProblem) {
    const cell = cellOf(cells, field)
    return cell === '' ? '' : (readName(cell) ?? tell('bad-name', field))
  }

  function tagsIn(cells: readonly string[], tell: ReportProblem) {
    const cell = cellOf(cells, 'tags')
    if (cell.length > MAX_TAGS_LENGTH) return tell('too-many-tags', 'tags')
    const tags = readTags(cell)
    if (tags === undefined) return tell('bad-name', 'tags')
    return tags.length > MAX_TAGS ? tell('too-many-tags', 'tags') : tags
  }

  function notesIn(cells: readonly string[], tell: ReportProblem) {
    const notes = readText(cellOf(cells, 'notes')).replaceAll('\0', '')
    if (notes.length <= MAX_NOTES_LENGTH) return notes
    tell('cut-notes', 'notes')
    return notes.slice(0, MAX_NOTES_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
  }

  function rowIn({ line, cells, isOpen }: TableRecord, tell: ReportProblem): ImportedRow | undefined {
    if (isOpen) return tell('open-quote')
    const times = timesIn(cells, tell)
    const [client, project] = [nameIn(cells, 'client', tell), nameIn(cells, 'project', tell)]
    const [task, tags] = [nameIn(cells, 'task', tell), tagsIn(cells, tell)]
    if (times === undefined || client === undefined || project === undefined) return undefined
    if (task === undefined || tags === undefined) return undefined
    const id = survey.format === 'ritmo' ? cellOf(cells, 'entry').toLowerCase() : ''
    return { line, ...times, client, project, task, tags, notes: notesIn(cells, tell), entry: UUID.exec(id)?.[0] }
  }

  return (record: TableRecord): RowResult => {
    let problems: ImportProblem[] | undefined
    const tell = (kind: ProblemKind, field?: ImportField): undefined => {
      const column = field === undefined ? null : at[field]!
      const value = column === null ? '' : record.cells[column]!.slice(0, MAX_VALUE_LENGTH)
      problems = [...(problems ?? []), { line: record.line, column, kind, value }]
    }
    const row = rowIn(record, tell)
    return { row, problems: problems ?? NO_PROBLEMS }
  }
}
