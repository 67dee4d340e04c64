import type { SQLInputValue } from 'node:sqlite'

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
