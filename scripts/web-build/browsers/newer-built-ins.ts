import type { Identifier } from '@mdn/browser-compat-data/types'
import { COMPAT_DATA, isSupported, partsOf, type Versions } from './compat-data.ts'

/** Built-ins that some of the oldest browsers lack. */
export interface NewerBuiltIns {
  globals: ReadonlySet<string>
  /** `Map.groupBy`, `Navigator.wakeLock`: members of an interface that all of the browsers have. */
  members: ReadonlySet<string>
  /** The members that the interface itself has, as far as the data tells. */
  statics: ReadonlySet<string>
  /** Names of members that no interface of the oldest browsers has, so that the name alone tells. */
  memberNames: ReadonlySet<string>
}

/** Scopes whose members are also globals. */
const GLOBAL_SCOPES = new Set(['Window', 'WorkerGlobalScope', 'DedicatedWorkerGlobalScope', 'ServiceWorkerGlobalScope'])

/** Members of newer interfaces are left out: code can reach them only through a newer global or member. */
export function listNewerBuiltIns(versions?: Versions): NewerBuiltIns {
  const [globals, members, statics] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const [names, older] = [new Set<string>(), new Set<string>()]
  for (const [name, feature] of listInterfaces()) {
    if (!isSupported(feature, versions)) {
      globals.add(name)
      continue
    }
    for (const { member, part, isStatic } of listMembers(feature)) {
      if (isSupported(part, versions)) {
        older.add(member)
        continue
      }
      members.add(`${name}.${member}`)
      if (isStatic) statics.add(`${name}.${member}`)
      else names.add(member)
      if (GLOBAL_SCOPES.has(name)) globals.add(member)
    }
  }
  return { globals, members, statics, memberNames: new Set([...names].filter((name) => !older.has(name))) }
}

/** The interfaces of the language and of the browser; `Intl` is a namespace of more. */
function listInterfaces(): [name: string, Identifier][] {
  const { builtins } = COMPAT_DATA.javascript as { builtins: Identifier }
  const ofIntl = partsOf(builtins['Intl'] ?? {}).map(([name, part]): [string, Identifier] => [`Intl.${name}`, part])
  return [...partsOf(builtins), ...ofIntl, ...partsOf(COMPAT_DATA.api)]
}

/** The data also lists parameters and events of an interface. Their names have an underscore, like those of symbols. */
const listMembers = (feature: Identifier) =>
  partsOf(feature)
    .map(([name, part]) => ({ member: name.replace(/_static$/, ''), part, isStatic: name.endsWith('_static') }))
    .filter(({ member }) => !member.includes('_'))
