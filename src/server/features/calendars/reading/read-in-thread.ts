import { DAY_MS } from '#core/time/units.ts'
import { openWorkerThread } from '#server/worker-thread.ts'
import type { ReadCalendar, ReadOptions } from './read-calendar.ts'

/** The largest calendar takes about two seconds. */
const MAX_READ_MS = 10_000
/** A thread that needs more memory ends, and the server goes on. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }
/** A calendar is read again before the end of this period comes near. */
const PERIOD_MS = 180 * DAY_MS

interface ReadRequest {
  bytes: Uint8Array
  options: ReadOptions
}

export type ReadOutcome = ReadCalendar | 'not-a-calendar' | 'too-complex'

let last: Promise<unknown> = Promise.resolve()

/**
 * Reads a calendar in a thread of its own, which ends if it takes too long: a recurrence rule can be made to never find its
 * next day. One after the other, so that the memory of threads does not add up.
 */
export function readInThread(bytes: Uint8Array, options: Omit<ReadOptions, 'period'>): Promise<ReadOutcome> {
  const period = { from: options.now - PERIOD_MS, to: options.now + PERIOD_MS }
  const outcome = last.then(() => runThread({ bytes, options: { ...options, period } }))
  last = outcome.catch(() => undefined)
  return outcome
}

async function runThread(request: ReadRequest): Promise<ReadOutcome> {
  const thread = openWorkerThread<ReadRequest, ReadCalendar | undefined>(
    new URL('./read-thread.mjs', import.meta.url),
    {
      limits: LIMITS,
    },
  )
  const slow = AbortSignal.timeout(MAX_READ_MS)
  const close = () => void thread.close()
  slow.addEventListener('abort', close)
  try {
    return (await thread.call(request)) ?? 'not-a-calendar'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (slow.aborted || code === 'ERR_WORKER_OUT_OF_MEMORY') return 'too-complex'
    throw error
  } finally {
    slow.removeEventListener('abort', close)
    await thread.close()
  }
}
