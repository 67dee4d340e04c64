import { uptime } from 'node:os'
import { DAY_MS } from '#core/time/units.ts'

/** `wall` can be set to any time. `monotonic` stops while the machine sleeps, `boot` does not. */
const MACHINE_CLOCKS = { wall: () => Date.now(), monotonic: () => performance.now(), boot: () => uptime() * 1_000 }

/** Smaller differences are regular corrections of the clock, which the server's time follows. */
const MIN_JUMP_MS = 2_000

/** As many users have to confirm a new time, or all users of the last day if there are fewer. */
const MIN_CONFIRMING_USERS = 3

/**
 * Returns the machine's time without jumps, so that setting the machine's clock does not move timers. After a jump the
 * clock continues as before, until the clocks of several users confirm the new time, or the server restarts. Sleep of
 * the machine is not a jump. `time` is the current time according to the database, if it has a clock.
 */
export function createClock(time?: number, { wall, monotonic, boot } = MACHINE_CLOCKS) {
  const sleptMs = () => boot() - monotonic()
  let last = { wall: wall(), monotonic: monotonic() }
  let lastSleptMs = sleptMs()
  let offset = ignoreSmall((time ?? last.wall) - last.wall)
  let onSet: (setMs: number) => void = () => {}
  const activeUsers = createActiveUsers(monotonic)
  /** Whether the clock of each user who connected since the jump shows the new time; false if it shows the old one. */
  const votes = new Map<string, boolean>()

  function now() {
    const reading = { wall: wall(), monotonic: monotonic() }
    const jump = reading.wall - last.wall - (reading.monotonic - last.monotonic)
    last = reading
    if (Math.abs(jump) > MIN_JUMP_MS) compensate(jump)
    return Math.round(reading.wall + offset)
  }

  function compensate(jump: number) {
    const setMs = ignoreSmall(jump - (sleptMs() - lastSleptMs))
    lastSleptMs = sleptMs()
    offset = ignoreSmall(offset - setMs)
    votes.clear()
    if (setMs !== 0) onSet(setMs)
  }

  return {
    now,
    /**
     * Ends the offset if enough users have a clock that agrees with the machine's, and more than have one that agrees
     * with the time before the jump. Clients can change nothing else.
     */
    observeClientTime(moment: number, userId: string) {
      const current = now()
      activeUsers.add(userId)
      const hasNewTime = isNear(moment, last.wall)
      if (offset === 0 || (!hasNewTime && !isNear(moment, current))) return
      votes.set(userId, hasNewTime)
      const confirming = [...votes.values()].filter(Boolean).length
      const isEnough = confirming >= Math.min(MIN_CONFIRMING_USERS, activeUsers.count())
      if (isEnough && confirming > votes.size - confirming) offset = 0
    },
    /** Calls the listener with the difference whenever the machine's clock was set. */
    onSet: (listener: typeof onSet) => void (onSet = listener),
  }
}

/** The users who connected within the last day. */
function createActiveUsers(monotonic: () => number) {
  // In order of their last connection.
  const connectedAt = new Map<string, number>()
  return {
    add(userId: string) {
      connectedAt.delete(userId)
      connectedAt.set(userId, monotonic())
      for (const [user, at] of connectedAt) {
        if (at > monotonic() - DAY_MS) break
        connectedAt.delete(user)
      }
    },
    count: () => connectedAt.size,
  }
}

const isNear = (moment: number, other: number) => Math.abs(moment - other) <= MIN_JUMP_MS

const ignoreSmall = (milliseconds: number) => (Math.abs(milliseconds) > MIN_JUMP_MS ? milliseconds : 0)
