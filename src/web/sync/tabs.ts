import { nameInOrigin } from '#web/base-path.ts'

const LOCK_TIMEOUT_MS = 5_000
const SYNC = nameInOrigin('ritmo-sync')

/** The tabs of this browser that have the app open. */
export interface Tabs {
  /** Lets one tab at a time run a task. */
  withLock: <Result>(task: () => Promise<Result>) => Promise<Result>
  /** Tells the other tabs that stored data has changed. */
  post: () => void
  onPost: (listener: () => void) => void
  close: () => void
}

export function openTabs(): Tabs {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(SYNC)
  const post = channel?.postMessage.bind(channel)
  return {
    withLock: (task) => withTabLock(SYNC, task),
    post: () => post?.(null),
    onPost: (listener) => channel?.addEventListener('message', listener),
    close: () => channel?.close(),
  }
}

/** After the timeout the task runs without the lock, which a frozen tab may hold. */
async function withTabLock<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
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

/** Elects one leader among the tabs of this browser: the first to join, until it leaves. */
export function joinLeaderElection(lockName: string) {
  const locks = (navigator as Partial<Navigator>).locks
  let isLeader = locks === undefined
  const leaving = new AbortController()
  const untilLeaving = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
  const lead = () => {
    isLeader = true
    return untilLeaving
  }
  // Rejects only if this tab leaves before it has become the leader.
  locks?.request(nameInOrigin(lockName), { signal: leaving.signal }, lead).catch(() => undefined)
  return { isLeader: () => isLeader, leave: () => leaving.abort() }
}
