import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { handleCalls } from '#server/worker-thread-handler.mjs'

const database = new DatabaseSync(workerData, { readOnly: true, timeout: 10_000 })
// Sums are sorted faster in files of the system's cache than in SQLite's own memory.
database.exec('pragma cache_size = -16000')

handleCalls(({ sql, parameters }) => database.prepare(sql).all(...parameters))
