import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/**
 * The only parameter of a statement that runs once for each of some rows. Inserting many rows so takes half as long as by
 * a statement with thousands of parameters, which has to be composed and prepared first.
 */
export class RowBatch {
  readonly rows: readonly SQLInputValue[][]

  constructor(rows: readonly SQLInputValue[][]) {
    this.rows = rows
  }
}

/** Runs a statement for all rows of a batch or, if one of them fails, for none. */
export function runBatch({ rows }: RowBatch, statement: StatementSync, database: DatabaseSync) {
  let [changes, lastInsertRowid]: [number, number | bigint] = [0, 0]
  database.exec('savepoint batch')
  try {
    for (const row of rows) {
      const result = statement.run(...row)
      changes += Number(result.changes)
      lastInsertRowid = result.lastInsertRowid
    }
    database.exec('release batch')
  } catch (error) {
    // A full disk has already rolled back all of the transaction.
    if (database.isTransaction) database.exec('rollback to batch; release batch')
    throw error
  }
  return { changes, lastInsertRowid }
}
