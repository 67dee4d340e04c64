import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const SAMPLE_MS = 100
const TICK_MS = 10
/** The share of the processors' time that other machines on the same host may take. */
const MAX_STOLEN_SHARE = 0.1

/**
 * Watches for moments in which the host ran other virtual machines instead of this one. Times measured then tell about
 * the host, not about the server.
 */
export function watchStolenTime() {
  const moments: { begin: number; end: number }[] = []
  let last = { at: performance.now(), ticks: readStolenTicks() }
  function sample() {
    const now = { at: performance.now(), ticks: readStolenTicks() }
    const stolenMs = (now.ticks - last.ticks) * TICK_MS
    if (stolenMs > (now.at - last.at) * availableParallelism() * MAX_STOLEN_SHARE)
      moments.push({ begin: last.at, end: now.at })
    last = now
  }
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    /** Whether a request of this time was disturbed. */
    wasStolen: (begin: number, end: number) => moments.some((moment) => begin <= moment.end && end >= moment.begin),
    stop: () => clearInterval(timer),
  }
}

/** Only Linux tells it. */
function readStolenTicks() {
  try {
    return Number(/^cpu +(?:\d+ +){7}(\d+)/.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
