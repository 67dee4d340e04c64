/** One input of a date or time field. */
export type DatePart = 'day' | 'month' | 'year' | 'hour' | 'minute'
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

/** Steps a number and wraps at its limits. An empty part starts at one of them. */
export function stepDatePart(type: DatePart, number: number | undefined, by: number) {
  const { min, max } = DATE_PART_RULES[type]
  if (number === undefined) return by > 0 ? min : max
  const count = max - min + 1
  return min + ((((number - min + by) % count) + count) % count)
}

const DAY_PARTS = ['day', 'month', 'year'] as const
export const TIME_LAYOUT = ['hour', ':', 'minute'] as const

/** The parts of a date in the order of the locale, with the separators between them. */
export function dateLayout(locale: string): readonly string[] {
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
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return [pad(year, 4), pad(month), pad(Math.min(day, last))].join('-')
}

/** Reads `HH:MM`. */
export function parseTime(time: string): DatePartValues {
  const [hour, minute] = time.split(':').map(Number)
  return { hour, minute } as DatePartValues
}

/** Writes `HH:MM`. */
export const toTimeString = ({ hour = 0, minute = 0 }: DatePartValues) => `${pad(hour)}:${pad(minute)}`

export const pad = (number: number, digits = 2) => String(number).padStart(digits, '0')
