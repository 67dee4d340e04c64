import type { Identifier } from '@mdn/browser-compat-data/types'
import { COMPAT_DATA, isSupported, partsOf } from './compat-data.ts'
import { OLDEST_BROWSERS } from './oldest-browsers.ts'

const CSS = COMPAT_DATA.css as Record<'at-rules' | 'selectors' | 'properties' | 'types', Identifier>

/** Functions and keywords of all types by name. A name can stand for several features. */
const TYPES = new Map<string, Identifier[]>()
const collectTypes = (feature: Identifier) => {
  for (const [name, part] of partsOf(feature)) {
    TYPES.set(name, [...(TYPES.get(name) ?? []), part])
    collectTypes(part)
  }
}
collectTypes(CSS.types)

/** Finds at-rules, selectors, properties, values and functions in a minified style sheet that some oldest browser lacks. */
export function findNewerStyles(sheet: string): string[] {
  const text = sheet.replaceAll(/\\./g, '_').replaceAll(/"[^"]*"|'[^']*'|\/\*.*?\*\//gs, '""')
  const [rules, selectors] = [[...text.matchAll(/@([a-z-]+)/g)], [...text.matchAll(/(?<=^|[{};])[^@{};]+(?=\{)/g)]]
  const declarations = [...text.matchAll(/[{;]([a-z-]+):([^{};]*)(?=[;}])/g)]
  const found = [
    ...rules.filter(([, name = '']) => isNewer(CSS['at-rules'][name])).map(([rule]) => rule),
    ...selectors.flatMap(([selector]) =>
      [...selector.matchAll(/:([a-z-]+)/g)].flatMap(([, name = '']) => newerSelector(name)),
    ),
    ...declarations.flatMap(([, name = '', value = '']) => newerDeclaration(name, value)),
  ]
  return [...new Set(found)].toSorted()
}

/** Phones use the same engines. Their data only adds features that make no sense on them, like shapes of the cursor. */
const ON_DESKTOPS = OLDEST_BROWSERS.filter(({ data }) => !data.includes('_'))

const isNewer = (feature: Identifier | undefined) => feature !== undefined && !isSupported(feature, ON_DESKTOPS)

/** Selectors with a prefix are meant for one engine. */
const newerSelector = (name: string) => (!name.startsWith('-') && isNewer(CSS.selectors[name]) ? [`:${name}`] : [])

function newerDeclaration(name: string, value: string) {
  const property = CSS.properties[name]
  if (property === undefined || name.startsWith('-')) return []
  if (isNewer(property)) return [name]
  const words = value.split(/[\s,()!]+/).filter((word) => isNewer(property[word]))
  const functions = [...value.matchAll(/([a-z-]+)\(/g)].filter(([, name = '']) => isNewerType(name))
  return [...words.map((word) => `${name}: ${word}`), ...functions.map(([, name]) => `${name}()`)]
}

const isNewerType = (name: string) => TYPES.get(name)?.every(isNewer) ?? false
