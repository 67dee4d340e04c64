import { readDuration } from '#core/time-entries/duration-text.ts'
import { foldForSearch } from '#core/text/fold-for-search.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/units.ts'
import { readDay } from './dates.ts'
import { UNIT_MS } from './file/duration-unit.ts'
import type { DateOrder, DurationUnit } from './import-model.ts'

const CLOCK = String.raw`(\d{1,2})[:.h](\d{2})(?:[:.m](\d{2})(?:[.,](\d{1,3})\d*)?)?s?`
const PLAIN_CLOCK = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/
/** The halves of a day in English, Spanish (a. m.) and Turkish (ÖÖ, ÖS). */
const HALF = String.raw`(?:([ap])\s?\.?\s?m\.?|(o[os]))`
const CLOCK_WITH_HALF = new RegExp(`^(?:${HALF}\\s*)?${CLOCK}\\s*(?:${HALF})?$`)

/** Milliseconds since midnight; 24:00 is a whole day. */
export function readTimeOfDay(text: string): number | undefined {
  const [, hours, minutes, seconds = '0'] = PLAIN_CLOCK.exec(text) ?? []
  if (hours !== undefined) return toTimeOfDay(Number(hours), Number(minutes), Number(seconds))
  const match = CLOCK_WITH_HALF.exec(foldForSearch(text))
  return match === null ? undefined : readClockWithHalf(match)
}

function readClockWithHalf(match: string[]) {
  const [, halfBefore, turkishBefore, hour, minute, second = '0', fraction = '0', halfAfter, turkishAfter] = match
  const half = halfBefore ?? halfAfter ?? turkishHalf(turkishBefore ?? turkishAfter)
  const hourOfDay = toHourOfDay(Number(hour), half)
  if (hourOfDay === undefined) return undefined
  return toTimeOfDay(hourOfDay, Number(minute), Number(`${second}.${fraction}`))
}

const turkishHalf = (half: string | undefined) => half && (half === 'os' ? 'p' : 'a')

function toHourOfDay(hour: number, half: string | undefined) {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

function toTimeOfDay(hours: number, minutes: number, seconds: number) {
  const time = hours * HOUR_MS + minutes * MINUTE_MS + Math.round(seconds * SECOND_MS)
  return minutes < 60 && seconds < 60 && time <= DAY_MS ? time : undefined
}

/** The content of a date or time cell: an instant, or a local day, a local time of day or both. */
export interface PartialDateTime {
  at?: number
  day?: number
  time?: number
}

const ZONED = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s?(?:Z|[+-]\d\d:?\d\d)$/i
const UNIX = /^\d{10}(?:\d{3})?$/
const LAST_CLOCK = new RegExp(`^(.*?)(?:[T ,]\\s*)(${CLOCK}\\s*(?:${HALF})?)$`, 'i')

/** Parses one cell: ISO 8601, seconds or milliseconds since 1970, or a date and a time. */
export function readDateTime(text: string, order: DateOrder): PartialDateTime | undefined {
  if (ZONED.test(text)) return readZoned(text)
  if (UNIX.test(text)) return { at: Number(text) * (text.length === 10 ? SECOND_MS : 1) }
  const time = readTimeOfDay(text)
  if (time !== undefined && !/^\d{1,2}\.\d{1,2}\.\d{2}$/.test(text)) return { time }
  const [, date, clock] = LAST_CLOCK.exec(text.replaceAll(/[\u00A0\u202F]/g, ' ')) ?? []
  if (date === undefined || clock === undefined) return toPartialDateTime(readDay(text, order))
  const clockTime = readTimeOfDay(clock)
  return clockTime === undefined ? undefined : toPartialDateTime(readDay(date.trim(), order), clockTime)
}

function readZoned(text: string): PartialDateTime | undefined {
  const at = Date.parse(text.replace(' ', 'T').replace(/\s/, '').replace(',', '.'))
  return Number.isNaN(at) ? undefined : { at }
}

const toPartialDateTime = (day: number | undefined, time?: number): PartialDateTime | undefined =>
  day === undefined ? undefined : { day, ...(time !== undefined && { time }) }

const CLOCK_DURATION = /^(-?)(\d+):(\d\d)(?::(\d\d))?$/
const ISO_DURATION = /^PT(?=\d)(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?$/i
const MINUTES_AND_SECONDS = /^(\d+):(\d\d)\s*min$/i
const NUMBER = /^-?\d{1,3}(?:[.,]\d{3})*[.,]\d+$|^-?\d+(?:[.,]\d+)?$/

const THOUSANDS = /^-?\d{1,3}([.,])\d{3}(?:\1\d{3})+$/

export const isNumber = (text: string) => NUMBER.test(text)

/**
 * Parses a duration to milliseconds: 1:30:00, 1:30, 18:25 min, 1,50, 90m, PT1H30M or a spreadsheet's time (12:20:00 AM). A
 * plain number is none unless its unit is known.
 */
export function readDurationCell(text: string, unit: DurationUnit | undefined): number | undefined {
  const [matched, sign, hours, minutes, seconds = '0'] = CLOCK_DURATION.exec(text) ?? []
  if (matched !== undefined) {
    const length = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS
    return sign === '-' ? -length : length
  }
  if (isNumber(text)) return readPlainNumber(text, unit)
  const [short, wholeMinutes, rest] = MINUTES_AND_SECONDS.exec(text) ?? []
  if (short !== undefined) return Number(wholeMinutes) * MINUTE_MS + Number(rest) * SECOND_MS
  if (ISO_DURATION.test(text)) return readIsoDuration(text)
  return /[ap]\.?\s?m\.?$/i.test(text) ? readTimeOfDay(text) : readDuration(text)
}

/** Zero needs no unit. */
function readPlainNumber(text: string, unit: DurationUnit | undefined) {
  if (mayHaveThousands(text, unit)) return undefined
  const count = readNumber(text)
  return count === 0 ? 0 : unit && Math.round(count * UNIT_MS[unit])
}

/**
 * Whether the only separator of a number may be that of thousands: 1.080 minutes are 18 hours to some, and one minute to
 * others. Hours are never so many; seconds with a point and three digits are milliseconds.
 */
const mayHaveThousands = (text: string, unit: DurationUnit | undefined) =>
  (unit === 'minutes' && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) ||
  (unit === 'seconds' && /^-?[1-9]\d{0,2},\d{3}$/.test(text))

function readIsoDuration(text: string) {
  const [, hours = '0', minutes = '0', seconds = '0'] = ISO_DURATION.exec(text.replaceAll(',', '.')) ?? []
  return Math.round(Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS)
}

/** The last comma or point separates the fraction, unless it occurs more than once: then it separates thousands. */
export function readNumber(text: string) {
  if (THOUSANDS.test(text)) return Number(text.replaceAll(/[.,]/g, ''))
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last === -1) return Number(text)
  return Number(`${text.slice(0, last).replaceAll(/[.,]/g, '')}.${text.slice(last + 1)}`)
}
