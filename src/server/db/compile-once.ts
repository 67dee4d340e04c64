import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/** A compiled query and, for each of its parameters, the name of the value. Undefined: the parameter is a constant. */
interface QueryTemplate {
  query: CompiledQuery
  names: (string | undefined)[]
}

/**
 * A query that Kysely compiles once and that is executed with other values each time. Compiling takes longer than most
 * queries run, so this is for queries of every request or timer command. The values must always have the same names.
 */
export function compileOnce<Values extends object, Row>(build: (db: Db, values: Values) => Compilable<Row>) {
  const templates = new WeakMap<object, QueryTemplate>()

  function templateFor(db: Db, values: Values): QueryTemplate {
    // Each engine has its own SQL.
    const { adapter } = db.getExecutor()
    const template = templates.get(adapter) ?? createTemplate(build, db, values)
    templates.set(adapter, template)
    return template
  }

  function compile(db: Db, values: Values): CompiledQuery<Row> {
    const { query, names } = templateFor(db, values)
    const parameters = query.parameters.map((constant, index) => {
      const name = names[index]
      return name === undefined ? constant : values[name as keyof Values]
    })
    return { ...(query as CompiledQuery<Row>), parameters }
  }

  const execute = async (db: Db, values: Values): Promise<Row[]> => (await db.executeQuery(compile(db, values))).rows
  return Object.assign(execute, { compile })
}

/** Executes compiled queries in order on one connection, without waiting for each reply before sending the next. */
export async function executePipelined<Rows extends readonly unknown[]>(
  db: Db,
  queries: { readonly [Index in keyof Rows]: CompiledQuery<Rows[Index]> },
) {
  const results = await db
    .getExecutor()
    .provideConnection((connection) => Promise.all(queries.map((query) => connection.executeQuery(query))))
  return results.map(({ rows }) => rows) as { [Index in keyof Rows]: Rows[Index][] }
}

/** Compiles the query with a unique placeholder for each value, to find out which parameter belongs to which value. */
function createTemplate<Values extends object>(
  build: (db: Db, values: Values) => Compilable,
  db: Db,
  values: Values,
): QueryTemplate {
  const names = new Map(Object.keys(values).map((name) => [crypto.randomUUID(), name] as const))
  const placeholders = Object.fromEntries([...names].map(([placeholder, name]) => [name, placeholder]))
  const query = build(db, placeholders as Values).compile()
  return { query, names: query.parameters.map((parameter) => names.get(parameter as never)) }
}
