import { ApiError } from '#web/api/api-error.ts'
import { withTabLock } from '#web/api/tabs.ts'
import { runOneAtATime } from '#web/features/timer/one-at-a-time.ts'
import { type SendOptions, sendPendingCommands } from './send-pending-commands.ts'

const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000]

/** Sends the pending commands, and retries until the server has acknowledged them all. */
export function createFlusher(options: SendOptions) {
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const isAllowed = () => !isStopped && options.isAllowed()

  /** Sends at once. Resolves when all commands are acknowledged, or when a retry is scheduled. */
  const flush = runOneAtATime(async () => {
    clearTimeout(retry)
    try {
      await withTabLock('timer-outbox', () => sendPendingCommands({ ...options, isAllowed }))
      failures = 0
    } catch (error) {
      // An unexpected error is a bug: report it, and retry all the same.
      if (!(error instanceof ApiError)) reportError(error)
      const delay = RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)]
      failures += 1
      if (isAllowed()) retry = setTimeout(() => void flush(), delay)
    }
  })

  function stop() {
    isStopped = true
    clearTimeout(retry)
  }

  return { flush, stop }
}
