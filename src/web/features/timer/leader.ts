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
