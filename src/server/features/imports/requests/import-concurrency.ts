import { Refusal } from '#server/errors.ts'
import {
  createUploadAdmission,
  RETRY_AFTER_SECONDS,
  type UploadProgress,
} from '#server/http/uploads/upload-admission.ts'

/** The number of files of each size that are read or undone at the same time. */
const MAX_WORKING = 3
/** Large files have a queue of their own, because they may take minutes. */
const LARGE_BYTES = 8 * 1024 * 1024
/** The number of files that are received, wait or are read. */
const MAX_FILES = 7
const MAX_WAIT_MS = 20_000

interface Work {
  /** Ends the work; missing if it must not be ended by another request. */
  stop?: () => void
  end: Promise<unknown>
}

/** Work on a file begins when it has arrived, so that slow uploads keep nobody waiting. */
export function createImportConcurrency(now?: () => number) {
  const working = new Map<string, Work>()
  const withAdmission = createUploadAdmission(MAX_FILES, now)
  const [small, large] = [createWorkQueue(), createWorkQueue()]
  const runInTurn = <T>(bytes: number, work: () => Promise<T>) => (bytes > LARGE_BYTES ? large : small).run(work)

  /** Ends a preview of the user that is no longer needed, and refuses while anything else runs. */
  async function run<T>(userId: string, begin: () => { stop?: () => void; result: Promise<T> }): Promise<T> {
    for (let current = working.get(userId); current !== undefined; current = working.get(userId)) {
      if (current.stop === undefined) throw new Refusal('rate-limited', 'importRunning', undefined, RETRY_AFTER_SECONDS)
      current.stop()
      await current.end
    }
    const { result, ...rest } = begin()
    const work = { ...rest, end: result.catch(() => undefined).finally(() => working.delete(userId)) }
    working.set(userId, work)
    // The next request of the user may begin at once.
    await work.end
    return result
  }

  return {
    /** Allows one import or undo per user at a time. */
    runExclusive: <T>(userId: string, work: () => Promise<T>) => run(userId, () => ({ result: work() })),

    /** A preview gives way to the next request of its user, who has changed an option or the file. */
    runPreview: <T>(userId: string, work: (signal: AbortSignal) => Promise<T>) =>
      run(userId, () => {
        const controller = new AbortController()
        return {
          stop: () => controller.abort(new Refusal('conflict', 'importStopped')),
          result: work(controller.signal),
        }
      }),

    /** Receives a file, then works on it when it is its turn. */
    withFile<File extends { size: number; close: () => Promise<void> }, T>(
      receive: (progress: UploadProgress) => Promise<File>,
      work: (file: File) => Promise<T>,
    ): Promise<T> {
      return withAdmission(async (progress) => {
        const file = await receive(progress)
        progress.isReceived = true
        try {
          return await runInTurn(file.size, () => work(file))
        } finally {
          await file.close()
        }
      })
    },

    runInTurn,
  }
}

export type ImportConcurrency = ReturnType<typeof createImportConcurrency>

/** Works on a few files at a time, the others in order. Those that would wait long are refused. */
function createWorkQueue() {
  const waiting: (() => void)[] = []
  let working = 0

  function waitForTurn() {
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(new Refusal('unavailable', 'unavailable', undefined, RETRY_AFTER_SECONDS))
      }, MAX_WAIT_MS)
      waiting.push(begin)
    })
  }

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      // A turn that ends is passed on to the first that waits, so the number stays the same.
      if (working >= MAX_WORKING) await waitForTurn()
      else working += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) working -= 1
        else next()
      }
    },
  }
}
