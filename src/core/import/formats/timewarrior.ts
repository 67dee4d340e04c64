import type { FileFormat, TextFile } from './format.ts'
import { isoOfCompact } from './iso-times.ts'
import { linesOf } from './lines.ts'
import { fieldOf, listOf, textOf, textsOf } from './read-value.ts'

const TIME = /^\d{8}T\d{6}Z$/

/** `timew export`. Times are UTC. An interval has tags and no project. */
export const TIMEWARRIOR_JSON: FileFormat<unknown> = {
  name: 'timewarrior',
  fields: ['start', 'end', 'tags', 'notes'],
  recognizes: (file) => TIME.test(textOf(fieldOf(listOf(file)[0], 'start'))),
  *read(file) {
    for (const [index, interval] of listOf(file).entries())
      yield {
        line: index + 1,
        start: isoOfCompact(textOf(fieldOf(interval, 'start'))),
        end: isoOfCompact(textOf(fieldOf(interval, 'end'))),
        tags: textsOf(fieldOf(interval, 'tags')),
        notes: textOf(fieldOf(interval, 'annotation')),
      }
  },
}

const LINE = /^inc (\d{8}T\d{6}Z)(?: - (\d{8}T\d{6}Z))?(?: #(.*))?$/

/** A file of its data folder: `inc 20260304T090000Z - 20260304T103000Z # deep "two words" # "annotation"`. */
export const TIMEWARRIOR_DATA: FileFormat<TextFile> = {
  name: 'timewarrior',
  fields: ['start', 'end', 'tags', 'notes'],
  recognizes: ({ text }) => /^\s*inc \d{8}T\d{6}Z/.test(text),
  *read({ text }) {
    for (const { line, text: interval } of linesOf(text)) {
      const [, start, end = '', rest = ''] = LINE.exec(interval.trim()) ?? []
      const [tags, annotation] = splitWords(rest)
      yield {
        line,
        start: isoOfCompact(start ?? interval.trim()),
        end: isoOfCompact(end),
        tags,
        notes: annotation.join(' '),
      }
    }
  },
}

const WORD = /"(?:\\.|[^"\\])*"|[^\s"]+/g

/** The words before and behind a `#`. */
function splitWords(text: string): [tags: string[], annotation: string[]] {
  const words = [...text.matchAll(WORD)].map(([word]) => word)
  const end = words.includes('#') ? words.indexOf('#') : words.length
  return [words.slice(0, end).map(unquote), words.slice(end + 1).map(unquote)]
}

const ESCAPED: Record<string, string> = { n: '\n', t: '\t', r: '\r' }

const unquote = (word: string) =>
  word.startsWith('"') ? word.slice(1, -1).replaceAll(/\\(.)/g, (_, letter: string) => ESCAPED[letter] ?? letter) : word
