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
    /**
     * Whether a request that began then is left out. Its end does not matter: a request that the server delays takes
     * longer, and would be left out more often than others.
     */
    wasStolen: (at: number) => moments.some(({ begin, end }) => begin <= at && at <= end),
    stop: () => clearInterval(timer),
  }
}

/** Other systems than Linux do not count them. */
function readStolenTicks() {
  try {
    return Number(/^cpu +(?:\d+ +){7}(\d+)/.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
