import { Refusal } from '#server/errors.ts'

/** The number of files that are read or undone at the same time. */
const MAX_WORKING = 3
/** The number of files that are received, wait or are read. Each may take 32 MB of the disk. */
const MAX_FILES = 7
const MAX_WAIT_MS = 20_000
const RETRY_AFTER_SECONDS = 10
/** An upload is not compared with others before this time. */
const MIN_COMPARED_MS = 2_000

/** An upload whose bytes are arriving. */
export interface UploadProgress {
  receivedBytes: number
  /** Ends the upload, because it is too slow. */
  cut: () => void
  /** Aborted by `cut`. */
  signal: AbortSignal
}

interface FileInProgress extends UploadProgress {
  startedAt: number
  isReceived: boolean
}

/** Work on a file begins when it has arrived, so that slow uploads keep nobody waiting. */
export function createImportConcurrency(now = () => performance.now()) {
  const users = new Set<string>()
  const files = new Set<FileInProgress>()
  const queue = createWorkQueue()

  /** Admits another file. If there are too many, it takes the place of the slowest upload. */
  function admitFile(): FileInProgress {
    if (files.size >= MAX_FILES) {
      const slowest = findSlowest([...files], now())
      if (slowest === undefined) throw busy()
      slowest.cut()
    }
    const controller = new AbortController()
    const file: FileInProgress = {
      receivedBytes: 0,
      startedAt: now(),
      isReceived: false,
      cut() {
        files.delete(file)
        controller.abort()
      },
      signal: controller.signal,
    }
    files.add(file)
    return file
  }

  return {
    /** Allows one import or undo per user at a time. */
    async runExclusive<T>(userId: string, work: () => Promise<T>): Promise<T> {
      if (users.has(userId)) throw new Refusal('rate-limited', 'importRunning', undefined, RETRY_AFTER_SECONDS)
      users.add(userId)
      try {
        return await work()
      } finally {
        users.delete(userId)
      }
    },

    /** Receives a file, then works on it when it is its turn. */
    async withFile<File extends { close: () => Promise<void> }, T>(
      receive: (progress: UploadProgress) => Promise<File>,
      work: (file: File) => Promise<T>,
    ): Promise<T> {
      const progress = admitFile()
      try {
        const file = await receive(progress)
        progress.isReceived = true
        try {
          return await queue.run(() => work(file))
        } finally {
          await file.close()
        }
      } finally {
        files.delete(progress)
      }
    },

    runInTurn: queue.run,
  }
}

const busy = () => new Refusal('unavailable', 'unavailable', undefined, RETRY_AFTER_SECONDS)

function findSlowest(files: readonly FileInProgress[], now: number) {
  const speedOf = ({ receivedBytes, startedAt }: FileInProgress) => receivedBytes / (now - startedAt)
  return files
    .filter(({ isReceived, startedAt }) => !isReceived && now - startedAt >= MIN_COMPARED_MS)
    .toSorted((a, b) => speedOf(a) - speedOf(b))[0]
}

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
        reject(busy())
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
