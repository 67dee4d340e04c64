import { type CompiledQuery, SqliteAdapter } from 'kysely'

/** Marks the connections of threads, which write rows as text. */
export class ReaderAdapter extends SqliteAdapter {}

interface QueryText {
  sql: string
  parameters: readonly unknown[]
}

/** Queries whose rows a thread writes as one text, by the function `writeRows` of a module. */
export interface RowsAsText {
  queries: readonly QueryText[]
  module: string
  options: unknown
}

/** Its only row is the text. There is none if the writer returns undefined. */
export interface TextQuery extends CompiledQuery<Uint8Array> {
  text: RowsAsText
}
