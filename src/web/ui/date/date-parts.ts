import type { DateOrder, Formats } from '#core/formats.ts'

/** One input of a date or time field. `hour12` is 1 to 12; `period` is 0 before noon and 1 after it. */
export type DatePart = 'day' | 'month' | 'year' | 'hour' | 'minute' | 'hour12' | 'period'
export type DatePartValues = Partial<Record<DatePart, number>>

/** Both dates are `YYYY-MM-DD` and included. */
export interface DateRange {
  start: string
  end: string
}

interface DatePartRule {
  min: number
  max: number
  digits: number
  /** Step of Page Up and Page Down. */
  pageStep: number
}

export const DATE_PART_RULES: Record<DatePart, DatePartRule> = {
  day: { min: 1, max: 31, digits: 2, pageStep: 7 },
  month: { min: 1, max: 12, digits: 2, pageStep: 2 },
  year: { min: 2000, max: 2100, digits: 4, pageStep: 5 },
  hour: { min: 0, max: 23, digits: 2, pageStep: 2 },
  minute: { min: 0, max: 59, digits: 2, pageStep: 15 },
  hour12: { min: 1, max: 12, digits: 2, pageStep: 2 },
  period: { min: 0, max: 1, digits: 2, pageStep: 1 },
}

/** Reads the digits typed so far. `number` is undefined while they are incomplete: a leading zero, half a year. */
export function readDigits(type: DatePart, raw: string) {
  const { min, max, digits } = DATE_PART_RULES[type]
  const whole = raw.replaceAll(/\D/g, '').slice(-digits)
  // When the number exceeds the maximum, the last digit starts a new one.
  const text = Number(whole) > max ? whole.slice(-1) : whole
  const number = Number(text)
  const isPossible = text !== '' && number >= min
  return {
    text,
    number: isPossible ? number : undefined,
    /** No further digit can follow. */
    isComplete: isPossible && (text.length === digits || number * 10 > max),
  }
}

const YEAR_FIRST = ['year', 'month', 'day'] as const

/**
 * Reads text that was pasted into a part: a whole date or time in the order of its parts (16/11/2026, 0915, 9:15 pm), an
 * ISO date, or the number of that part alone. Returns undefined if it is none of them.
 */
export function readPastedParts(
  text: string,
  parts: readonly DatePart[],
  target: DatePart,
): DatePartValues | undefined {
  if (!parts.includes('hour12')) return readParts(text, parts, target)
  const read = readParts(text, ['hour', 'minute'], target === 'minute' ? target : 'hour')
  return read && toTwelveHours(read)
}

function readParts(text: string, parts: readonly DatePart[], target: DatePart): DatePartValues | undefined {
  const groups = text.match(/\d+/g) ?? []
  const [first = ''] = groups
  if (groups.length !== 1)
    return toParts(text, groups, parts.includes('year') && first.length === 4 ? YEAR_FIRST : parts)
  if (first.length !== countDigits(parts)) return toParts(text, groups, [target])
  const read = (order: readonly DatePart[]) => toParts(text, splitDigits(first, order), order)
  return read(parts) ?? (parts.includes('year') ? read(YEAR_FIRST) : undefined)
}

const countDigits = (parts: readonly DatePart[]) => parts.reduce((sum, part) => sum + DATE_PART_RULES[part].digits, 0)

function splitDigits(text: string, parts: readonly DatePart[]) {
  return parts.map((part, index) => {
    const start = countDigits(parts.slice(0, index))
    return text.slice(start, start + DATE_PART_RULES[part].digits)
  })
}

function toParts(text: string, groups: readonly string[], parts: readonly DatePart[]): DatePartValues | undefined {
  const values: DatePartValues = {}
  for (const [index, part] of parts.entries()) {
    const number = toPartNumber(part, groups[index] ?? '', text)
    if (number === undefined) return undefined
    values[part] = number
  }
  const { year, month, day } = values
  return year && month && day && day > lastDayOf(year, month) ? undefined : values
}

function toPartNumber(part: DatePart, digits: string, text: string) {
  const number = Number(digits) + addedToPart(part, digits, text)
  const { min, max } = DATE_PART_RULES[part]
  return digits !== '' && number >= min && number <= max ? number : undefined
}

/** A year of two digits is in this century; hours may be of 12-hour time. */
function addedToPart(part: DatePart, digits: string, text: string) {
  if (part === 'year' && digits.length === 2) return 2000
  if (part !== 'hour') return 0
  if (/p\.?\s?m/i.test(text)) return Number(digits) < 12 ? 12 : 0
  return /a\.?\s?m/i.test(text) && Number(digits) === 12 ? -12 : 0
}

/** Steps a number and wraps at its limits. An empty part starts at one of them. */
export function stepDatePart(type: DatePart, number: number | undefined, by: number) {
  const { min, max } = DATE_PART_RULES[type]
  if (number === undefined) return by > 0 ? min : max
  const count = max - min + 1
  return min + ((((number - min + by) % count) + count) % count)
}

const DAY_PARTS = ['day', 'month', 'year'] as const

/** The parts of a time of day, with the separators between them. */
export const TIME_LAYOUTS: Record<Formats['clock'], readonly string[]> = {
  '24h': ['hour', ':', 'minute'],
  '12h': ['hour12', ':', 'minute', '\u00a0', 'period'],
}

/** The parts of a date in the user's order, with the separators between them. A day comes first as in the locale. */
export function dateLayout(locale: string, order: DateOrder): readonly string[] {
  if (order === 'mdy') return ['month', '/', 'day', '/', 'year']
  if (order === 'ymd') return ['year', '-', 'month', '-', 'day']
  const format = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' })
  return format.formatToParts(0).map(({ type, value }) => DAY_PARTS.find((known) => known === type) ?? value)
}

export const isDatePart = (part: string): part is DatePart => part in DATE_PART_RULES

/** Reads `YYYY-MM-DD`. */
export function parseDate(date: string): DatePartValues {
  const [year, month, day] = date.split('-').map(Number)
  return { year, month, day } as DatePartValues
}

/** Writes `YYYY-MM-DD`. A day after the end of its month becomes the last day of that month. */
export function toDateString({ year = 0, month = 0, day = 0 }: DatePartValues) {
  return [pad(year, 4), pad(month), pad(Math.min(day, lastDayOf(year, month)))].join('-')
}

const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Reads `HH:MM`. */
export function parseTime(time: string, clock: Formats['clock']): DatePartValues {
  const [hour, minute] = time.split(':').map(Number)
  const values = { hour, minute } as DatePartValues
  return clock === '12h' ? toTwelveHours(values) : values
}

/** Replaces the hour, if there is one, by its parts in 12-hour time. */
function toTwelveHours({ hour, ...rest }: DatePartValues): DatePartValues {
  return hour === undefined ? rest : { ...rest, hour12: hour % 12 || 12, period: hour < 12 ? 0 : 1 }
}

/** Writes `HH:MM`. */
export function toTimeString({ hour12, period = 0, minute = 0, ...values }: DatePartValues) {
  const hour = hour12 === undefined ? (values.hour ?? 0) : (hour12 % 12) + 12 * period
  return `${pad(hour)}:${pad(minute)}`
}

export const pad = (number: number, digits = 2) => String(number).padStart(digits, '0')
