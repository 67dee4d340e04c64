import { MINUTE_MS } from '#core/time/units.ts'

/** Difference of two times in whole minutes, as both are displayed. */
export function differenceOf(milliseconds: number, before: number) {
  const minutes = Math.floor(milliseconds / MINUTE_MS) - Math.floor(before / MINUTE_MS)
  return { sign: minutes > 0 ? '+' : minutes < 0 ? '−' : '±', milliseconds: Math.abs(minutes) * MINUTE_MS } as const
}
