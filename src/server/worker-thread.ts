import { type ResourceLimits, Worker } from 'node:worker_threads'

type WorkerResponse<Answer> = { id: number; answer: Answer } | { id: number; error: unknown }

interface PendingCall<Answer> {
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

interface WorkerThreadOptions {
  /** What it has to know from the beginning. */
  data?: unknown
  limits: ResourceLimits
}

interface WorkerThread<Question, Answer> {
  call: (question: Question) => Promise<Answer>
  close: () => Promise<void>
}

/** A thread that is there once it is asked something, and again after it broke. Its file calls `answerQuestions`. */
export function openWorkerThread<Question, Answer>(
  file: URL,
  { data, limits }: WorkerThreadOptions,
): WorkerThread<Question, Answer> {
  const waiting = new Map<number, PendingCall<Answer>>()
  let worker: Worker | undefined
  let asked = 0

  function start() {
    const started = new Worker(file, { workerData: data, resourceLimits: limits })
    started.on('message', (answered: WorkerResponse<Answer>) => {
      const { resolve, reject } = waiting.get(answered.id)!
      waiting.delete(answered.id)
      if ('answer' in answered) resolve(answered.answer)
      else reject(answered.error)
    })
    started.on('error', fail)
    // It must not keep a server from ending.
    started.unref()
    return started
  }

  function fail(error: unknown) {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  return {
    call(question) {
      worker ??= start()
      const message = { id: (asked += 1), question }
      worker.postMessage(message)
      return new Promise((resolve, reject) => waiting.set(message.id, { resolve, reject }))
    },
    async close() {
      await worker?.terminate()
      fail(new Error('The server is closing'))
    },
  }
}
