/** Of all tabs of the browser that stand for something, one does it: the first, until it leaves. */
export function joinLeaderElection(what: string) {
  const locks = (navigator as Partial<Navigator>).locks
  let isLeader = locks === undefined
  const leaving = new AbortController()
  const untilLeaving = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
  const lead = () => {
    isLeader = true
    return untilLeaving
  }
  // Refused only when this tab leaves before its turn has come.
  locks?.request(what, { signal: leaving.signal }, lead).catch(() => undefined)
  return { isLeader: () => isLeader, leave: () => leaving.abort() }
}
