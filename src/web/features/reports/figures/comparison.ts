import { MINUTE_MS } from '#core/units.ts'

/** By how much one time is longer than another, in the minutes that are shown of both. */
export function differenceOf(milliseconds: number, before: number) {
  const minutes = Math.floor(milliseconds / MINUTE_MS) - Math.floor(before / MINUTE_MS)
  return { sign: minutes > 0 ? '+' : minutes < 0 ? '−' : '±', milliseconds: Math.abs(minutes) * MINUTE_MS } as const
}
