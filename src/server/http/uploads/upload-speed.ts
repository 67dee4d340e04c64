/** The speed is checked this often, over the last three intervals: a short interruption does no harm. */
export const CHECK_EVERY_MS = 5_000
const CHECKED_INTERVALS = 3
const MIN_BYTES_PER_SECOND = 2 * 1024
const MIN_BYTES = (MIN_BYTES_PER_SECOND * CHECKED_INTERVALS * CHECK_EVERY_MS) / 1_000
/** Less than the time after which Node ends a request, so that the client is told the reason. */
const MAX_UPLOAD_MS = 110_000
const MAX_CHECKS = MAX_UPLOAD_MS / CHECK_EVERY_MS

/** Says at each check whether an upload is too slow to be continued. */
export function createSpeedCheck() {
  const sizes = [0]
  return {
    isTooSlow(receivedBytes: number) {
      sizes.push(receivedBytes)
      const before = sizes.at(-1 - CHECKED_INTERVALS)
      const isStalled = before !== undefined && receivedBytes - before < MIN_BYTES
      return isStalled || sizes.length > MAX_CHECKS
    },
  }
}
