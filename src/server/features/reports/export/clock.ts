import { memoize } from '#core/memoize.ts'
import { utcOffsetOf } from '#core/time/time-zone.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/units.ts'

export type Clock = ReturnType<typeof createClock>

const MAX_CACHED_DAYS = 10_000

/** Converts moments to local time. Time zone lookups are slow, so days with a single UTC offset are looked up once. */
export function createClock(zone: string) {
  const offsetOfDay = memoize(MAX_CACHED_DAYS, (day: number) => {
    const [first, last] = [utcOffsetOf(day * DAY_MS, zone), utcOffsetOf((day + 1) * DAY_MS, zone)]
    return first === last ? first : undefined
  })
  const offsetAt = (at: number) => offsetOfDay(Math.floor(at / DAY_MS)) ?? utcOffsetOf(at, zone)

  /** `2026-03-02`, `09:00:00` and `+01:00`. */
  function localTime(at: number) {
    const offset = offsetAt(at)
    const local = new Date(at + offset).toISOString()
    return { date: local.slice(0, 10), time: local.slice(11, 19), offset: formatOffset(offset) }
  }

  return {
    offsetAt,
    localTime,
    /** `2026-03-02T09:00:00+01:00`, and `2026-03-02T09:00:00.400+01:00` if there are milliseconds. */
    isoTime(at: number) {
      const { date, time, offset } = localTime(at)
      const milliseconds = at % SECOND_MS
      return `${date}T${time}${milliseconds === 0 ? '' : `.${String(milliseconds).padStart(3, '0')}`}${offset}`
    },
  }
}

function formatOffset(offset: number) {
  const size = Math.abs(offset)
  return `${offset < 0 ? '-' : '+'}${twoDigits(size / HOUR_MS)}:${twoDigits((size % HOUR_MS) / MINUTE_MS)}`
}

/** `05:00:00`, `125:00:00` */
export function formatClockTime(milliseconds: number) {
  const seconds = Math.floor(milliseconds / 1_000)
  return `${twoDigits(seconds / 3_600)}:${twoDigits((seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
}

const twoDigits = (count: number) => String(Math.floor(count)).padStart(2, '0')

export const formatHours = (milliseconds: number, digits: number) => (milliseconds / HOUR_MS).toFixed(digits)
