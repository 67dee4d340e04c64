import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { utcOffsetOf } from '#core/time/time-zone.ts'

export type Clock = ReturnType<typeof createClock>

/** The clocks of a zone. Asking them is slow; on most days they are ahead of UTC by the same all day. */
export function createClock(zone: string) {
  const offsets = new Map<number, number | undefined>()

  function offsetAt(at: number) {
    const day = Math.floor(at / DAY_MS)
    if (!offsets.has(day)) {
      const [first, last] = [utcOffsetOf(day * DAY_MS, zone), utcOffsetOf((day + 1) * DAY_MS, zone)]
      offsets.set(day, first === last ? first : undefined)
    }
    return offsets.get(day) ?? utcOffsetOf(at, zone)
  }

  /** `2026-03-02`, `09:00:00`, and `+01:00` ahead of UTC. */
  function read(at: number) {
    const offset = offsetAt(at)
    const local = new Date(at + offset).toISOString()
    return { date: local.slice(0, 10), time: local.slice(11, 19), offset: formatOffset(offset) }
  }

  return {
    offsetAt,
    read,
    /** ISO 8601 with the zone's offset, to the second. */
    write(at: number) {
      const { date, time, offset } = read(at)
      return `${date}T${time}${offset}`
    },
  }
}

function formatOffset(offset: number) {
  const size = Math.abs(offset)
  return `${offset < 0 ? '-' : '+'}${twoDigits(size / HOUR_MS)}:${twoDigits((size % HOUR_MS) / MINUTE_MS)}`
}

/** `25:00:00`, and with the hours in two digits where they are fewer. */
export function formatClockTime(milliseconds: number) {
  const seconds = Math.floor(milliseconds / 1_000)
  return `${twoDigits(seconds / 3_600)}:${twoDigits((seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
}

const twoDigits = (count: number) => String(Math.floor(count)).padStart(2, '0')

export const formatHours = (milliseconds: number, digits: number) => (milliseconds / HOUR_MS).toFixed(digits)
