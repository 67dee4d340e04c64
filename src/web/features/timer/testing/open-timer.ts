import { QueryClient } from '@tanstack/react-query'
import { createTimer } from '#web/features/timer/timer.ts'
import type { Storage } from '#web/sync/storage.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'

interface Options {
  url?: string
  /** The disk of a device; IndexedDB by default. */
  storage?: Storage
}

export type TimerPage = ReturnType<typeof openTimer>

/** A page of the signed-in user, with the timer as the app creates it. */
export function openTimer({ storage, ...options }: Options = {}) {
  const client = new QueryClient()
  const sync = createTestSync(storage && { openDisk: async () => storage })
  const timer = createTimer({ sync, ...options })
  sync.start()
  let stop = timer.start(client)
  return {
    ...timer,
    sync,
    client,
    view: () => timer.store.getState().view,
    /** Leaves the pages of a signed-in user. */
    leave: () => stop(),
    enter: () => (stop = timer.start(client)),
    close() {
      stop()
      sync.stop()
    },
  }
}
