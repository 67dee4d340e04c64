import { MINUTE_MS, SECOND_MS } from './units.ts'
import { instantOfLocalTime, utcOffsetOf } from './time-zone.ts'

/** An instant as ISO text in a zone, with the offset of that moment: 2026-11-19T10:00:00+01:00. */
export function toLocalIso(at: number, zone: string): string {
  const second = Math.floor(at / SECOND_MS) * SECOND_MS
  const offset = utcOffsetOf(second, zone)
  const minutes = Math.abs(offset) / MINUTE_MS
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const sign = offset < 0 ? '-' : '+'
  return `${new Date(second + offset).toISOString().slice(0, 19)}${sign}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`
}

const LOCAL = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/i

/** Reads ISO text. Without an offset it is a local time of the zone. */
export function readLocalIso(text: string, zone: string): number | undefined {
  const typed = text.trim().replace(' ', 'T')
  const isLocal = LOCAL.test(typed)
  const at = isLocal || WITH_OFFSET.test(typed) ? Date.parse(isLocal ? `${typed}Z` : typed) : NaN
  if (Number.isNaN(at)) return undefined
  return isLocal ? instantOfLocalTime(at, zone) : at
}
