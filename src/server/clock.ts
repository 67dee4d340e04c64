import { uptime } from 'node:os'

/** The clocks of the machine: one that may be set, one that stops while the machine sleeps, and one that does not. */
const MACHINE_CLOCKS = { wall: () => Date.now(), mono: () => performance.now(), awake: () => uptime() * 1_000 }

/** Less than this is a clock that is corrected as it goes, and is followed. */
const MIN_JUMP_MS = 2_000

/**
 * The server's time: the machine's, but without leaps. Whoever sets that clock moves nobody's timer: time goes on at its
 * pace until somebody else's clock says that the new time is right, or until the next start. Sleep is no leap.
 * `time`: what it is now, if something knows better than this machine.
 */
export function createClock(time?: number, { wall, mono, awake } = MACHINE_CLOCKS) {
  const slept = () => awake() - mono()
  let last = { wall: wall(), mono: mono() }
  let sleptBefore = slept()
  let offset = ignoreSmall((time ?? last.wall) - last.wall)
  let tell: (setMs: number) => void = () => {}

  function now() {
    const reading = { wall: wall(), mono: mono() }
    const leap = reading.wall - last.wall - (reading.mono - last.mono)
    last = reading
    if (Math.abs(leap) > MIN_JUMP_MS) leapBy(leap)
    return Math.round(reading.wall + offset)
  }

  function leapBy(leap: number) {
    const setMs = ignoreSmall(leap - (slept() - sleptBefore))
    sleptBefore = slept()
    offset = ignoreSmall(offset - setMs)
    if (setMs !== 0) tell(setMs)
  }

  return {
    now,
    /** Takes in what another clock shows. One that may be anybody's can only choose between the two times there are. */
    observeClientTime(moment: number) {
      now()
      if (Math.abs(moment - last.wall) <= MIN_JUMP_MS) offset = 0
    },
    /** Hears by how much the machine's clock was set. */
    onSet: (listener: typeof tell) => void (tell = listener),
  }
}

const ignoreSmall = (milliseconds: number) => (Math.abs(milliseconds) > MIN_JUMP_MS ? milliseconds : 0)
