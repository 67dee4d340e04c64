import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/** A query and, for each of its parameters, which of the values it is; undefined: it is always the same. */
interface Plan {
  query: CompiledQuery
  places: (number | undefined)[]
}

/**
 * A question that is put together once, and asked with other values each time. Putting one together takes longer than
 * most answers, so this is for what every call asks.
 */
export function prepared<Values extends unknown[], Row>(build: (db: Db, ...values: Values) => Compilable<Row>) {
  const plans = new WeakMap<object, Plan>()

  function planFor(db: Db, values: Values) {
    const { adapter } = db.getExecutor()
    const known = plans.get(adapter)
    if (known !== undefined) return known
    // Nothing that could stand there by itself.
    const marks = values.map(() => crypto.randomUUID())
    const query = build(db, ...(marks as never)).compile()
    const places = query.parameters.map((parameter) => {
      const place = marks.indexOf(parameter as never)
      return place === -1 ? undefined : place
    })
    const plan = { query, places }
    plans.set(adapter, plan)
    return plan
  }

  return async (db: Db, ...values: Values): Promise<Row | undefined> => {
    const { query, places } = planFor(db, values)
    const parameters = query.parameters.map((fixed, index) => {
      const place = places[index]
      return place === undefined ? fixed : values[place]
    })
    const { rows } = await db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>)
    return rows[0]
  }
}
