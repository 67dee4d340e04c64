import { openWorkerThread } from '#server/worker-thread.ts'
import type { RowsAsText } from './text-query.ts'

/** Without a limit, Node would collect hundreds of megabytes of old rows before it frees them. */
const MAX_YOUNG_GENERATION_MB = 8

interface ReaderQuery {
  sql: string
  parameters: readonly unknown[]
  /** If it is given, it is read instead, and the text is the only row. */
  text?: RowsAsText | undefined
}

type ReaderCall = (ReaderQuery & { step: 'start'; number: number }) | { step: 'next' | 'end' }

interface ReaderReply {
  rows: unknown[]
  isLast: boolean
}

type ReaderThread = ReturnType<typeof openReaderThread>

/**
 * Read-only connections to an SQLite file, each in its own thread. A thread starts with its first query, so a second one
 * exists only if two queries ran at the same time.
 */
export function openReaderThreads(file: string, count: number) {
  const threads = Array.from({ length: count }, () => openReaderThread(file))
  const idle = [...threads]
  const waiting: ((thread: ReaderThread) => void)[] = []

  async function run(query: ReaderQuery, signal: AbortSignal) {
    const thread = idle.shift() ?? (await new Promise<ReaderThread>((resolve) => waiting.push(resolve)))
    try {
      return await thread.run(query, signal)
    } finally {
      const next = waiting.shift()
      // The thread that was used last comes first, so that no further one starts without need.
      if (next === undefined) idle.unshift(thread)
      else next(thread)
    }
  }

  return { run, close: async () => void (await Promise.all(threads.map((thread) => thread.close()))) }
}

function openReaderThread(file: string) {
  const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const { call, close } = openWorkerThread<ReaderCall, ReaderReply>(
    new URL('./sqlite-reader-worker.mjs', import.meta.url),
    { data: { file, cancelled }, limits: { maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB } },
  )
  let lastNumber = 0

  /** Receives the rows in parts, between which the event loop serves other requests. */
  async function run(query: ReaderQuery, signal: AbortSignal) {
    signal.throwIfAborted()
    const number = (lastNumber += 1)
    const cancel = () => Atomics.store(cancelled, 0, number)
    signal.addEventListener('abort', cancel)
    try {
      const reply = await call({ ...query, step: 'start', number })
      const { rows } = reply
      for (let { isLast } = reply; !isLast;) {
        const next = await call({ step: signal.aborted ? 'end' : 'next' })
        for (const row of next.rows) rows.push(row)
        isLast = next.isLast
      }
      signal.throwIfAborted()
      return rows
    } catch (error) {
      // The thread reports only that the query was cancelled; the signal knows why.
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  return { run, close }
}
