import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from './connect.ts'

type Engine = Database['engine']

/**
 * The tables, columns, keys and indexes of a database as names and definitions, for example `column users.id` and
 * `text not null`. Both engines give the same texts.
 */
export type Catalog = ReadonlyMap<string, string>

interface ColumnRow {
  table: string
  name: string
  type: string
  isRequired: number | boolean
  /** The position in the primary key. */
  position: number | null
}

interface IndexRow {
  table: string
  name: string
  isUnique: number | boolean
  /** Whether the index belongs to a `unique` constraint of the table. */
  isConstraint: number | boolean
  /** The names of the columns as a JSON array. */
  columns: string
  predicate: string | null
}

interface ReferenceRow {
  table: string
  columns: string
  parent: string
  parentColumns: string
  onDelete: string
  onUpdate: string
}

const COLUMNS = {
  sqlite: `select t.name as "table", c.name, lower(c.type) as type, c."notnull" as "isRequired", nullif(c.pk, 0) as position
    from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table' order by t.name, c.cid`,
  postgres: `select t.relname as "table", c.attname as name, format_type(c.atttypid, c.atttypmod) as type,
      c.attnotnull as "isRequired", array_position(key.indkey::int2[], c.attnum) as position
    from pg_class t
    join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
    left join pg_index key on key.indrelid = t.oid and key.indisprimary
    where t.relnamespace = current_schema()::text::regnamespace and t.relkind in ('r', 'p')
    order by t.relname, c.attnum`,
}

const INDEXES = {
  sqlite: `select t.name as "table", i.name, i."unique" as "isUnique", i.origin = 'u' as "isConstraint",
      (select json_group_array(c.name) from pragma_index_info(i.name) c) as columns,
      case when i.partial then (select m.sql from sqlite_master m where m.name = i.name) end as predicate
    from sqlite_master t, pragma_index_list(t.name) i where t.type = 'table' and i.origin <> 'pk' order by i.name`,
  postgres: `select t.relname as "table", i.relname as name, x.indisunique as "isUnique",
      exists (select from pg_constraint c where c.conindid = i.oid and c.contype = 'u') as "isConstraint",
      (select json_agg(coalesce(c.attname, pg_get_indexdef(i.oid, k, true)) order by k)
        from generate_series(1, x.indnkeyatts) k
        left join pg_attribute c on c.attrelid = x.indrelid and c.attnum = x.indkey[k - 1])::text as columns,
      'where ' || pg_get_expr(x.indpred, x.indrelid) as predicate
    from pg_index x
    join pg_class t on t.oid = x.indrelid
    join pg_class i on i.oid = x.indexrelid
    where t.relnamespace = current_schema()::text::regnamespace and not x.indisprimary and x.indisvalid
    order by i.relname`,
}

const REFERENCES = {
  sqlite: `select t.name as "table", json_group_array(r."from") as columns, r."table" as parent,
      json_group_array(r."to") as "parentColumns", lower(r.on_delete) as "onDelete", lower(r.on_update) as "onUpdate"
    from sqlite_master t, pragma_foreign_key_list(t.name) r where t.type = 'table' group by t.name, r.id`,
  postgres: `select t.relname as "table", parent.relname as parent,
      (select json_agg(c.attname order by pair.position) from unnest(r.conkey) with ordinality pair (number, position)
        join pg_attribute c on c.attrelid = r.conrelid and c.attnum = pair.number)::text as columns,
      (select json_agg(c.attname order by pair.position) from unnest(r.confkey) with ordinality pair (number, position)
        join pg_attribute c on c.attrelid = r.confrelid and c.attnum = pair.number)::text as "parentColumns",
      case r.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'no action' end as "onDelete",
      case r.confupdtype when 'c' then 'cascade' when 'n' then 'set null' else 'no action' end as "onUpdate"
    from pg_constraint r
    join pg_class t on t.oid = r.conrelid
    join pg_class parent on parent.oid = r.confrelid
    where r.contype = 'f' and r.conparentid = 0 and t.relnamespace = current_schema()::text::regnamespace`,
}

export async function readCatalog(db: Db, engine: Engine): Promise<Catalog> {
  const read = async <Row>(query: RawBuilder<Row>) => (await query.execute(db)).rows
  const [columns, indexes, references] = await Promise.all([
    read(sql.raw<ColumnRow>(COLUMNS[engine])),
    read(sql.raw<IndexRow>(INDEXES[engine])),
    read(sql.raw<ReferenceRow>(REFERENCES[engine])),
  ])
  return new Map([
    ...[...Map.groupBy(columns, ({ table }) => table)].flatMap(([table, rows]) => describeTable(table, rows)),
    ...references.map(describeReference),
    ...indexes.map(describeIndex),
  ])
}

type Definition = [name: string, definition: string]

function describeTable(table: string, columns: ColumnRow[]): Definition[] {
  const key = columns
    .filter(({ position }) => position !== null)
    .toSorted((a, b) => Number(a.position) - Number(b.position))
  return [
    [`table ${table}`, 'exists'],
    // SQLite does not mark the columns of a primary key as required.
    ...columns.map((column): Definition => {
      const isRequired = Boolean(column.isRequired) || key.includes(column)
      const type = column.type === 'integer' ? 'bigint' : column.type
      return [`column ${table}.${column.name}`, isRequired ? `${type} not null` : type]
    }),
    [`primary key of ${table}`, `(${key.map(({ name }) => name).join(', ')})`],
  ]
}

const list = (json: string) => `(${(JSON.parse(json) as string[]).join(', ')})`

function describeReference({ table, columns, parent, parentColumns, onDelete, onUpdate }: ReferenceRow): Definition {
  const actions = [
    ...(onDelete === 'no action' ? [] : [`on delete ${onDelete}`]),
    ...(onUpdate === 'no action' ? [] : [`on update ${onUpdate}`]),
  ]
  return [
    `foreign key of ${table} ${list(columns)}`,
    [`references ${parent} ${list(parentColumns)}`, ...actions].join(' '),
  ]
}

function describeIndex({ table, name, isUnique, isConstraint, columns, predicate }: IndexRow): Definition {
  // The engines name the index of a constraint differently.
  if (isConstraint) return [`unique key of ${table} ${list(columns)}`, 'exists']
  const where = predicate === null ? '' : ` where ${simplifyPredicate(predicate)}`
  return [`index ${name}`, `${isUnique ? 'unique ' : ''}on ${table} ${list(columns)}${where}`]
}

/** PostgreSQL stores a condition with parentheses and casts, SQLite as it was written. */
const simplifyPredicate = (text: string) =>
  text
    .replace(/^.*?\bwhere\b/is, '')
    .replaceAll(/::\w+|[()]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
