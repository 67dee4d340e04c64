import type { FileFormat, FormatEntry, TextFile } from './format.ts'
import { isoOfSeconds } from './iso-times.ts'
import { linesOf } from './lines.ts'
import { fieldOf, listOf, numberOf, textOf } from './read-value.ts'

const TAG = /#([\p{L}\p{N}_\-/]+)/gu
/** How the app marks deleted records. */
const HIDDEN = 'HIDDEN'

const FIELDS = ['start', 'end', 'tags', 'notes'] as const

/** Records of the API: seconds since 1970, and tags within the description. A running record ends when it starts. */
export const TIMETAGGER_JSON: FileFormat<unknown> = {
  name: 'timetagger',
  fields: FIELDS,
  recognizes: (file) => {
    const [first] = listOf(fieldOf(file, 'records'))
    return ['t1', 't2'].every((key) => numberOf(fieldOf(first, key)) !== undefined)
  },
  *read(file) {
    for (const [index, record] of listOf(fieldOf(file, 'records')).entries()) {
      const notes = textOf(fieldOf(record, 'ds'))
      const [start, end] = ['t1', 't2'].map((key) => toTime(fieldOf(record, key)))
      yield* toEntries({ line: index + 1, start: start!, end, notes })
    }
  },
}

const toTime = (value: unknown) => (typeof value === 'number' ? isoOfSeconds(value) : textOf(value))

const HEADINGS = 'key\tstart\tstop\ttags\tdescription'

/** The table that the app copies: separated by tabs, without quotation marks. */
export const TIMETAGGER_TABLE: FileFormat<TextFile> = {
  name: 'timetagger',
  fields: FIELDS,
  recognizes: ({ text }) => text.trimStart().startsWith(HEADINGS),
  *read({ text }) {
    for (const { line, text: record } of linesOf(text)) {
      if (record.trim() === HEADINGS) continue
      const [, start = '', end = '', , notes = ''] = record.split('\t')
      yield* toEntries({ line, start, end, notes })
    }
  },
}

function* toEntries(entry: FormatEntry & { notes: string }): Generator<FormatEntry> {
  if (entry.notes.startsWith(HIDDEN)) return
  yield { ...entry, tags: [...entry.notes.matchAll(TAG)].map(([, tag = '']) => tag) }
}
