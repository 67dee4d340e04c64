import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/** A query and, for each of its parameters, the name of its value; undefined: it is always the same. */
interface Plan {
  query: CompiledQuery
  names: (string | undefined)[]
}

/**
 * A statement that is put together once, and asked with other values each time. Putting one together takes longer than
 * most answers, so this is for what every call or every press asks. The values always have the same names.
 */
export function prepared<Values extends object, Row>(build: (db: Db, values: Values) => Compilable<Row>) {
  const plans = new WeakMap<object, Plan>()

  function planFor(db: Db, values: Values): Plan {
    // One for each engine.
    const { adapter } = db.getExecutor()
    const plan = plans.get(adapter) ?? makePlan(build, db, values)
    plans.set(adapter, plan)
    return plan
  }

  return async (db: Db, values: Values): Promise<Row[]> => {
    const { query, names } = planFor(db, values)
    const parameters = query.parameters.map((fixed, index) => {
      const name = names[index]
      return name === undefined ? fixed : values[name as keyof Values]
    })
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

/** Put together with marks in the place of values, by which they are found again. */
function makePlan<Values extends object>(build: (db: Db, values: Values) => Compilable, db: Db, values: Values): Plan {
  const names = new Map(Object.keys(values).map((name) => [crypto.randomUUID(), name] as const))
  const marks = Object.fromEntries([...names].map(([mark, name]) => [name, mark]))
  const query = build(db, marks as Values).compile()
  return { query, names: query.parameters.map((parameter) => names.get(parameter as never)) }
}
