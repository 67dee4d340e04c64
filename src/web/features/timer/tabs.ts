const CHANNEL = 'ritmo-timer'
const LOCK_PATIENCE_MS = 5_000

/** Tells the other tabs that what is kept has changed, and hears it from them. */
export function openChannel(onNews: () => void) {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
  channel?.addEventListener('message', onNews)
  const post = channel?.postMessage.bind(channel)
  return { tell: () => post?.(null), close: () => channel?.close() }
}

/** Lets one tab send at a time, which spares the server repetitions. A tab that sleeps on the lock is not waited for. */
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
    return await locks.request('timer-outbox', { signal: AbortSignal.timeout(LOCK_PATIENCE_MS) }, mine)
  } catch (error) {
    if (hasTurn) throw error
    return task()
  }
}

/** One tab of the browser makes sounds and the like. */
export function standForLeader() {
  const locks = (navigator as Partial<Navigator>).locks
  let isLeader = locks === undefined
  const leaving = new AbortController()
  const untilLeaving = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
  const lead = () => {
    isLeader = true
    return untilLeaving
  }
  // Refused only when this tab leaves before its turn has come.
  locks?.request('timer-leader', { signal: leaving.signal }, lead).catch(() => undefined)
  return { isLeader: () => isLeader, leave: () => leaving.abort() }
}
