import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data/types'
import { OLDEST_BROWSERS } from './oldest-browsers.ts'

/** The version since which each browser supports a feature, as MDN publishes it. */
export const COMPAT_DATA = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData

type Support = CompatStatement['support']
export type Browser = (typeof OLDEST_BROWSERS)[number]['data']
/** Browsers and the version of each. */
export type Versions = readonly { data: Browser; version: string }[]

/** Whether all these browsers support a feature without a prefix or a flag. A missing statement says nothing against it. */
export const isSupported = (feature: Identifier, versions: Versions = OLDEST_BROWSERS) =>
  versions.every(({ data, version }) => {
    const support = feature.__compat?.support
    return support === undefined || isSupportedBy(support[data], Number(version))
  })

const isSupportedBy = (support: Support[Browser], version: number) =>
  [support ?? []]
    .flat()
    .some(
      ({ version_added, version_removed, flags, prefix, alternative_name }) =>
        toNumber(version_added) <= version &&
        toNumber(version_removed) > version &&
        flags === undefined &&
        prefix === undefined &&
        alternative_name === undefined,
    )

/** The first version of a browser that supports a feature; infinite if none does. */
export const firstVersionOf = (feature: Identifier, browser: Browser) =>
  Math.min(...[feature.__compat?.support[browser] ?? []].flat().map(({ version_added }) => toNumber(version_added)))

/** “≤37” means that the data has no older version. */
function toNumber(version: string | boolean | null | undefined) {
  const number = typeof version === 'string' ? Number(version.replace('≤', '')) : NaN
  return Number.isNaN(number) ? Infinity : number
}

/** The parts of a feature: the members of an interface, the values of a property. */
export const partsOf = (feature: Identifier) =>
  Object.entries(feature).filter((part): part is [string, Identifier] => part[0] !== '__compat')

export function findFeature(path: string) {
  const feature = path
    .split('.')
    .reduce<Identifier | undefined>((parent, name) => parent?.[name], COMPAT_DATA as unknown as Identifier)
  if (feature?.__compat === undefined) throw new Error(`The compatibility data has no ${path}`)
  return feature
}
