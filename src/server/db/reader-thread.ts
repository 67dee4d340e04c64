import { constants, setPriority } from 'node:os'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Answers questions to a SQLite file, one after the other, in a thread of its own. */
export interface Question {
  id: number
  sql: string
  parameters: readonly unknown[]
}

export type Answer = { id: number; rows: unknown[] } | { id: number; error: unknown }

const database = new DatabaseSync(workerData as string, { readOnly: true, timeout: 10_000 })
// Sums are sorted faster in files of the system's cache than in SQLite's own memory.
database.exec('pragma cache_size = -32000')

// On Linux a thread has a priority of its own: where cores are few, the server's comes first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

parentPort?.on('message', ({ id, sql, parameters }: Question) => {
  parentPort?.postMessage(answer(id, () => database.prepare(sql).all(...(parameters as SQLInputValue[]))))
})

function answer(id: number, ask: () => unknown[]): Answer {
  try {
    return { id, rows: ask() }
  } catch (error) {
    return { id, error }
  }
}
