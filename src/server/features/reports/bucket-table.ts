import { sql } from 'kysely'
import type { Bucket } from '#core/report/buckets.ts'
import { bigint } from '#server/db/engine-sql.ts'

/** Buckets as a table that queries join. A single bucket becomes two parameters, because that is faster. */
export function bucketTable(buckets: readonly Bucket[]) {
  const [first, ...others] = buckets
  if (others.length === 0)
    return { with: sql``, join: sql``, index: undefined, from: bigint(first!.from), to: bigint(first!.to) }
  return {
    with: sql`with buckets (bucket_index, from_at, to_at) as (values ${valuesOf(buckets)})`,
    // SQLite keeps the order of a cross join, so that it looks entries up by their index for each bucket.
    join: sql`buckets cross join`,
    index: sql`bucket_index`,
    from: sql`from_at`,
    to: sql`to_at`,
  }
}

/** A report needs the same table in several queries. */
const textOf = new WeakMap<readonly Bucket[], string>()

/** Written as text, which is safe for numbers of our own: binding a thousand parameters is slower than the query. */
function valuesOf(buckets: readonly Bucket[]) {
  const text = textOf.get(buckets) ?? buckets.map(({ from, to }, index) => `(${index}, ${from}, ${to})`).join()
  textOf.set(buckets, text)
  return sql.raw(text)
}
