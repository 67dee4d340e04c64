import type { Input } from '#contract/endpoint.ts'
import type { DateOrder, ImportField, ImportPreview, imports } from '#contract/imports.ts'
import { currentZone } from '#web/i18n/formats.ts'

/** The user's answers about a file, where the file itself is not clear. */
export interface ImportOptions {
  zone: string
  dateOrder?: DateOrder
  project?: string
  person?: string
  /** Field by column index. */
  columns: Readonly<Record<number, ImportField>>
  keepsLongEntries: boolean
}

const MAX_FILE_NAME_LENGTH = 200

export const defaultImportOptions = (): ImportOptions => ({
  zone: currentZone(),
  columns: {},
  keepsLongEntries: false,
})

/** The preview and the import use the same query. */
export function toImportQuery(options: ImportOptions, fileName: string): Input<typeof imports.create>['query'] {
  const { zone, dateOrder, project, person, columns, keepsLongEntries } = options
  const assigned = Object.entries(columns).map(([index, field]) => `${index}:${field}`)
  return {
    zone,
    ...(dateOrder !== undefined && { dateOrder }),
    ...(project !== undefined && { project }),
    ...(person !== undefined && { person }),
    ...(assigned.length > 0 && { columns: assigned.join(',') }),
    ...(keepsLongEntries && { long: 'keep' }),
    fileName: fileName.slice(0, MAX_FILE_NAME_LENGTH).replaceAll(/\p{Cs}/gu, '\uFFFD'),
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
