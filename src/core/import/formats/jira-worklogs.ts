import type { FileFormat, FormatEntry } from './format.ts'
import { fieldOf, listOf, numberOf, textOf } from './read-value.ts'
import { SECOND_MS } from '#core/time/units.ts'

const FIELDS = ['start', 'milliseconds', 'project', 'task', 'notes', 'person'] as const

/** Replies of Jira's REST API: the worklogs of an issue, or a search for issues with the field `worklog`. */
export const JIRA_WORKLOGS: FileFormat<unknown> = {
  name: 'jira',
  fields: FIELDS,
  recognizes: (file) =>
    isWorklog(listOf(fieldOf(file, 'worklogs'))[0], 'started') ||
    listOf(fieldOf(file, 'issues')).some((issue) => Array.isArray(fieldOf(issue, 'fields', 'worklog', 'worklogs'))),
  *read(file) {
    let line = 0
    for (const worklog of listOf(fieldOf(file, 'worklogs'))) yield toEntry(worklog, undefined, (line += 1))
    for (const issue of listOf(fieldOf(file, 'issues')))
      for (const worklog of listOf(fieldOf(issue, 'fields', 'worklog', 'worklogs')))
        yield toEntry(worklog, issue, (line += 1))
  },
}

/** Replies of Tempo's REST API, in the cloud (`results`) or on a server (a list). Times are local. */
export const TEMPO_WORKLOGS: FileFormat<unknown> = {
  name: 'tempo',
  fields: FIELDS,
  recognizes: (file) => {
    const [first] = tempoWorklogs(file)
    return ['startDate', 'dateStarted', 'started'].some((key) => isWorklog(first, key))
  },
  *read(file) {
    for (const [index, worklog] of tempoWorklogs(file).entries())
      yield toEntry(worklog, fieldOf(worklog, 'issue'), index + 1)
  },
}

const tempoWorklogs = (file: unknown) => listOf(Array.isArray(file) ? file : fieldOf(file, 'results'))

const isWorklog = (worklog: unknown, startField: string) =>
  numberOf(fieldOf(worklog, 'timeSpentSeconds')) !== undefined && textOf(fieldOf(worklog, startField)) !== ''

function toEntry(worklog: unknown, issue: unknown, line: number): FormatEntry {
  const text = (...path: string[]) => textOf(fieldOf(worklog, ...path))
  const seconds = numberOf(fieldOf(worklog, 'timeSpentSeconds'))
  return {
    line,
    start: text('started') || text('dateStarted') || [text('startDate'), text('startTime')].join(' ').trim(),
    milliseconds: seconds === undefined ? undefined : seconds * SECOND_MS,
    ...subjectOf(worklog, issue),
    notes: (text('description') || readComment(fieldOf(worklog, 'comment'))).trim(),
    person: personOf(fieldOf(worklog, 'author')) || personOf(fieldOf(worklog, 'worker')),
  }
}

/** Without a name, the key `WEB-12` says the project. Replies about one issue may have nothing but its id. */
function subjectOf(worklog: unknown, issue: unknown) {
  const key = textOf(fieldOf(issue, 'key')) || textOf(fieldOf(worklog, 'issueKey'))
  const id = key || textOf(fieldOf(issue, 'id')) || textOf(fieldOf(worklog, 'issueId'))
  const summary = textOf(fieldOf(issue, 'fields', 'summary')) || textOf(fieldOf(issue, 'summary'))
  return {
    project: textOf(fieldOf(issue, 'fields', 'project', 'name')) || key.replace(/-\d+$/, ''),
    task: [id, summary].filter((part) => part !== '').join(' '),
  }
}

const personOf = (author: unknown) =>
  textOf(author) ||
  ['emailAddress', 'displayName', 'name', 'accountId'].map((key) => textOf(fieldOf(author, key))).find(Boolean) ||
  ''

const MAX_COMMENT_DEPTH = 20

/** Text, or a document of nested parts. */
function readComment(part: unknown, depth = 0): string {
  if (depth > MAX_COMMENT_DEPTH) return ''
  const parts = listOf(fieldOf(part, 'content')).map((inner) => readComment(inner, depth + 1))
  return textOf(part) || textOf(fieldOf(part, 'text')) || parts.join(depth === 0 ? '\n' : '')
}
