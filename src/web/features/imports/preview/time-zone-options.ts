/** Every zone there is, and the chosen one if a browser knows it by another name. */
export function timeZoneOptions(chosen: string) {
  const known = Intl.supportedValuesOf('timeZone')
  const zones = known.includes(chosen) ? known : [chosen, ...known]
  return zones.map((zone) => ({ id: zone, label: zone.replaceAll('_', ' ') }))
}
