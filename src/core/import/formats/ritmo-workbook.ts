import { normalizeHeading } from '#core/import/file/headings.ts'
import { readDurationCell } from '#core/import/times.ts'
import type { FileFormat, FormatEntry } from './format.ts'
import type { TableRow } from './format-table.ts'

/** A table of a workbook. */
export interface WorkbookTable {
  headings: TableRow
  rows: Iterable<TableRow>
}

/** The headings of our own export in English, Spanish and Turkish, as `normalizeHeading` returns them. */
const COLUMNS = {
  start: ['start', 'inicio', 'baslangic'],
  end: ['end', 'fin', 'bitis'],
  time: ['time', 'tiempo', 'sure'],
  hours: ['hours', 'horas', 'saat'],
  client: ['client', 'cliente', 'musteri'],
  project: ['project', 'proyecto', 'proje'],
  task: ['task', 'tarea', 'gorev'],
  tags: ['tags', 'etiquetas', 'etiketler'],
  notes: ['notes', 'notas', 'notlar'],
  mode: ['mode', 'modo', 'tur'],
}
/** Columns that versions before 0.3 did not write. */
const NEWER_COLUMNS = {
  entry: ['entry', 'registro', 'kayit'],
  segments: ['segments', 'tramos', 'calisma araliklari'],
}

/**
 * The entries of our own Excel export. Segments have the exact times and say what was worked, also in a rounded report.
 * Without them, the time says how long was worked between start and end.
 */
export const RITMO_WORKBOOK: FileFormat<WorkbookTable> = {
  name: 'ritmo',
  fields: [
    'start',
    'end',
    'milliseconds',
    'client',
    'project',
    'task',
    'tags',
    'notes',
    'rounding',
    'entry',
    'segments',
  ],
  recognizes: ({ headings }) => {
    const indexOf = createColumnFinder(headings.cells)
    return Object.values(COLUMNS).every((names) => indexOf(names) !== -1)
  },
  *read({ headings, rows }) {
    const indexOf = createColumnFinder(headings.cells)
    const segmentsFrom = indexOf(NEWER_COLUMNS.segments)
    for (const { line, cells } of rows) {
      const cellOf = (names: readonly string[]) => cells[indexOf(names)] ?? ''
      yield {
        line,
        ...(segmentsFrom === -1 ? readRoundedTimes(cellOf) : readSegments(cells.slice(segmentsFrom))),
        client: cellOf(COLUMNS.client),
        project: cellOf(COLUMNS.project),
        task: cellOf(COLUMNS.task),
        tags: cellOf(COLUMNS.tags),
        notes: cellOf(COLUMNS.notes),
        rounding: 'None',
        entry: cellOf(NEWER_COLUMNS.entry),
      }
    }
  },
}

function createColumnFinder(headings: readonly string[]) {
  const words = headings.map(normalizeHeading)
  return (names: readonly string[]) => words.findIndex((word) => names.includes(word))
}

type Times = Pick<FormatEntry, 'start' | 'end' | 'milliseconds' | 'segments'>

/** The last column may continue to the right. */
function readSegments(cells: readonly string[]): Times {
  const segments = cells
    .join('; ')
    .split(';')
    .map((segment) => segment.trim().split('/'))
    .filter((times): times is [string, string] => times.length === 2)
  const milliseconds = segments.reduce((sum, [start, end]) => sum + Date.parse(end) - Date.parse(start), 0)
  return { start: segments[0]?.[0] ?? '', end: segments.at(-1)?.[1], milliseconds, segments }
}

const readRoundedTimes = (cellOf: (names: readonly string[]) => string): Times => ({
  start: cellOf(COLUMNS.start),
  end: cellOf(COLUMNS.end),
  milliseconds: readDurationCell(cellOf(COLUMNS.time), 'hours'),
})
