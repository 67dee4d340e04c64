const CHANNEL = 'ritmo-changes'
const LOCK_PATIENCE_MS = 5_000

/** Tells the other tabs that what waits has changed, and hears it from them. */
export function openChannel(onNews: () => void) {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
  channel?.addEventListener('message', onNews)
  const post = channel?.postMessage.bind(channel)
  return { tell: () => post?.(null) }
}

/** Lets one tab send at a time, so that the order is kept. A tab that sleeps on the lock is not waited for. */
export async function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  // Not there on pages without https.
  const locks = (navigator as Partial<Navigator>).locks
  if (locks === undefined) return task()
  let hasTurn = false
  const mine = () => {
    hasTurn = true
    return task()
  }
  try {
    return await locks.request(CHANNEL, { signal: AbortSignal.timeout(LOCK_PATIENCE_MS) }, mine)
  } catch (error) {
    if (hasTurn) throw error
    return task()
  }
}
