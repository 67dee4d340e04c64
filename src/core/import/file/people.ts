import { textAt } from '#core/import/columns.ts'
import type { ImportField } from '#core/import/import-model.ts'
import { OF_CLIENTS } from './heading-aliases.ts'
import { normalizeHeading, primaryFieldOf } from './headings.ts'

/** The columns that say whose a row is: the first with a text counts; several are joined, as first and last name are. */
export type PersonColumns = readonly (readonly number[])[]

const MAX_PERSON_LENGTH = 300
const MAX_PEOPLE = 200
const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/

export function personOf(cells: readonly string[], columns: PersonColumns) {
  for (const some of columns) {
    let person = ''
    for (const column of some) person = `${person} ${textAt(cells, column).trim()}`.trim()
    if (person !== '') return person.slice(0, MAX_PERSON_LENGTH)
  }
  return ''
}

interface Candidate {
  columns: PersonColumns
  /** Its heading is unknown, so only e-mail addresses show that its values are people. */
  isUnknown: boolean
  people: Map<string, number>
}

/**
 * Counts the people in every column that may say whose a row is: email address and name, further headings of people, and
 * unknown columns of e-mail addresses. If the user has assigned a column, only that counts.
 */
export function createPeopleCounter(
  headings: readonly string[],
  fields: readonly (ImportField | null)[],
  overrides: readonly { index: number; field: ImportField }[] = [],
) {
  const named = toNamedColumns(fields)
  const isAssigned = overrides.some(({ field }) => field === 'person' || field === 'email')
  const others = isAssigned ? [] : findOthers(headings, fields, overrides)
  const toCandidate = (columns: PersonColumns, isUnknown: boolean): Candidate => ({
    columns,
    isUnknown,
    people: new Map(),
  })
  const main = toCandidate(named, false)
  let candidates = [main, ...others.map(({ index, isUnknown }) => toCandidate([[index]], isUnknown))]

  return {
    addRecord(cells: readonly string[]) {
      for (const candidate of candidates) {
        const person = personOf(cells, candidate.columns)
        if (person === '') continue
        if (candidate.isUnknown && !EMAIL.test(person)) candidates = candidates.filter((other) => other !== candidate)
        else count(candidate.people, person)
      }
    },
    finish() {
      const { columns, people } = candidates.find(({ people }) => people.size > 1) ?? main
      const list = [...people].map(([person, rows]) => ({ person, rows }))
      return { personColumns: columns, people: list.toSorted((a, b) => b.rows - a.rows) }
    },
  }
}

function count(people: Map<string, number>, person: string) {
  if (people.size < MAX_PEOPLE || people.has(person)) people.set(person, (people.get(person) ?? 0) + 1)
}

/** The email address comes first, because names change. */
function toNamedColumns(fields: readonly (ImportField | null)[]): PersonColumns {
  const columnsOf = (...wanted: ImportField[]) =>
    wanted.map((field) => fields.indexOf(field)).filter((column) => column !== -1)
  return [columnsOf('email'), columnsOf('person', 'lastName')].filter((columns) => columns.length > 0)
}

function findOthers(
  headings: readonly string[],
  fields: readonly (ImportField | null)[],
  overrides: readonly { index: number }[],
) {
  const isOther = (index: number) => {
    if (overrides.some((override) => override.index === index) || OF_CLIENTS.test(normalizeHeading(headings[index]!)))
      return false
    const primary = primaryFieldOf(headings[index]!)
    return fields[index] === null || (fields[index] === 'unused' && (primary === 'person' || primary === 'email'))
  }
  return headings
    .map((_, index) => ({ index, isUnknown: fields[index] === null }))
    .filter(({ index }) => isOther(index))
}
