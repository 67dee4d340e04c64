/** What a day or a time of day is typed in. */
export type SegmentType = 'day' | 'month' | 'year' | 'hour' | 'minute'
export type Numbers = Partial<Record<SegmentType, number>>

/** Days are `YYYY-MM-DD`, and both are included. */
export interface DateRange {
  start: string
  end: string
}

interface Rule {
  min: number
  max: number
  digits: number
  /** How far Page Up and Page Down go. */
  leap: number
}

export const RULES: Record<SegmentType, Rule> = {
  day: { min: 1, max: 31, digits: 2, leap: 7 },
  month: { min: 1, max: 12, digits: 2, leap: 2 },
  year: { min: 2000, max: 2100, digits: 4, leap: 5 },
  hour: { min: 0, max: 23, digits: 2, leap: 2 },
  minute: { min: 0, max: 59, digits: 2, leap: 15 },
}

/** What typed digits mean so far. Nothing yet is undefined: a leading zero, half a year. */
export function readDigits(type: SegmentType, raw: string) {
  const { min, max, digits } = RULES[type]
  const whole = raw.replaceAll(/\D/g, '').slice(-digits)
  // What would be too much begins anew with its last digit.
  const text = Number(whole) > max ? whole.slice(-1) : whole
  const number = Number(text)
  const isPossible = text !== '' && number >= min
  return {
    text,
    number: isPossible ? number : undefined,
    /** No further digit can follow. */
    isDone: isPossible && (text.length === digits || number * 10 > max),
  }
}

/** The number so many steps on, round and round. From nothing it begins at an end. */
export function stepped(type: SegmentType, number: number | undefined, by: number) {
  const { min, max } = RULES[type]
  if (number === undefined) return by > 0 ? min : max
  const count = max - min + 1
  return min + ((((number - min + by) % count) + count) % count)
}

const DAY_TYPES = ['day', 'month', 'year'] as const
export const TIME_LAYOUT = ['hour', ':', 'minute'] as const

/** The parts of a day in the order of a language, with what stands between them. */
export function dayLayout(locale: string): readonly string[] {
  const format = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' })
  return format.formatToParts(0).map(({ type, value }) => DAY_TYPES.find((known) => known === type) ?? value)
}

export const isSegment = (part: string): part is SegmentType => part in RULES

/** `YYYY-MM-DD` in numbers, and back: a day that its month has not becomes the last that it has. */
export function toNumbers(date: string): Numbers {
  const [year, month, day] = date.split('-').map(Number)
  return { year, month, day } as Numbers
}

export function toDate({ year = 0, month = 0, day = 0 }: Numbers) {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return [pad(year, 4), pad(month), pad(Math.min(day, last))].join('-')
}

/** `HH:MM` in numbers, and back. What is finer stays as it was. */
export function toClockNumbers(clock: string): Numbers {
  const [hour, minute] = clock.split(':').map(Number)
  return { hour, minute } as Numbers
}

export const toClock = ({ hour = 0, minute = 0 }: Numbers, before: string | null) =>
  `${pad(hour)}:${pad(minute)}${before?.slice(5) ?? ''}`

export const pad = (number: number, digits = 2) => String(number).padStart(digits, '0')
