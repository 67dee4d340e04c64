import { uptime } from 'node:os'

/** `wall` can be set to any time. `monotonic` stops while the machine sleeps, `boot` does not. */
const MACHINE_CLOCKS = { wall: () => Date.now(), monotonic: () => performance.now(), boot: () => uptime() * 1_000 }

/** Smaller differences are regular corrections of the clock, which the server's time follows. */
const MIN_JUMP_MS = 2_000

/**
 * Returns the machine's time without jumps, so that setting the machine's clock does not move timers. After a jump the
 * clock continues as before, until a client's clock confirms the new time, or the server restarts. Sleep of the machine
 * is not a jump. `time` is the current time according to the database, if it has a clock.
 */
export function createClock(time?: number, { wall, monotonic, boot } = MACHINE_CLOCKS) {
  const sleptMs = () => boot() - monotonic()
  let last = { wall: wall(), monotonic: monotonic() }
  let lastSleptMs = sleptMs()
  let offset = ignoreSmall((time ?? last.wall) - last.wall)
  let onSet: (setMs: number) => void = () => {}

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
    if (setMs !== 0) onSet(setMs)
  }

  return {
    now,
    /** Ends the offset if a client's clock agrees with the machine's. A client can change nothing else. */
    observeClientTime(moment: number) {
      now()
      if (Math.abs(moment - last.wall) <= MIN_JUMP_MS) offset = 0
    },
    /** Calls the listener with the difference whenever the machine's clock was set. */
    onSet: (listener: typeof onSet) => void (onSet = listener),
  }
}

const ignoreSmall = (milliseconds: number) => (Math.abs(milliseconds) > MIN_JUMP_MS ? milliseconds : 0)
