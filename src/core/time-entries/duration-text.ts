import { MAX_ENTRY_MS } from './worked-time.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/units.ts'

const AMOUNT = String.raw`\d+(?:[.,]\d+)?`
const CLOCK = /^(\d*):([0-5]\d)(?::([0-5]\d))?$/
const NUMBER = new RegExp(`^${AMOUNT}$`)
const UNITS = new RegExp(
  [
    String.raw`^(?:(?<hours>${AMOUNT})\s*(?:h|hrs?|hours?|horas?|sa|saat))?\s*`,
    String.raw`(?:(?<minutes>${AMOUNT})\s*(?:m|mins?|minutes?|minutos?|dk|dakika|$))?\s*`,
    String.raw`(?:(?<seconds>${AMOUNT})\s*(?:s|secs?|seconds?|segs?|segundos?|sn|saniye))?$`,
  ].join(''),
)

/** Parses a duration to milliseconds: 1:30, 1h30, 90m, 1.5h, 1.5 (hours) or 45 (minutes). */
export function readDuration(text: string): number | undefined {
  const typed = text.trim().toLowerCase()
  const milliseconds = readClock(typed) ?? readNumber(typed) ?? readUnits(typed)
  const rounded = Math.round(milliseconds / SECOND_MS) * SECOND_MS
  return rounded > 0 && rounded < MAX_ENTRY_MS ? rounded : undefined
}

/** Formats a duration as h:mm:ss, without fractions of a second. */
export function writeDuration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / SECOND_MS)
  const twoDigits = (count: number) => String(count % 60).padStart(2, '0')
  return `${Math.floor(seconds / 3_600)}:${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds)}`
}

function readClock(text: string) {
  const [matched, hours, minutes, seconds = 0] = CLOCK.exec(text) ?? []
  if (matched === undefined) return undefined
  return Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS
}

function readNumber(text: string) {
  if (!NUMBER.test(text)) return undefined
  return toNumber(text) * (/[.,]/.test(text) ? HOUR_MS : MINUTE_MS)
}

function readUnits(text: string) {
  const { hours, minutes, seconds } = UNITS.exec(text)?.groups ?? {}
  return toNumber(hours) * HOUR_MS + toNumber(minutes) * MINUTE_MS + toNumber(seconds) * SECOND_MS
}

const toNumber = (text = '') => Number(text.replace(',', '.'))
