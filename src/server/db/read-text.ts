import type { CompiledQuery } from 'kysely'
import { executePipelined } from './compile-once.ts'
import type { Db } from './connect.ts'
import { ReaderAdapter, type TextQuery } from './sqlite/text-query.ts'

/** The rows of one query, each as a list of its columns. */
type Rows = readonly (readonly unknown[])[]

/** A function that writes rows as text. Threads load it as well, as `writeRows` of a plain JavaScript module. */
export interface RowWriter<Options> {
  module: URL
  writeRows: (results: readonly Rows[], options: Options) => string | undefined
}

/**
 * Reads the rows of some queries as text, in UTF-8. If a thread reads them, it writes the text too, so that a long reply
 * takes little time of the main thread. Returns undefined if the writer does.
 */
export async function readText<Options>(
  db: Db,
  queries: readonly CompiledQuery[],
  writer: RowWriter<Options>,
  options: Options,
): Promise<Uint8Array | undefined> {
  if (db.getExecutor().adapter instanceof ReaderAdapter) {
    const query: TextQuery = {
      ...queries[0]!,
      text: { queries: queries.map(toText), module: writer.module.href, options },
    }
    const { rows } = await db.executeQuery<Uint8Array>(query)
    return rows[0]
  }
  const results: readonly object[][] = await executePipelined(db, queries as readonly CompiledQuery<object>[])
  const text = writer.writeRows(
    results.map((rows) => rows.map((row) => Object.values(row))),
    options,
  )
  return text === undefined ? undefined : Buffer.from(text)
}

const toText = ({ sql, parameters }: CompiledQuery) => ({ sql, parameters })
