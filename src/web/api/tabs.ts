const LOCK_TIMEOUT_MS = 5_000

/** Tells the other tabs that what is kept has changed, and hears it from them. */
export function openTabChannel(name: string, onNews: () => void) {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  channel?.addEventListener('message', onNews)
  const post = channel?.postMessage.bind(channel)
  return { tell: () => post?.(null), close: () => channel?.close() }
}

/** Lets one tab at a time do something, so that its order is kept. A tab that sleeps on the lock is not waited for. */
export async function withTabLock<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
  // Not there on pages without https.
  const locks = (navigator as Partial<Navigator>).locks
  if (locks === undefined) return task()
  let hasTurn = false
  const mine = () => {
    hasTurn = true
    return task()
  }
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, mine)
  } catch (error) {
    if (hasTurn) throw error
    return task()
  }
}
