import type { SharedFields } from '#core/report/shared-report.ts'

/** Columns of entries that a shared report may leave out. How and under which id an entry is stored concerns nobody else. */
export type EntryColumn = 'client' | 'task' | 'tags' | 'notes' | 'mode' | 'entry'

const FIELD_OF = { client: 'clients', task: 'tasks', tags: 'tags', notes: 'notes' } as const

const isShown = (column: EntryColumn, fields: SharedFields) =>
  column !== 'mode' && column !== 'entry' && fields[FIELD_OF[column]]

/** Returns a function that leaves the hidden columns out of a row. Columns beyond the named ones are shown. */
export function createColumnSelection(
  columns: readonly (EntryColumn | '' | undefined)[],
  fields: SharedFields | undefined,
) {
  const hidden = new Set<number>()
  for (const [index, column] of columns.entries())
    if (column && fields !== undefined && !isShown(column, fields)) hidden.add(index)
  return <Cell>(row: readonly Cell[]) => (hidden.size === 0 ? row : row.filter((_, index) => !hidden.has(index)))
}
