import { setTimeout as sleep } from 'node:timers/promises'
import { callOnce } from '../calls.ts'
import type { Person } from '../people.ts'
import { createMinuteEntry } from '../users-at-work.ts'

const INTERVAL_MS = 200
const MAX_GAP_MS = 90_000
/** After a gap, this long with writes proves that it is over. */
const STEADY_MS = 2_000

/** Writes at a fixed rate while a fault is injected, and returns the longest time without a successful write. */
export async function measureWriteGap(url: string, person: Person, injectFault: () => Promise<unknown>) {
  const successes = [performance.now()]
  const write = async () => {
    const call = { path: '/time-entries', body: createMinuteEntry(person), token: person.token }
    if ((await callOnce(url, call)).status === 201) successes.push(performance.now())
  }
  const timer = setInterval(() => void write(), INTERVAL_MS)
  try {
    const startedAt = performance.now()
    await injectFault()
    while (!isSteady(successes) && performance.now() - startedAt < MAX_GAP_MS) await sleep(INTERVAL_MS)
    const gaps = successes.map((at, index) => at - (successes[index - 1] ?? at))
    return isSteady(successes) ? Math.max(...gaps) : undefined
  } finally {
    clearInterval(timer)
  }
}

/** Whether writes succeeded throughout the last seconds. */
function isSteady(successes: number[]) {
  const since = performance.now() - STEADY_MS
  const recent = successes.filter((at) => at > since)
  return recent.length > STEADY_MS / INTERVAL_MS / 2
}
