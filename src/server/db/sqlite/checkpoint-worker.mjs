import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { handleCalls } from '#server/worker-thread-handler.mjs'

const database = new DatabaseSync(workerData.file, { timeout: 10_000 })
// As durable as the commits themselves: only what is safely in the log is copied, and the file is synced after it.
database.exec('pragma synchronous = full; pragma cache_size = -2000')

// A passive checkpoint waits for nobody, and nobody waits for it.
handleCalls(() => database.exec('pragma wal_checkpoint(passive)'))
