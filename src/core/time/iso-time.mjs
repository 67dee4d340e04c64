// Plain JavaScript, because worker threads load it as well.

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))
const THREE_DIGITS = Array.from({ length: 1_000 }, (_, number) => String(number).padStart(3, '0'))

/** The day of the last call, and its date with the letter that follows it. */
let lastDay = NaN
let lastDate = ''

/**
 * An instant as the API writes it: the text of `Date.toISOString`, which takes twenty times as long. Most instants of a
 * reply are of the same few days, so the date is kept.
 *
 * @param {number} at
 */
export function toIsoTime(at) {
  const day = Math.floor(at / DAY_MS)
  if (day !== lastDay) {
    lastDate = new Date(day * DAY_MS).toISOString().slice(0, -13)
    lastDay = day
  }
  const time = at - day * DAY_MS
  const hours = TWO_DIGITS[Math.floor(time / HOUR_MS)]
  const minutes = TWO_DIGITS[Math.floor((time % HOUR_MS) / MINUTE_MS)]
  const seconds = TWO_DIGITS[Math.floor((time % MINUTE_MS) / SECOND_MS)]
  return `${lastDate}${hours}:${minutes}:${seconds}.${THREE_DIGITS[Math.floor(time % SECOND_MS)]}Z`
}
