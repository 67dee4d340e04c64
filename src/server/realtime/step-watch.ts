/** A message that was sent should be read back within this time. */
const MAX_WAIT_MS = 6_500
const POLL_INTERVAL_MS = 5_000
/** If the last check is longer ago, the process did not run meanwhile, and may have messages to read. */
const MAX_CHECK_GAP_MS = 4_000

/**
 * Tells from a server's own messages whether it is in step with the others: it reads back what it sends. Times without
 * another word only grow; `missedSince` and `sentAt` are on the servers' clock.
 */
export function createStepWatch(startedAt: number) {
  let [lastSent, lastRead, sentAtLastCheck] = [0, 0, 0]
  let waitingSince: number | undefined
  let checkedAt: number | undefined
  let isOut = false
  let takenAt = -Infinity
  /** Everything before was read. */
  let missedSince = startedAt

  return {
    isOut: () => isOut,

    sent(number: number, now: number) {
      lastSent = number
      waitingSince ??= now
    },

    /** Returns since when messages may be missing, if the server was out of step. */
    readBack(number: number, sentAt: number, now: number) {
      lastRead = Math.max(lastRead, number)
      waitingSince = lastRead === lastSent ? undefined : now
      const outSince = isOut ? missedSince : undefined
      isOut = false
      missedSince = sentAt
      return outSince
    },

    /** To be called every two seconds. */
    check(now: number) {
      const hasSlept = checkedAt !== undefined && now - checkedAt > MAX_CHECK_GAP_MS
      checkedAt = now
      const needsMessage = lastSent === sentAtLastCheck
      sentAtLastCheck = lastSent + (needsMessage ? 1 : 0)
      const isLost = !hasSlept && !isOut && waitingSince !== undefined && now - waitingSince > MAX_WAIT_MS
      isOut ||= isLost
      return { hasSlept, needsMessage, isLost }
    },

    /**
     * While out of step, returns every five seconds since when changes are missing. The next time counts from `clock`,
     * the time on the servers' clock, because the caller reads those changes from the database.
     */
    takeMissedSince(now: number, clock: number) {
      if (now - takenAt < POLL_INTERVAL_MS) return undefined
      const since = missedSince
      takenAt = now
      missedSince = clock
      return since
    },
  }
}
