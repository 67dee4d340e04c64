/** All time zones, plus the chosen one if the browser lists it under another name. */
export function timeZoneOptions(chosen: string) {
  const known = Intl.supportedValuesOf('timeZone')
  const zones = known.includes(chosen) ? known : [chosen, ...known]
  return zones.map((zone) => ({ id: zone, label: zone.replaceAll('_', ' ') }))
}
