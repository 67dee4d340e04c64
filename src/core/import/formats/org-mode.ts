import type { FileFormat, FormatEntry, TextFile } from './format.ts'
import { linesOf } from './lines.ts'

const STAMP = String.raw`[[<](\d{4}-\d\d-\d\d)[^\]>\d]*(\d{1,2}:\d\d)(?::\d\d)?[\]>]`
const CLOCK = new RegExp(`^\\s*CLOCK:\\s*(?:${STAMP}(?:--${STAMP})?)?`)
const HEADING = /^(\*+)\s+(.*)$/
const KEYWORDS = /^#\+(?:SEQ_|TYP_)?TODO:(.*)$/i
const FILE_TAGS = /^#\+FILETAGS:(.*)$/i
const TAGS = /\s:([\p{L}\p{N}_@#%:]+):\s*$/u

/**
 * The clock lines of an Org file, in local times. The heading of the first level is the project, the heading with the
 * clock the task. Tags are inherited. A clock that runs has no end.
 */
export const ORG_MODE: FileFormat<TextFile> = {
  name: 'org-mode',
  fields: ['start', 'end', 'project', 'task', 'tags'],
  recognizes: ({ name, text }) => /\.org(?:_archive)?$/i.test(name) || /^\s*CLOCK:\s*\[\d{4}-\d\d-\d\d/m.test(text),
  *read({ text }) {
    const outline = createOutline()
    for (const { line, text: content } of linesOf(text)) {
      const clock = CLOCK.exec(content)
      if (clock === null) outline.addLine(content)
      else yield { line, ...readClock(content, clock), ...outline.subject() }
    }
  },
}

/** A clock line that cannot be read becomes a problem with its text. */
function readClock(line: string, [, startDate, startTime, endDate, endTime]: RegExpExecArray) {
  if (startDate === undefined) return { start: line.trim() }
  const end = endDate === undefined ? '' : `${endDate}T${endTime!.padStart(5, '0')}`
  return { start: `${startDate}T${startTime!.padStart(5, '0')}`, end }
}

interface Heading {
  level: number
  title: string
  tags: string[]
}

/** The headings above a line. */
function createOutline() {
  const keywords = new Set(['TODO', 'DONE', 'COMMENT'])
  const fileTags: string[] = []
  let path: Heading[] = []

  return {
    addLine(line: string) {
      for (const word of words(KEYWORDS.exec(line)?.[1], /[\s|]+/)) keywords.add(word.replace(/\(.*$/, ''))
      fileTags.push(...words(FILE_TAGS.exec(line)?.[1], /[\s:]+/))
      const [, stars, text] = HEADING.exec(line) ?? []
      if (stars === undefined || text === undefined) return
      path = [...path.filter(({ level }) => level < stars.length), readHeading(stars.length, text, keywords)]
    },
    subject(): Partial<FormatEntry> {
      return {
        project: path[0]?.title,
        task: path.length > 1 ? path.at(-1)!.title : '',
        tags: [...new Set([...fileTags, ...path.flatMap(({ tags }) => tags)])],
      }
    },
  }
}

const words = (text = '', separator: RegExp) => text.split(separator).filter((word) => word !== '')

/** The title without keyword, priority, progress, tags and links. */
function readHeading(level: number, text: string, keywords: ReadonlySet<string>): Heading {
  const tags = words(TAGS.exec(` ${text}`)?.[1], /:/)
  const [first = ''] = text.split(/\s/, 1)
  const title = ` ${keywords.has(first) ? text.slice(first.length) : text}`
    .replace(TAGS, '')
    .replace(/^\s*\[#\w+\]/, '')
    .replaceAll(/\[\d*(?:%|\/\d*)\]/g, '')
    .replaceAll(/\[\[[^[\]]*\]\[([^[\]]*)\]\]/g, '$1')
  return { level, title: title.trim(), tags }
}
