import { sql } from 'kysely'
import type { Bucket } from '#core/report/buckets.ts'
import { type AttributeDimension, calendarKey, type Dimension, isCalendarDimension } from '#core/report/dimensions.ts'
import type { Key } from '#core/report/summary.ts'
import type { ResolvedQuery } from './resolve-query.ts'

const ENTRY_COLUMNS = { project: sql`entry.project_id`, task: sql`entry.task_id` }
const COLUMNS = { ...ENTRY_COLUMNS, tag: sql`tag.tag_id` }
type ColumnName = keyof typeof COLUMNS

/** Attributes of an entry except its tags, of which it can have several. */
export type EntryAttributes = Record<keyof typeof ENTRY_COLUMNS, Key>
export type Attributes = Record<ColumnName, Key>

/** The column that SQL groups by for each dimension. The client follows from the project. */
const COLUMN_OF: Record<AttributeDimension, ColumnName> = {
  client: 'project',
  project: 'project',
  task: 'task',
  tag: 'tag',
}

type Clients = Pick<ResolvedQuery, 'clientOf'>
type KeyContext = Clients & Pick<ResolvedQuery, 'weekStart'>

export const keyOf = (dimension: Dimension, bucket: Bucket, attributes: Attributes, context: KeyContext): Key =>
  isCalendarDimension(dimension)
    ? calendarKey(dimension, { ...bucket, weekStart: context.weekStart })
    : attributeKey(dimension, attributes, context)

export function attributeKey(dimension: AttributeDimension, attributes: Attributes, { clientOf }: Clients): Key {
  const key = attributes[COLUMN_OF[dimension]]
  return dimension === 'client' ? (clientOf.get(key ?? '') ?? null) : key
}

export const selectEntryAttributes = sql.join(
  Object.entries(ENTRY_COLUMNS).map(([name, column]) => sql`${column} as ${sql.id(name)}`),
)

/** The columns to group by, and all attributes to select: null for those that no dimension needs. */
export function attributeColumns(dimensions: readonly Dimension[]) {
  const names = new Set<string>(
    dimensions.flatMap((dimension) => (isCalendarDimension(dimension) ? [] : COLUMN_OF[dimension])),
  )
  const columns = Object.entries(COLUMNS)
  const selected = columns.map(
    ([name, column]) => sql`${names.has(name) ? column : sql`cast(null as text)`} as ${sql.id(name)}`,
  )
  return {
    groupedBy: columns.filter(([name]) => names.has(name)).map(([, column]) => column),
    select: sql.join(selected),
  }
}
