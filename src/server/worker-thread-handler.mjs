// Plain JavaScript, as all that a thread runs: each would load Node's translator of TypeScript once more, of 17 MB.
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/**
 * What a thread of `openThread` does: it answers one question after the other.
 *
 * @param {(question: any) => unknown} answer
 */
export function handleCalls(answer) {
  // On Linux a thread has a priority of its own: where cores are few, the server's comes first.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

  parentPort?.on('message', ({ id, question }) => parentPort?.postMessage(run(id, () => answer(question))))
}

function run(id, work) {
  try {
    return { id, answer: work() }
  } catch (error) {
    return { id, error }
  }
}
