const LOCK_TIMEOUT_MS = 5_000

/** Opens a channel that notifies the other tabs of changed stored data. */
export function openTabChannel(name: string, onMessage: () => void) {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  channel?.addEventListener('message', onMessage)
  const post = channel?.postMessage.bind(channel)
  return { post: () => post?.(null), close: () => channel?.close() }
}

/** Lets one tab at a time run a task. After the timeout it runs without the lock, which a frozen tab may hold. */
export async function withTabLock<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
  // Web Locks are missing on pages without https.
  const locks = (navigator as Partial<Navigator>).locks
  if (locks === undefined) return task()
  let hasLock = false
  const runWithLock = () => {
    hasLock = true
    return task()
  }
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, runWithLock)
  } catch (error) {
    if (hasLock) throw error
    return task()
  }
}
