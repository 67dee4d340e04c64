import type { Input } from '#contract/endpoint.ts'
import type { DateOrder, ImportField, ImportPreview, imports } from '#contract/imports.ts'

/** What somebody says of a file, where the file itself does not. */
export interface ImportOptions {
  zone: string
  dateOrder?: DateOrder
  project?: string
  person?: string
  /** By the place of the column. */
  columns: Readonly<Record<number, ImportField>>
  keepsLongEntries: boolean
}

const MAX_FILE_NAME_LENGTH = 200

export const defaultImportOptions = (): ImportOptions => ({
  zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  columns: {},
  keepsLongEntries: false,
})

/** The same for a preview and for the import after it. */
export function toImportQuery(choices: ImportOptions, fileName: string): Input<typeof imports.create>['query'] {
  const { zone, dateOrder, project, person, columns, keepsLongEntries: keepsLong } = choices
  const told = Object.entries(columns).map(([index, field]) => `${index}:${field}`)
  return {
    zone,
    ...(dateOrder !== undefined && { dateOrder }),
    ...(project !== undefined && { project }),
    ...(person !== undefined && { person }),
    ...(told.length > 0 && { columns: told.join(',') }),
    ...(keepsLong && { long: 'keep' }),
    fileName: fileName.slice(0, MAX_FILE_NAME_LENGTH).toWellFormed(),
  }
}

/** What a column means from now on. Another that was said to mean the same does so no longer. */
export function withColumn({ columns, ...choices }: ImportOptions, index: number, field: ImportField): ImportOptions {
  const others = Object.entries(columns).filter(
    ([other, meaning]) => Number(other) !== index && (meaning === 'unused' || meaning !== field),
  )
  return { ...choices, columns: { ...Object.fromEntries(others), [index]: field } }
}

/** Of a whole team's file, whose rows are the user's own; undefined: nobody's for certain. */
export function findOwnPerson(people: ImportPreview['people'], user: { email: string; name: string } | undefined) {
  if (people.length < 2 || user === undefined) return undefined
  const isCalled = (name: string) => people.find(({ person }) => person.toLowerCase() === name.toLowerCase())?.person
  return isCalled(user.email) ?? isCalled(user.name)
}
