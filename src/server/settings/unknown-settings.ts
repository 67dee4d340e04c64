import { SECRET_SETTINGS, SETTING_NAMES } from '#server/config.ts'
import { providerSettingNames } from './openid-settings.ts'
import type { Environment } from './setting-files.ts'

export interface UnknownSetting {
  name: string
  /** The known setting that was probably meant. */
  nearest: string
}

/** Kubernetes and Docker describe other services in variables like these. */
const SERVICE_VARIABLE = /_SERVICE_(HOST|PORT)|_PORT(_\d+_(TCP|UDP).*)?$/
/** Names of other programs that resemble ours. */
const FOREIGN = /^(GOOGLE_(?!CLIENT)|HOSTNAME$|HOSTTYPE$|DATABASE_(HOST|PORT|USER|PASSWORD|NAME)$)/
const MIN_LENGTH_FOR_TWO_ERRORS = 8

/**
 * Finds variables that are probably meant as a setting, but are none. Most variables of an environment belong to other
 * programs, so a variable must resemble a setting, or share its first word.
 */
export function findUnknownSettings(environment: Environment): UnknownSetting[] {
  const ofProviders = providerSettingNames(environment)
  const known = [...SETTING_NAMES, ...ofProviders.names]
  const files = [...SECRET_SETTINGS, ...ofProviders.secrets].map((name) => `${name}_FILE`)
  const accepted = new Set([...known, ...files])
  const prefixes = new Set(known.filter((name) => name.includes('_')).map(firstWord))
  return Object.keys(environment)
    .filter((name) => environment[name] !== '' && !accepted.has(name))
    .filter((name) => !SERVICE_VARIABLE.test(name) && !FOREIGN.test(name))
    .flatMap((name) => {
      const nearest = findNearest(name, known)
      const isMeant =
        (name.includes('_') && prefixes.has(firstWord(name))) || isMisspelt(name, nearest) || hasOwnPrefix(name, known)
      return isMeant ? [{ name, nearest }] : []
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const firstWord = (name: string) => name.split('_', 1)[0] ?? ''
const hasOwnPrefix = (name: string, known: string[]) =>
  known.includes(name.replace(/^RITMO_/, '')) || known.includes(name.replace(/_FILE$/, ''))

function isMisspelt(name: string, nearest: string) {
  const maxErrors = Math.min(name.length, nearest.length) >= MIN_LENGTH_FOR_TWO_ERRORS ? 2 : 1
  return countEdits(name, nearest) <= maxErrors
}

function findNearest(name: string, known: string[]) {
  const bare = name.replace(/^RITMO_/, '').replace(/_FILE$/, '')
  const related = known.filter((candidate) => firstWord(candidate) === firstWord(bare))
  const edits = (related.length > 0 && bare.includes('_') ? related : known).map((candidate) => ({
    candidate,
    count: countEdits(bare, candidate),
  }))
  return edits.reduce((best, next) => (next.count < best.count ? next : best)).candidate
}

/** The Damerau-Levenshtein distance: insertions, deletions, replacements, and swaps of two neighbours. */
export function countEdits(from: string, to: string) {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwap ? at(beforeLast, column - 2) + 1 : Infinity,
      )
    }
    ;[beforeLast, last] = [last, current]
  }
  return at(last, to.length)
}

const at = (row: number[], index: number) => row[index] ?? Infinity
