import { openWorkerThread } from '#server/worker-thread.ts'

const MAX_COMMITS = 50
/** After this time fewer commits are enough, because each of them may be large, as in an import. */
const MAX_WAIT_MS = 500
const FEW_COMMITS = 10

/** 32 MB. SQLite itself copies a log of this size, during a commit, should the thread be unable to. */
export const LAST_RESORT_PAGES = 8_000

/**
 * Copies the write-ahead log into the database file, in a thread of its own. SQLite would do so during every hundredth
 * commit or so, and everybody would wait for it.
 */
export function openCheckpoints(file: string) {
  const limits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }
  const data = { file }
  const thread = openWorkerThread<null, void>(new URL('./checkpoint-worker.mjs', import.meta.url), { data, limits })
  let commits = 0
  let startedAt = performance.now()
  let isRunning = false

  function start() {
    commits = 0
    startedAt = performance.now()
    isRunning = true
    // A checkpoint that fails, for example on a full disk, loses nothing: the next one copies the same pages.
    void thread
      .call(null)
      .catch(() => {})
      .finally(() => (isRunning = false))
  }

  return {
    countCommit() {
      commits += 1
      const isDue = commits >= MAX_COMMITS || (commits >= FEW_COMMITS && performance.now() - startedAt > MAX_WAIT_MS)
      if (isDue && !isRunning) start()
    },
    close: thread.close,
  }
}
