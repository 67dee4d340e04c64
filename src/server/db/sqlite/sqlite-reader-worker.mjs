import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { handleCalls } from '#server/worker-thread-handler.mjs'

/** More rows at once would block the main thread while it receives them. */
const MAX_ROWS_AT_ONCE = 1_000

const { file, cancelled } = workerData
const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
// No `temp_store = memory` here: SQLite sorts for aggregates faster in temporary files, which stay in the system's
// cache.
database.exec('pragma cache_size = -32000')

let query = 0
/** The open statement. */
let rows

// `node:sqlite` cannot interrupt a statement, so the statement itself calls this function now and then.
database.function('keep_going', () => {
  if (Atomics.load(cancelled, 0) === query) throw new Error('The query was cancelled')
  return 1
})

/** Starts a query, replies with its next rows, or ends it before its last row. */
handleCalls(({ step, number, sql, parameters, text }) => {
  if (step === 'end') return endQuery()
  if (step === 'start') {
    query = number
    if (text !== undefined) return writeText(text)
    rows = database.prepare(sql).iterate(...parameters)
  }
  return takeRows()
})

/** The statements whose rows are written as text. There are only a few, and preparing one takes as long as some rows. */
const textStatements = new Map()

async function writeText({ queries, module, options }) {
  const { writeRows } = await import(module)
  const results = queries.map(({ sql, parameters }) => {
    const statement = textStatements.get(sql) ?? database.prepare(sql)
    textStatements.set(sql, statement)
    statement.setReturnArrays(true)
    return statement.all(...parameters)
  })
  const text = writeRows(results, options)
  return { rows: text === undefined ? [] : [Buffer.from(text)], isLast: true }
}

function takeRows() {
  const taken = []
  while (taken.length < MAX_ROWS_AT_ONCE) {
    const { done, value } = rows.next()
    if (done) return { rows: taken, isLast: true }
    taken.push(value)
  }
  return { rows: taken, isLast: false }
}

/** An open statement would keep its snapshot of the database, and the log of later changes could not shrink. */
function endQuery() {
  rows.return()
  return { rows: [], isLast: true }
}
