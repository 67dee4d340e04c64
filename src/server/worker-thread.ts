import { type ResourceLimits, Worker } from 'node:worker_threads'

type WorkerResponse<Output> = { id: number; output: Output } | { id: number; error: unknown }

interface PendingCall<Output> {
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

interface WorkerThreadOptions {
  /** `workerData` of the worker. */
  data?: unknown
  limits: ResourceLimits
}

interface WorkerThread<Input, Output> {
  call: (input: Input) => Promise<Output>
  close: () => Promise<void>
}

/** Runs a file, which must use `handleCalls`, in a worker thread. A call starts the thread, also after a crash. */
export function openWorkerThread<Input, Output>(
  file: URL,
  { data, limits }: WorkerThreadOptions,
): WorkerThread<Input, Output> {
  const pending = new Map<number, PendingCall<Output>>()
  let worker: Worker | undefined
  let lastId = 0

  function start() {
    const started = new Worker(file, { workerData: data, resourceLimits: limits })
    started.on('message', (response: WorkerResponse<Output>) => {
      const { resolve, reject } = pending.get(response.id)!
      pending.delete(response.id)
      if ('output' in response) resolve(response.output)
      else reject(response.error)
    })
    started.on('error', fail)
    // The thread must not keep the process alive.
    started.unref()
    return started
  }

  function fail(error: unknown) {
    worker = undefined
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  return {
    call(input) {
      worker ??= start()
      const message = { id: (lastId += 1), input }
      worker.postMessage(message)
      return new Promise((resolve, reject) => pending.set(message.id, { resolve, reject }))
    },
    async close() {
      await worker?.terminate()
      fail(new Error('The server is closing'))
    },
  }
}
