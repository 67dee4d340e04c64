/** One question to the server for its time. */
export interface Probe {
  /** On this device's clock, as is `receivedAt`. */
  sentAt: number
  serverAt: number
  receivedAt: number
}

/** One look at both clocks of the browser: one that may be set, one that may stop while the device sleeps. */
export interface ClockReading {
  wall: number
  mono: number
}

const MAX_ROUND_TRIP_MS = 2_000
const MAX_PROBES = 8
const MIN_JUMP_MS = 2_000
const MIN_REPORTED_SKEW_MS = 60_000
/** What two clocks that nobody sets may part by while the probes are kept. */
const MAX_DRIFT_MS = 250

const roundTripOf = ({ sentAt, receivedAt }: Probe) => receivedAt - sentAt

const offsetOf = ({ sentAt, serverAt, receivedAt }: Probe) => serverAt - (sentAt + receivedAt) / 2

const isUsable = (probe: Probe) => roundTripOf(probe) >= 0 && roundTripOf(probe) <= MAX_ROUND_TRIP_MS

/** Each can be wrong by half its way: if they are further apart, one of the clocks was set in between. */
const isConsistent = (a: Probe, b: Probe) =>
  Math.abs(offsetOf(a) - offsetOf(b)) <= (roundTripOf(a) + roundTripOf(b)) / 2 + MAX_DRIFT_MS

/** How far the server's clock is ahead, by the quickest of the latest answers that the very latest does not contradict. */
export function estimateOffset(probes: readonly Probe[]): number | undefined {
  const recent = probes.filter(isUsable).slice(-MAX_PROBES)
  const [best] = recent
    .filter((probe) => isConsistent(probe, recent.at(-1)!))
    .toSorted((a, b) => roundTripOf(a) - roundTripOf(b))
  return best && offsetOf(best)
}

/** Both clocks go at one pace, unless the device slept or somebody set its clock. */
export const detectJump = (before: ClockReading, now: ClockReading) =>
  Math.abs(now.wall - before.wall - (now.mono - before.mono)) > MIN_JUMP_MS

const BROWSER_CLOCKS = { wall: () => Date.now(), mono: () => performance.now() }

/** The server's time, on this device. */
export interface Clock {
  now: () => number
  /** The server's time of this very call, asking the server first when it never was, or the clock has jumped since. */
  syncedNow: () => Promise<number>
  addProbe: (probe: Probe) => void
  /** An offset of an earlier visit, until the server has been asked or this device's clock was set. */
  restoreOffset: (offset: number) => void
  offset: () => number
  /** How far this device's clock is ahead, if that is worth telling. */
  skew: () => number | null
  /** How to ask the server, which is done at once when the clock has jumped; resolves when there is no more to hope for. */
  setServerTimeRequest: (ask: () => Promise<void>) => void
}

export function createClock({ wall, mono } = BROWSER_CLOCKS): Clock {
  const read = (): ClockReading => ({ wall: wall(), mono: mono() })
  let offset = 0
  let probes: readonly Probe[] = []
  // A device's own clock may be wrong by anything.
  let isUnsure = true
  let isRecallable = true
  let last = read()
  let lastNow = last.wall
  let ask = () => Promise.resolve()

  function now() {
    const reading = read()
    if (detectJump(last, reading)) {
      // Which of the two is right only the server knows: until it is asked, no time that has passed is lost.
      offset = lastNow + Math.max(reading.wall - last.wall, reading.mono - last.mono) - reading.wall
      probes = []
      isUnsure = true
      isRecallable = false
      void ask()
    }
    last = reading
    lastNow = Math.max(lastNow, Math.round(reading.wall + offset))
    return lastNow
  }

  function correct(to: number) {
    offset = to
    last = read()
    // Only the server may turn this clock back.
    lastNow = Math.round(last.wall + offset)
  }

  return {
    now,
    syncedNow: async () => {
      const askedAt = mono()
      now()
      if (isUnsure) await ask()
      // Asking again at every press would help nobody.
      isUnsure = false
      return Math.round(now() - (mono() - askedAt))
    },
    addProbe: (probe) => {
      now()
      if (!isUsable(probe)) return
      probes = [...probes, probe].slice(-MAX_PROBES)
      isUnsure = false
      isRecallable = false
      correct(estimateOffset(probes) ?? offset)
    },
    restoreOffset: (earlier) => {
      if (isRecallable) correct(earlier)
    },
    offset: () => offset,
    skew: () => (Math.abs(offset) > MIN_REPORTED_SKEW_MS ? -offset : null),
    setServerTimeRequest: (how) => (ask = how),
  }
}
