import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/units.ts'

/** “30 days”, or hours and minutes if it is less than a day. */
export function formatSpan(milliseconds: number, locale: string) {
  const [unit, size] = UNITS.find(([, size]) => milliseconds >= size) ?? ['minute', MINUTE_MS]
  const count = Math.max(1, Math.round(milliseconds / size))
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const
