import { foldForSearch } from '#core/text/fold-for-search.ts'
import type { ImportField, ImportFormat } from '#core/import/import-model.ts'
import { unitOfHeading, withoutUnit } from './duration-unit.ts'
import { ANY_NAME, FIELDS_WITH_UNIT, MONEY, PRIMARY_FIELDS, SECONDARY_FIELDS } from './heading-aliases.ts'

/** A heading in plain lower-case words: `projectName`, `project_name` and `Project name` are the same. */
export const normalizeHeading = (heading: string) =>
  foldForSearch(heading.replaceAll(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 '))
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim()

/** The meaning of a heading on its own. */
export function primaryFieldOf(heading: string): ImportField | undefined {
  const word = normalizeHeading(heading)
  const field = PRIMARY_FIELDS.get(word) ?? fieldWithUnit(word)
  // `Employee?` asks whether someone is one.
  return field === 'person' && heading.trimEnd().endsWith('?') ? 'unused' : field
}

/** The field of `Time spent (seconds)` or `Duration min`. */
function fieldWithUnit(word: string): ImportField | undefined {
  if (unitOfHeading(word) === undefined) return undefined
  return FIELDS_WITH_UNIT.get(withoutUnit(word)) === 'duration' ? 'duration' : undefined
}

interface RecognitionOptions {
  /** Fields that the user assigns. */
  overrides?: readonly { index: number; field: ImportField }[] | undefined
  /** The format, if it is not recognized by the headings. */
  format?: ImportFormat | undefined
}

/** The field of each column; null if unknown. A second column of the same field is `unused`. */
export function recognizeColumns(
  headings: readonly string[],
  { overrides = [], format = detectFormat(headings) }: RecognitionOptions = {},
): (ImportField | null)[] {
  const words = headings.map(normalizeHeading)
  const fields: (ImportField | null | undefined)[] = words.map(() => undefined)
  const assign = (index: number, field: ImportField | undefined) => {
    if (index >= words.length || fields[index] !== undefined || field === undefined) return
    fields[index] = fields.includes(field) ? 'unused' : field
  }
  for (const { index, field } of overrides) assign(index, field)
  words.forEach((word, index) => assign(index, format === 'ritmo' ? OWN_EXPORT_FIELDS[word] : undefined))
  headings.forEach((heading, index) => assign(index, primaryFieldOf(heading)))
  const saysWhat = WHAT_FIELDS.some((field) => fields.includes(field))
  words.forEach((word, index) => assign(index, secondaryFieldOf(word, saysWhat)))
  return dropStrayLastName(
    fields.map((field) => field ?? null),
    words,
  )
}

const WHAT_FIELDS: ImportField[] = ['project', 'task', 'notes']

function secondaryFieldOf(word: string, saysWhat: boolean): ImportField | undefined {
  if (ANY_NAME.has(word) && !saysWhat) return 'task'
  return SECONDARY_FIELDS.get(word) ?? (MONEY.test(word) ? 'unused' : undefined)
}

/** A last name belongs to a first name; beside a whole name it is not needed. */
function dropStrayLastName(fields: (ImportField | null)[], words: readonly string[]) {
  const first = words[fields.indexOf('person')]
  const isWhole = first !== undefined && PRIMARY_FIELDS.get(first) === 'person'
  return fields.map((field) => (field === 'lastName' && isWhole ? 'unused' : field))
}

const OWN_EXPORT_FIELDS: Record<string, ImportField> = {
  date: 'unused',
  rounding: 'rounding',
  entry: 'entry',
  hours: 'unused',
}

export function detectFormat(headings: readonly string[]): ImportFormat {
  const words = new Set(headings.map(normalizeHeading))
  const has = (...wanted: string[]) => wanted.every((word) => words.has(word))
  if (has('milliseconds', 'rounding', 'entry')) return 'ritmo'
  if ([...words].some((word) => /^(duration|duracion|duracao|dauer|duree|sure) (h|sa)$/.test(word))) return 'clockify'
  if (has('start date', 'start time') && (has('duration') || has('stop date'))) return 'toggl'
  if (has('from', 'to', 'activity') || has('von', 'bis', 'tatigkeit')) return 'kimai'
  if (has('start', 'end', 'duration', 'duration decimal')) return 'solidtime'
  return has('date', 'client', 'notes', 'hours') ? 'harvest' : 'other'
}

/** Emacs exports clocked times of Org mode with tags such as `work:deep`. */
export const joinsTagsByColons = (headings: readonly string[]) =>
  headings.some((heading) => normalizeHeading(heading) === 'ishabit')

/** A file needs a start, and an end or a duration. */
export function findMissingFields(fields: readonly (ImportField | null)[]): ('start' | 'end')[] {
  const has = (...wanted: ImportField[]) => wanted.some((field) => fields.includes(field))
  return [
    ...(has('start', 'startDate') ? [] : (['start'] as const)),
    ...(has('end', 'endTime', 'duration', 'milliseconds', 'segments') ? [] : (['end'] as const)),
  ]
}
