import type { FileFormat, FormatEntry } from './format.ts'
import { isoOfSeconds } from './iso-times.ts'
import { fieldOf, listOf, numberOf, textOf, textsOf } from './read-value.ts'

/** The file `frames` (lists of start, stop, project, id and tags, in seconds since 1970), or `watson log --json`. */
export const WATSON: FileFormat<unknown> = {
  name: 'watson',
  fields: ['start', 'end', 'project', 'tags'],
  recognizes: (file) => isFrame(listOf(file)[0]) || isLogged(listOf(file)[0]),
  *read(file) {
    for (const [index, frame] of listOf(file).entries()) yield toEntry(frame, index + 1)
  },
}

const isFrame = (frame: unknown) =>
  Array.isArray(frame) && frame.length >= 5 && [0, 1].every((at) => numberOf(frame[at]) !== undefined)

const isLogged = (frame: unknown) =>
  ['id', 'start', 'stop', 'project'].every((key) => textOf(fieldOf(frame, key)) !== '')

function toEntry(frame: unknown, line: number): FormatEntry {
  if (!Array.isArray(frame)) {
    const [start, end, project] = ['start', 'stop', 'project'].map((key) => textOf(fieldOf(frame, key)))
    return { line, start: start!, end, project, tags: textsOf(fieldOf(frame, 'tags')) }
  }
  const [start, stop, project, , tags] = frame as unknown[]
  return { line, start: toTime(start), end: toTime(stop), project: textOf(project), tags: textsOf(tags) }
}

const toTime = (value: unknown) => (typeof value === 'number' ? isoOfSeconds(value) : textOf(value))
