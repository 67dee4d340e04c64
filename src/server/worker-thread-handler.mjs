// Plain JavaScript, as every file of a worker thread: each thread would load Node's TypeScript loader again, which
// takes 17 MB.
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/**
 * The worker's side of `openWorkerThread`. Calls run one after the other, unless `work` is asynchronous.
 *
 * @param {(input: any) => unknown} work
 */
export function handleCalls(work) {
  // On Linux each thread has its own priority: on few cores, the server's main thread comes first.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

  parentPort?.on('message', ({ id, input }) => {
    void run(id, () => work(input)).then((result) => parentPort?.postMessage(result))
  })
}

async function run(id, work) {
  try {
    return { id, output: await work() }
  } catch (error) {
    return { id, error }
  }
}
