import { runOneAtATime } from './one-at-a-time.ts'

const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000]

interface Options {
  /** Other errors are bugs: they are reported, and the task is retried all the same. */
  isExpected: (error: unknown) => boolean
  canRetry?: () => boolean
}

/** Runs a task now or later, never twice at once, and again with growing delays until it resolves with true. */
export function createRetryLoop(task: () => Promise<boolean>, { isExpected, canRetry = () => true }: Options) {
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(retry)

  /** Resolves when the task is done, or when a retry is scheduled. */
  const runNow = runOneAtATime(async () => {
    cancel()
    const isDone = await task().catch((error: unknown) => {
      if (!isExpected(error)) reportError(error)
      return false
    })
    if (!isDone && canRetry()) runLater()
    failures = isDone ? 0 : failures + 1
  })

  function runLater() {
    cancel()
    retry = setTimeout(() => void runNow(), RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)])
  }

  return { runNow, runLater, cancel }
}
