import type { Input } from '#contract/endpoint.ts'
import type { DateOrder, DurationUnit, Encoding, ImportField, ImportPreview, imports } from '#contract/files/imports.ts'
import type { FileUpload } from '#contract/files/uploads.ts'
import { currentZone } from '#web/i18n/formats.ts'

/** The user's answers about a file, where the file itself is not clear. */
export interface ImportOptions {
  zone: string
  dateOrder?: DateOrder
  unit?: DurationUnit
  encoding?: Encoding
  project?: string
  /** One of the preview's people, or `EVERYBODY`. */
  person?: string
  /** The entries are suggestions, and are to be imported. */
  suggestions?: 'accept'
  /** Field by column index. */
  columns: Readonly<Record<number, ImportField>>
  keepsLongEntries: boolean
}

export const defaultImportOptions = (): ImportOptions => ({
  zone: currentZone(),
  columns: {},
  keepsLongEntries: false,
})

/** The preview and the import use the same query. */
export function toImportQuery(
  { columns, keepsLongEntries, ...answers }: ImportOptions,
  { id, fileName }: Pick<FileUpload, 'id' | 'fileName'>,
): Input<typeof imports.create>['query'] {
  const assigned = Object.entries(columns).map(([index, field]) => `${index}:${field}`)
  return {
    ...answers,
    ...(assigned.length > 0 && { columns: assigned.join(',') }),
    ...(keepsLongEntries && { long: 'keep' }),
    fileName,
    upload: id,
  }
}

/** Assigns a field to a column. Another column with this field loses it. */
export function withColumn({ columns, ...options }: ImportOptions, index: number, field: ImportField): ImportOptions {
  const others = Object.entries(columns).filter(
    ([other, meaning]) => Number(other) !== index && (meaning === 'unused' || meaning !== field),
  )
  return { ...options, columns: { ...Object.fromEntries(others), [index]: field } }
}

/** Finds the user among the people in the file of a team; undefined if none matches. */
export function findOwnPerson(people: ImportPreview['people'], user: { email: string; name: string } | undefined) {
  if (people.length < 2 || user === undefined) return undefined
  const findByName = (name: string) => people.find(({ person }) => person.toLowerCase() === name.toLowerCase())?.person
  return findByName(user.email) ?? findByName(user.name)
}

/** Questions that the file leaves open, in the order in which they are asked. The file cannot be imported before. */
export function findOpenQuestions(preview: ImportPreview, { person, suggestions }: ImportOptions) {
  const isOpen = {
    encoding: !preview.isEncodingCertain,
    columns: preview.missing.length > 0,
    dateOrder: preview.dateOrder === 'ambiguous',
    unit: preview.unit === 'ambiguous',
    person: preview.people.length > 1 && person === undefined,
    suggestions: preview.isSuggestion && suggestions === undefined,
  }
  return (Object.keys(isOpen) as (keyof typeof isOpen)[]).filter((question) => isOpen[question])
}
