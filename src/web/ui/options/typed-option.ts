import { foldForSearch } from '#core/text/fold-for-search.ts'
import type { Option } from './OptionItem.tsx'

/** Whether an option stays in the list while `typed` is in the input. */
export const matchesTyped = (label: string, typed: string) => foldForSearch(label).includes(foldForSearch(typed.trim()))

const isSameName = (label: string, name: string) =>
  label.localeCompare(name, undefined, { sensitivity: 'accent' }) === 0

/** The option that a typed text names: the one of that name, or else the only one that contains it. */
export function findTypedOption(typed: string, options: readonly Option[]): Option | undefined {
  const name = typed.trim()
  if (name === '') return undefined
  const matches = options.filter(({ label }) => matchesTyped(label, name))
  return options.find(({ label }) => isSameName(label, name)) ?? (matches.length === 1 ? matches[0] : undefined)
}

/** Returns the typed name if no option has it. */
export function nameToCreate(typed: string, options: readonly Option[]): string | undefined {
  const name = typed.trim()
  return name === '' || options.some(({ label }) => isSameName(label, name)) ? undefined : name
}

/** The option to highlight while the user types; `first` if the text names none. */
export const bestOptionFor = (typed: string, options: readonly Option[]) =>
  typed === '' ? undefined : (findTypedOption(typed, options)?.id ?? 'first')
