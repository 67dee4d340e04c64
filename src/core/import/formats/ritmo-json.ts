import type { FileFormat, FormatEntry } from './format.ts'
import { fieldOf, listOf, numberOf, textOf, textsOf } from './read-value.ts'

/** The JSON export of a report. Entries are read as they were worked, also from a rounded report. */
export const RITMO_JSON: FileFormat<unknown> = {
  name: 'ritmo',
  fields: [
    'start',
    'end',
    'milliseconds',
    'client',
    'project',
    'task',
    'tags',
    'notes',
    'rounding',
    'entry',
    'segments',
  ],
  recognizes: (file) =>
    ['range', 'zone', 'grouping', 'total'].every((key) => fieldOf(file, key) !== undefined) &&
    Array.isArray(fieldOf(file, 'entries')),
  *read(file) {
    for (const [index, entry] of listOf(fieldOf(file, 'entries')).entries()) yield toEntry(entry, index + 1)
  },
}

const toEntry = (entry: unknown, line: number): FormatEntry => ({
  line,
  start: textOf(fieldOf(entry, 'start')),
  end: textOf(fieldOf(entry, 'end')),
  milliseconds: numberOf(fieldOf(entry, 'workedMilliseconds')) ?? numberOf(fieldOf(entry, 'milliseconds')),
  client: textOf(fieldOf(entry, 'client')),
  project: textOf(fieldOf(entry, 'project')),
  task: textOf(fieldOf(entry, 'task')),
  tags: textsOf(fieldOf(entry, 'tags')),
  notes: textOf(fieldOf(entry, 'notes')),
  rounding: 'None',
  entry: textOf(fieldOf(entry, 'id')),
  segments: listOf(fieldOf(entry, 'segments')).map((segment) => [
    textOf(fieldOf(segment, 'start')),
    textOf(fieldOf(segment, 'end')),
  ]),
})
