import ICAL from 'ical.js'
import { zoneOfWindows } from '#core/import/formats/windows-zones.ts'
import { instantOfLocalTime, isTimeZone } from '#core/time/time-zone.ts'
import { SECOND_MS } from '#core/time/units.ts'

/** The instant of a local time, which is given as if it were UTC. */
type ToInstant = (shown: number) => number

export type Zones = ReturnType<typeof createZones>

/** Some programs put a prefix of their own before the name of a zone: `/example.org/20260101/Europe/Madrid`. */
const ZONE_NAME = /(?:^|\/)((?:[A-Z][\w+-]*\/){0,2}[A-Z][\w+-]*)$/

/**
 * Time zones of a calendar by the name that its times use. Names of the time zone database and of Windows have the rules of
 * this server, which are right for all years; other names have those that the calendar describes.
 */
export function createZones(defaultZone: string) {
  const described = new Map<string, ToInstant>()
  const known = new Map<string, ToInstant>()

  const inZone =
    (zone: string): ToInstant =>
    (shown) =>
      instantOfLocalTime(shown, zone)

  function resolve(name: string): ToInstant {
    const candidates = [name, zoneOfWindows(name), ZONE_NAME.exec(name)?.[1]]
    const zone = candidates.find((candidate) => candidate !== undefined && isTimeZone(candidate))
    return zone === undefined ? (described.get(name) ?? inZone(defaultZone)) : inZone(zone)
  }

  return {
    /** The zone of times that name none. */
    default: defaultZone,

    /** The zone of a name; without one, or with an unknown one, the default. */
    of(name: string | undefined): ToInstant {
      if (name === undefined) return inZone(defaultZone)
      const zone = known.get(name) ?? resolve(name)
      known.set(name, zone)
      return zone
    },

    /** Learns a zone that the calendar describes. One that cannot be read stays unknown. */
    learn(lines: readonly string[]) {
      const zone = readZone(lines)
      if (zone === undefined) return
      described.set(zone.tzid, (shown) => {
        const time = ICAL.Time.fromJSDate(new Date(shown), true)
        return shown - zone.utcOffset(time) * SECOND_MS
      })
      known.clear()
    },
  }
}

function readZone(lines: readonly string[]) {
  try {
    const component = ICAL.Component.fromString(lines.join('\r\n'))
    return new ICAL.Timezone({ component, tzid: String(component.getFirstPropertyValue('tzid')) })
  } catch {
    return undefined
  }
}
