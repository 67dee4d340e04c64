import type { Formats } from '#core/formats.ts'
import { toLocale } from '#core/language.ts'
import { memoize } from '#core/memoize.ts'
import { HOUR_MS } from '#core/time/units.ts'

export interface TimeFormat extends Pick<Formats, 'clock'> {
  zone: string
}

/** The time of day: "09:05" or "9:05 am", without the full stops of "a. m.", because columns of times are narrow. */
export const formatTime = (at: number | string, language: string, { clock, zone }: TimeFormat): string =>
  timeFormat(`${language} ${clock} ${zone}`).format(new Date(at)).replaceAll(FULL_STOPS, '')

/** A full hour of the day: "09:00" or "9 am". */
export const formatHour = (hour: number, language: string, clock: Formats['clock']): string =>
  timeFormat(`${language} ${clock} UTC ${clock === '12h'}`)
    .format(hour * HOUR_MS)
    .replaceAll(FULL_STOPS, '')

const FULL_STOPS = /\.\s?/g

/** Cached, because creating a format is slow and every row of a list needs one. */
const timeFormat = memoize(20, (key: string) => {
  const [language = '', clock, timeZone, isHourOnly] = key.split(' ')
  const is24h = clock === '24h'
  return new Intl.DateTimeFormat(toLocale(language), {
    hour: is24h ? '2-digit' : 'numeric',
    minute: isHourOnly === 'true' ? undefined : '2-digit',
    hourCycle: is24h ? 'h23' : 'h12',
    timeZone,
  })
})
