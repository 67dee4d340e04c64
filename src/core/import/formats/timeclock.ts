import type { FileFormat, FormatEntry, TextFile } from './format.ts'
import { linesOf } from './lines.ts'

/** `i 2026/03/04 09:00:00 account  description`: in. `o`, `O`: out. */
const LINE = /^([ioO])\s+(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\s+(\d{1,2}:\d\d(?::\d\d)?)\s?([+-]\d{4})?(?:\s+(.*))?$/
const FIRST_LINE = /^[ioObh]\s+\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\s+\d{1,2}:\d\d/
const COMMENT = /^\s*(?:[;#*%|].*)?$/

/**
 * The timeclock format of hledger and ledger, in local times. The first part of an account is the project, the rest the
 * task. `o` ends the latest session that is open, or the one of its account.
 */
export const TIMECLOCK: FileFormat<TextFile> = {
  name: 'timeclock',
  fields: ['start', 'end', 'project', 'task', 'notes'],
  recognizes: ({ text }) => {
    for (const { text: line } of linesOf(text)) if (!COMMENT.test(line)) return FIRST_LINE.test(line)
    return false
  },
  *read({ text }) {
    const open: (FormatEntry & { account: string })[] = []
    for (const { line, text: session } of linesOf(text)) {
      if (COMMENT.test(session) || /^[bh]\s/.test(session)) continue
      const read = readLine(session)
      if (read === undefined) yield { line, start: session }
      else if (read.letter === 'i') open.push({ line, start: read.time, ...read.subject })
      else {
        const { account } = read.subject
        const closed = account === '' ? open.length - 1 : open.findLastIndex((entry) => entry.account === account)
        const [entry] = closed === -1 ? [] : open.splice(closed, 1)
        yield entry === undefined ? { line, start: '', end: read.time } : { ...entry, end: read.time }
      }
    }
    yield* open
  },
}

function readLine(line: string) {
  const [matched, letter, year, month, day, clock, offset = '', rest = ''] = LINE.exec(line.trimEnd()) ?? []
  if (matched === undefined) return undefined
  const date = [year, month!.padStart(2, '0'), day!.padStart(2, '0')].join('-')
  return {
    letter,
    time: `${date}T${clock!.padStart(clock!.length < 6 ? 5 : 8, '0')}${offset}`,
    subject: readSubject(rest),
  }
}

/** Two spaces end the account, a semicolon the description. */
function readSubject(text: string) {
  const [account = '', description = ''] = text.split(/\s{2,}|\t|\s*;/)
  const [project = '', ...task] = account.split(':')
  return { account, project, task: task.join(':'), notes: description.trim() }
}
