import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/units.ts'

/** What the number of a cell means. */
export type NumberKind = 'number' | 'date' | 'time' | 'date-time' | 'duration'

/** The formats that every spreadsheet has, by their number. */
const BUILT_IN: [from: number, to: number, kind: NumberKind][] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date-time'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'duration'],
  [47, 47, 'time'],
  [50, 58, 'date'],
]

export const kindOfBuiltInFormat = (id: number): NumberKind =>
  BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'number'

/** Reads a format such as `yyyy-mm-dd hh:mm` or `[h]:mm:ss`. Quoted text, colours and languages do not count. */
export function kindOfNumberFormat(code: string): NumberKind {
  const [first = ''] = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').split(';', 1)
  if (/\[[hms]+\]/i.test(first)) return 'duration'
  const letters = first.replaceAll(/\[[^\]]*\]|general|standard/gi, '').replaceAll(/am\/pm|a\/p/gi, 'h')
  const [hasTime, hasDay] = [/[hs]/i.test(letters), /[yd]/i.test(letters)]
  const hasMonth = !hasTime && /m/i.test(letters) && !/[0#?]/.test(letters)
  if (hasDay || hasMonth) return hasTime ? 'date-time' : 'date'
  return hasTime ? 'time' : 'number'
}

/** The day number of 1970-01-01 where days are counted from 1900, and from 1904. */
const UNIX_DAY_1900 = 25_569
const UNIX_DAY_1904 = 24_107
/** A number of days above this is a date whose format shows the time alone, not a duration. */
const MAX_DURATION_DAYS = 366

/**
 * A number as the text that a table would have: ISO 8601 for dates and times, `h:mm:ss` for durations, and a decimal
 * number otherwise. A time that the format hides is not lost.
 */
export function toCellText(value: number, kind: NumberKind, is1904: boolean): string {
  if (kind === 'number') return toDecimal(value)
  if (kind === 'duration' || (kind === 'time' && value < MAX_DURATION_DAYS)) return toClock(value * DAY_MS)
  const at = Math.round((value - (is1904 ? UNIX_DAY_1904 : UNIX_DAY_1900)) * DAY_MS)
  return Math.abs(at) <= MAX_DATE_MS ? toMoment(at, kind) : toDecimal(value)
}

function toMoment(at: number, kind: NumberKind) {
  const [date = '', time = ''] = new Date(at).toISOString().slice(0, -1).split('T')
  return kind === 'date' && at % DAY_MS === 0 ? date : `${date} ${time.replace(/\.000$/, '')}`
}

const MAX_DATE_MS = 8.64e15

/** Without the errors of binary fractions, and without an exponent. */
const toDecimal = (value: number) => (Number.isInteger(value) ? String(value) : String(Number(value.toFixed(10))))

function toClock(milliseconds: number) {
  const rounded = Math.round(Math.abs(milliseconds) / SECOND_MS) * SECOND_MS
  const [minutes, seconds] = [Math.floor((rounded % HOUR_MS) / MINUTE_MS), (rounded % MINUTE_MS) / SECOND_MS]
  const sign = milliseconds < 0 && rounded > 0 ? '-' : ''
  return `${sign}${Math.floor(rounded / HOUR_MS)}:${String(minutes).padStart(2, '0')}:${String(seconds).padStart(2, '0')}`
}
