import { sql } from 'kysely'
import type { Database, Db } from '#server/db/connect.ts'
import { TABLE_NAMES } from '#server/db/migrate.ts'

type Engine = Database['engine']

export interface Table {
  name: string
  columns: Column[]
  /** The columns of the primary key. */
  key: string[]
  references: Reference[]
}

export interface Column {
  name: string
  type: 'text' | 'bigint'
}

/** A foreign key. */
export interface Reference {
  columns: string[]
  parent: string
  parentColumns: string[]
}

interface ColumnRow {
  table: string
  column: string
  type: string
  /** Position in the primary key. */
  position: number | null
}

interface ReferenceRow {
  table: string
  id: string | number
  column: string
  parent: string
  parentColumn: string
}

const COLUMNS = {
  sqlite: `select t.name as "table", c.name as "column", lower(c.type) as type, nullif(c.pk, 0) as position
    from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table' order by t.name, c.cid`,
  postgres: `select t.relname as "table", c.attname as "column", format_type(c.atttypid, c.atttypmod) as type,
      array_position(key.indkey::int2[], c.attnum) as position
    from pg_class t
    join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
    left join pg_index key on key.indrelid = t.oid and key.indisprimary
    where t.relnamespace = current_schema()::text::regnamespace and t.relkind in ('r', 'p')
    order by t.relname, c.attnum`,
}

const REFERENCES = {
  sqlite: `select t.name as "table", r.id, r."from" as "column", r."table" as parent, r."to" as "parentColumn"
    from sqlite_master t, pragma_foreign_key_list(t.name) r where t.type = 'table' order by t.name, r.id, r.seq`,
  postgres: `select t.relname as "table", r.conname as id, c.attname as "column", parent.relname as parent,
      other.attname as "parentColumn"
    from pg_constraint r
    join pg_class t on t.oid = r.conrelid
    join pg_class parent on parent.oid = r.confrelid
    cross join unnest(r.conkey, r.confkey) with ordinality as pair (own, their, position)
    join pg_attribute c on c.attrelid = r.conrelid and c.attnum = pair.own
    join pg_attribute other on other.attrelid = r.confrelid and other.attnum = pair.their
    where r.contype = 'f' and r.conparentid = 0 and t.relnamespace = current_schema()::text::regnamespace
    order by t.relname, r.conname, pair.position`,
}

/** Reads the tables of Ritmo from the catalog of the database. A table comes after those that it refers to. */
export async function listTables(db: Db, engine: Engine): Promise<Table[]> {
  const { rows: columns } = await sql.raw<ColumnRow>(COLUMNS[engine]).execute(db)
  const { rows: references } = await sql.raw<ReferenceRow>(REFERENCES[engine]).execute(db)
  const referencesOf = Map.groupBy(references, ({ table }) => table)
  const tables = [...Map.groupBy(columns, ({ table }) => table)]
    .filter(([name]) => TABLE_NAMES.includes(name))
    .map(([name, rows]) => ({
      name,
      columns: rows.map(toColumn),
      key: rows
        .filter(({ position }) => position !== null)
        .toSorted((a, b) => a.position! - b.position!)
        .map(({ column }) => column),
      references: toReferences(referencesOf.get(name) ?? []),
    }))
  return sortParentsFirst(tables)
}

function toColumn({ table, column, type }: ColumnRow): Column {
  if (type === 'text') return { name: column, type }
  if (type === 'bigint' || type === 'integer') return { name: column, type: 'bigint' }
  throw new Error(`${table}.${column} is ${type}: only text and bigint are supported`)
}

function toReferences(rows: ReferenceRow[]): Reference[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((pairs) => ({
    columns: pairs.map(({ column }) => column),
    parent: pairs[0]!.parent,
    parentColumns: pairs.map(({ parentColumn }) => parentColumn),
  }))
}

function sortParentsFirst(tables: Table[]): Table[] {
  const sorted: Table[] = []
  const isSorted = (name: string) => sorted.some((table) => table.name === name)
  while (sorted.length < tables.length) {
    const next = tables.find(
      ({ name, references }) =>
        !isSorted(name) && references.every(({ parent }) => parent === name || isSorted(parent)),
    )
    if (next === undefined) throw new Error('Foreign keys form a cycle')
    sorted.push(next)
  }
  return sorted
}
