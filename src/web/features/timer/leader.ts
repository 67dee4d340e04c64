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
  locks?.request(lockName, { signal: leaving.signal }, lead).catch(() => undefined)
  return { isLeader: () => isLeader, leave: () => leaving.abort() }
}
