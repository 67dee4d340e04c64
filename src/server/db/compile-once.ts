import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/** A query and, for each of its parameters, the name of its value; undefined: it is always the same. */
interface QueryTemplate {
  query: CompiledQuery
  names: (string | undefined)[]
}

/**
 * A statement that is put together once, and asked with other values each time. Putting one together takes longer than
 * most answers, so this is for what every call or every press asks. The values always have the same names.
 */
export function compileOnce<Values extends object, Row>(build: (db: Db, values: Values) => Compilable<Row>) {
  const plans = new WeakMap<object, QueryTemplate>()

  function planFor(db: Db, values: Values): QueryTemplate {
    // One for each engine.
    const { adapter } = db.getExecutor()
    const plan = plans.get(adapter) ?? createTemplate(build, db, values)
    plans.set(adapter, plan)
    return plan
  }

  function compile(db: Db, values: Values): CompiledQuery<Row> {
    const { query, names } = planFor(db, values)
    const parameters = query.parameters.map((fixed, index) => {
      const name = names[index]
      return name === undefined ? fixed : values[name as keyof Values]
    })
    return { ...(query as CompiledQuery<Row>), parameters }
  }

  /** Asks for it. `compile` only puts it together, for `together`. */
  const ask = async (db: Db, values: Values): Promise<Row[]> => (await db.executeQuery(compile(db, values))).rows
  return Object.assign(ask, { compile })
}

/** Asks for several things in their order, none of which waits for the answer to another. */
export async function executePipelined<Rows extends readonly unknown[]>(
  db: Db,
  queries: { readonly [Place in keyof Rows]: CompiledQuery<Rows[Place]> },
) {
  const results = await db
    .getExecutor()
    .provideConnection((connection) => Promise.all(queries.map((query) => connection.executeQuery(query))))
  return results.map(({ rows }) => rows) as { [Place in keyof Rows]: Rows[Place][] }
}

/** Put together with marks in the place of values, by which they are found again. */
function createTemplate<Values extends object>(
  build: (db: Db, values: Values) => Compilable,
  db: Db,
  values: Values,
): QueryTemplate {
  const names = new Map(Object.keys(values).map((name) => [crypto.randomUUID(), name] as const))
  const marks = Object.fromEntries([...names].map(([mark, name]) => [name, mark]))
  const query = build(db, marks as Values).compile()
  return { query, names: query.parameters.map((parameter) => names.get(parameter as never)) }
}
