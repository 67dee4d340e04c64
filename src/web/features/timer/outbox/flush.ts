import { ApiError } from '#web/api/api-error.ts'
import { createRetryLoop } from '#web/api/retry-loop.ts'
import { withTabLock } from '#web/api/tabs.ts'
import { type SendOptions, sendPendingCommands } from './send-pending-commands.ts'

/** Sends the pending commands, and retries until the server has acknowledged them all. */
export function createFlusher(options: SendOptions) {
  let isStopped = false
  const isAllowed = () => !isStopped && options.isAllowed()

  async function send() {
    await withTabLock('timer-outbox', () => sendPendingCommands({ ...options, isAllowed }))
    return true
  }

  const isExpected = (error: unknown) => error instanceof ApiError
  const { runNow: flush, cancel } = createRetryLoop(send, { isExpected, canRetry: isAllowed })

  function stop() {
    isStopped = true
    cancel()
  }

  return { flush, stop }
}
