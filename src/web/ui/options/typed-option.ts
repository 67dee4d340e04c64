import { foldForSearch } from '#core/text/fold-for-search.ts'
import type { Option } from './OptionItem.tsx'

/** Whether an option stays in the list while `typed` is in the input. */
export const matchesTyped = (label: string, typed: string) => foldForSearch(label).includes(foldForSearch(typed.trim()))

/** Whether options have the typed text in their names. */
export const isPartOfName = (typed: string, options: readonly Option[]) =>
  options.some(({ label }) => matchesTyped(label, typed))

const isSameName = (label: string, name: string) =>
  label.localeCompare(name, undefined, { sensitivity: 'accent' }) === 0

/** The option that a typed text names: the one of that name, or else, unless it must be exact, the only one that contains it. */
export function findTypedOption(typed: string, options: readonly Option[], how: 'exact' | 'closest' = 'closest') {
  const name = typed.trim()
  if (name === '') return undefined
  const named = options.find(({ label }) => isSameName(label, name))
  if (named !== undefined || how === 'exact') return named
  const matches = options.filter(({ label }) => matchesTyped(label, name))
  return matches.length === 1 ? matches[0] : undefined
}

/** Returns the typed name if no option has it. */
export function nameToCreate(typed: string, options: readonly Option[]): string | undefined {
  const name = typed.trim()
  return name === '' || options.some(({ label }) => isSameName(label, name)) ? undefined : name
}

/** What a list offers for a typed text. `createKey` is that of the offer to create; undefined if nothing can be created. */
export const suggestFor = (typed = '', options: readonly Option[], createKey: string | undefined) => ({
  creating: createKey === undefined ? undefined : nameToCreate(typed, options),
  best: bestOptionFor(typed, options, createKey),
})

/** The option to highlight while the user types: the one that is named, or to be created; `first` if several match. */
export function bestOptionFor(typed: string, options: readonly Option[], createKey: string | undefined) {
  if (typed.trim() === '') return undefined
  const named = findTypedOption(typed, options)?.id
  const isNew = createKey !== undefined && !isPartOfName(typed, options)
  return named ?? (isNew ? createKey : 'first')
}
