import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { get, measureTime, percentile } from './account.ts'

interface Target {
  url: string
  token: string
}

export interface Wait {
  p99: number
  longest: number
}

/**
 * Another user reads projects, one request after another, until the work is done. A thread of its own does so, because
 * the work of this thread would be counted as waiting.
 */
export async function measureWaitDuring(target: Target, work: () => Promise<unknown>): Promise<Wait> {
  const worker = new Worker(new URL(import.meta.url), { workerData: target })
  try {
    await once(worker, 'message')
    await work()
    const result = once(worker, 'message')
    worker.postMessage('end')
    return (await result)[0] as Wait
  } finally {
    await worker.terminate()
  }
}

if (parentPort !== null) await probe(parentPort, workerData as Target)

async function probe(port: NonNullable<typeof parentPort>, { url, token }: Target) {
  const progress = { isOver: false }
  port.once('message', () => (progress.isOver = true))
  await get(url, '/projects', token)
  port.postMessage('ready')
  const waits: number[] = []
  while (!progress.isOver) waits.push(await measureTime(() => get(url, '/projects', token)))
  port.postMessage({ p99: percentile(waits, 0.99), longest: Math.max(...waits) } satisfies Wait)
}
