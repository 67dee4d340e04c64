import type { Input } from '#contract/endpoint.ts'
import type { DateOrder, ImportField, ImportPreview, imports } from '#contract/imports.ts'

/** What somebody says of a file, where the file itself does not. */
export interface Choices {
  zone: string
  dateOrder?: DateOrder
  project?: string
  person?: string
  /** By the place of the column. */
  columns: Readonly<Record<number, ImportField>>
  keepsLong: boolean
}

const LONGEST_FILE_NAME = 200

export const firstChoices = (): Choices => ({
  zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  columns: {},
  keepsLong: false,
})

/** The same for a preview and for the import after it. */
export function toQuery(choices: Choices, fileName: string): Input<typeof imports.create>['query'] {
  const { zone, dateOrder, project, person, columns, keepsLong } = choices
  const told = Object.entries(columns).map(([index, field]) => `${index}:${field}`)
  return {
    zone,
    ...(dateOrder !== undefined && { dateOrder }),
    ...(project !== undefined && { project }),
    ...(person !== undefined && { person }),
    ...(told.length > 0 && { columns: told.join(',') }),
    ...(keepsLong && { long: 'keep' }),
    fileName: fileName.slice(0, LONGEST_FILE_NAME).toWellFormed(),
  }
}

/** What a column means from now on. Another that was said to mean the same does so no longer. */
export function withColumn({ columns, ...choices }: Choices, index: number, field: ImportField): Choices {
  const others = Object.entries(columns).filter(
    ([other, meaning]) => Number(other) !== index && (meaning === 'unused' || meaning !== field),
  )
  return { ...choices, columns: { ...Object.fromEntries(others), [index]: field } }
}

/** Of a whole team's file, whose rows are the user's own; undefined: nobody's for certain. */
export function ownAmong(people: ImportPreview['people'], user: { email: string; name: string } | undefined) {
  if (people.length < 2 || user === undefined) return undefined
  const isCalled = (name: string) => people.find(({ person }) => person.toLowerCase() === name.toLowerCase())?.person
  return isCalled(user.email) ?? isCalled(user.name)
}
