import { SECOND_MS } from '#core/time/units.ts'

const MAX_DATE_MS = 8.64e15

/** An instant in ISO 8601; the number itself if it is no instant. */
export const isoOfMilliseconds = (at: number) => (Math.abs(at) <= MAX_DATE_MS ? new Date(at).toISOString() : String(at))

export const isoOfSeconds = (seconds: number) => isoOfMilliseconds(Math.round(seconds * SECOND_MS))

const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/

/** 20260304T090000Z as 2026-03-04T09:00:00Z; other text as it is. */
export function isoOfCompact(text: string) {
  const [, year, month, day, hour, minute, second, zone] = COMPACT.exec(text) ?? []
  if (year === undefined) return text
  const date = `${year}-${month}-${day}`
  return hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone}`
}
