import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { handleCalls } from '#server/worker-thread-handler.mjs'

const database = new DatabaseSync(workerData, { readOnly: true, timeout: 10_000 })
// No `temp_store = memory` here: SQLite sorts for aggregates faster in temporary files, which stay in the system's
// cache.
database.exec('pragma cache_size = -16000')

handleCalls(({ sql, parameters }) => database.prepare(sql).all(...parameters))
