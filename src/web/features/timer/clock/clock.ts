/** One request for the server's time. */
export interface Probe {
  /** On this device's clock, as is `receivedAt`. */
  sentAt: number
  serverAt: number
  receivedAt: number
}

/** The browser's two clocks: the wall clock may be set, the monotonic one may stop while the device sleeps. */
export interface ClockReading {
  wall: number
  mono: number
}

const MAX_ROUND_TRIP_MS = 2_000
const MAX_PROBES = 8
const MIN_JUMP_MS = 2_000
const MIN_REPORTED_SKEW_MS = 60_000
/** How far the clocks of device and server may drift apart within the last few probes, unless one is set. */
const MAX_DRIFT_MS = 250

const roundTripOf = ({ sentAt, receivedAt }: Probe) => receivedAt - sentAt

const offsetOf = ({ sentAt, serverAt, receivedAt }: Probe) => serverAt - (sentAt + receivedAt) / 2

const isUsable = (probe: Probe) => roundTripOf(probe) >= 0 && roundTripOf(probe) <= MAX_ROUND_TRIP_MS

/** Each offset can be wrong by half its round trip. If they are further apart, a clock was set in between. */
const isConsistent = (a: Probe, b: Probe) =>
  Math.abs(offsetOf(a) - offsetOf(b)) <= (roundTripOf(a) + roundTripOf(b)) / 2 + MAX_DRIFT_MS

/** How far the server's clock is ahead: by the quickest of the recent probes that are consistent with the last one. */
export function estimateOffset(probes: readonly Probe[]): number | undefined {
  const recent = probes.filter(isUsable).slice(-MAX_PROBES)
  const [best] = recent
    .filter((probe) => isConsistent(probe, recent.at(-1)!))
    .toSorted((a, b) => roundTripOf(a) - roundTripOf(b))
  return best && offsetOf(best)
}

/** Both clocks advance alike unless the device slept or its clock was set. */
export const detectJump = (before: ClockReading, now: ClockReading) =>
  Math.abs(now.wall - before.wall - (now.mono - before.mono)) > MIN_JUMP_MS

const BROWSER_CLOCKS = { wall: () => Date.now(), mono: () => performance.now() }

/** The server's time as estimated on this device. */
export interface Clock {
  now: () => number
  /** The server's time at this call. Requests it first if that never happened, or if the clock has jumped since. */
  syncedNow: () => Promise<number>
  addProbe: (probe: Probe) => void
  /** Uses a stored offset until the first probe, or until this device's clock is set. */
  restoreOffset: (offset: number) => void
  offset: () => number
  /** How far this device's clock is ahead; null if that is too little to show. */
  skew: () => number | null
  /** Sets the function that requests the server's time, which must resolve even without a reply. A jump calls it. */
  setServerTimeRequest: (requestServerTime: () => Promise<void>) => void
}

export function createClock({ wall, mono } = BROWSER_CLOCKS): Clock {
  const read = (): ClockReading => ({ wall: wall(), mono: mono() })
  let offset = 0
  let probes: readonly Probe[] = []
  // Before the first probe the device's own clock may be wrong by any amount.
  let needsServerTime = true
  let canRestoreOffset = true
  let last = read()
  let lastNow = last.wall
  let requestServerTime = () => Promise.resolve()

  function now() {
    const reading = read()
    if (detectJump(last, reading)) {
      // Only the server knows which clock is right. Until it replies, the one that advanced more counts.
      offset = lastNow + Math.max(reading.wall - last.wall, reading.mono - last.mono) - reading.wall
      probes = []
      needsServerTime = true
      canRestoreOffset = false
      void requestServerTime()
    }
    last = reading
    lastNow = Math.max(lastNow, Math.round(reading.wall + offset))
    return lastNow
  }

  function correct(to: number) {
    offset = to
    last = read()
    // Only a correction by the server may set this clock back.
    lastNow = Math.round(last.wall + offset)
  }

  return {
    now,
    syncedNow: async () => {
      const calledAt = mono()
      now()
      if (needsServerTime) await requestServerTime()
      // If the server was unreachable, later commands do not wait for it again.
      needsServerTime = false
      return Math.round(now() - (mono() - calledAt))
    },
    addProbe: (probe) => {
      now()
      if (!isUsable(probe)) return
      probes = [...probes, probe].slice(-MAX_PROBES)
      needsServerTime = false
      canRestoreOffset = false
      correct(estimateOffset(probes) ?? offset)
    },
    restoreOffset: (stored) => {
      if (canRestoreOffset) correct(stored)
    },
    offset: () => offset,
    skew: () => (Math.abs(offset) > MIN_REPORTED_SKEW_MS ? -offset : null),
    setServerTimeRequest: (request) => (requestServerTime = request),
  }
}
