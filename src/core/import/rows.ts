import { readName, readTags, readText } from './cells.ts'
import type { Tell } from './moments.ts'
import { type Asked, createTimesReader } from './row-times.ts'
import { columnsOf } from './columns.ts'
import type { Survey } from './survey.ts'
import type { TableRecord } from './table.ts'
import {
  type ImportedRow,
  type ImportField,
  type ImportProblem,
  LONGEST_NAME,
  LONGEST_NOTES,
  MOST_TAGS,
  type ProblemKind,
} from './vocabulary.ts'

const SHOWN_LENGTH = 80
const LONGEST_TAGS = MOST_TAGS * (LONGEST_NAME + 2)
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export interface ReadRow {
  /** Undefined: it is left out, and a problem says why. */
  row: ImportedRow | undefined
  problems: readonly ImportProblem[]
}

const NO_PROBLEMS: readonly ImportProblem[] = []

/** Reads the rows of a file, in their order, by what its survey says. */
export function createRowReader(survey: Survey, asked: Asked) {
  const at = columnsOf(survey.fields)
  const timesIn = createTimesReader(survey, asked)
  const cellOf = (cells: readonly string[], field: ImportField) => cells[at[field] ?? -1] ?? ''

  function nameIn(cells: readonly string[], field: 'client' | 'project' | 'task', tell: Tell) {
    const cell = cellOf(cells, field)
    return cell === '' ? '' : (readName(cell) ?? tell('bad-name', field))
  }

  function tagsIn(cells: readonly string[], tell: Tell) {
    const cell = cellOf(cells, 'tags')
    if (cell.length > LONGEST_TAGS) return tell('too-many-tags', 'tags')
    const tags = readTags(cell)
    if (tags === undefined) return tell('bad-name', 'tags')
    return tags.length > MOST_TAGS ? tell('too-many-tags', 'tags') : tags
  }

  function notesIn(cells: readonly string[], tell: Tell) {
    const notes = readText(cellOf(cells, 'notes')).replaceAll('\0', '')
    if (notes.length <= LONGEST_NOTES) return notes
    tell('cut-notes', 'notes')
    return notes.slice(0, LONGEST_NOTES).replace(/[\uD800-\uDBFF]$/, '')
  }

  function rowIn({ line, cells, isOpen }: TableRecord, tell: Tell): ImportedRow | undefined {
    if (isOpen) return tell('open-quote')
    const times = timesIn(cells, tell)
    const [client, project] = [nameIn(cells, 'client', tell), nameIn(cells, 'project', tell)]
    const [task, tags] = [nameIn(cells, 'task', tell), tagsIn(cells, tell)]
    if (times === undefined || client === undefined || project === undefined) return undefined
    if (task === undefined || tags === undefined) return undefined
    const id = survey.format === 'ritmo' ? cellOf(cells, 'entry').toLowerCase() : ''
    return { line, ...times, client, project, task, tags, notes: notesIn(cells, tell), entry: UUID.exec(id)?.[0] }
  }

  return (record: TableRecord): ReadRow => {
    let problems: ImportProblem[] | undefined
    const tell = (kind: ProblemKind, field?: ImportField): undefined => {
      const column = field === undefined ? null : at[field]!
      const value = column === null ? '' : record.cells[column]!.slice(0, SHOWN_LENGTH)
      problems = [...(problems ?? []), { line: record.line, column, kind, value }]
    }
    const row = rowIn(record, tell)
    return { row, problems: problems ?? NO_PROBLEMS }
  }
}
