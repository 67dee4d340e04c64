import type { ImportField, ImportFormat } from '#core/import/import-model.ts'

/** A product whose tables have headings that mean something else there than in most tables. */
interface TableFormat {
  name: ImportFormat
  /** Headings that only its tables have together. */
  headings: readonly string[]
  /** The meaning of its headings. The first one counts if a meaning occurs twice. Others are recognised as usual. */
  columns: Readonly<Record<string, ImportField>>
}

const TABLE_FORMATS: readonly TableFormat[] = [
  {
    name: 'redmine',
    headings: ['project', 'date', 'activity', 'issue', 'hours'],
    columns: {
      date: 'startDate',
      issue: 'task',
      activity: 'tags',
      comment: 'notes',
      hours: 'duration',
      user: 'person',
      author: 'person',
      created: 'unused',
      week: 'unused',
      tracker: 'unused',
    },
  },
  {
    name: 'tempo',
    headings: ['issue key', 'hours', 'work date'],
    columns: {
      'issue key': 'task',
      'work description': 'notes',
      'issue summary': 'notes',
      hours: 'duration',
      'work date': 'startDate',
      'project name': 'project',
      'project key': 'project',
      'full name': 'person',
      username: 'person',
      'billed hours': 'unused',
      'external hours': 'unused',
    },
  },
  {
    name: 'pomofocus',
    headings: ['date', 'project', 'task', 'minutes'],
    columns: { date: 'startDate', minutes: 'duration' },
  },
  {
    name: 'forest',
    headings: ['start time', 'end time', 'tag', 'tree type', 'is success'],
    columns: {
      'start time': 'start',
      'end time': 'end',
      tag: 'tags',
      note: 'notes',
      'tree type': 'unused',
      'is success': 'unused',
    },
  },
  {
    name: 'atimelogger',
    headings: ['activity type', 'from', 'to'],
    columns: { 'activity type': 'project', from: 'start', to: 'end' },
  },
  {
    name: 'atimelogger',
    headings: ['aktivitatstyp', 'von', 'bis'],
    columns: { aktivitatstyp: 'project', von: 'start', bis: 'end' },
  },
  {
    name: 'simple-time-tracker',
    headings: ['activity name', 'time started', 'time ended'],
    columns: {
      'activity name': 'project',
      'time started': 'start',
      'time ended': 'end',
      'record tags': 'tags',
      'activity tags': 'unused',
      categories: 'unused',
      duration: 'unused',
      'duration minutes': 'unused',
    },
  },
]

/** The product that wrote a table, and the columns that its declaration names. Headings are normalized. */
export function findTableFormat(headings: readonly string[]) {
  const format = TABLE_FORMATS.find((format) => format.headings.every((heading) => headings.includes(heading)))
  if (format === undefined) return undefined
  const columns = Object.entries(format.columns).flatMap(([heading, field]) => {
    const index = headings.indexOf(heading)
    return index === -1 ? [] : [{ index, field }]
  })
  return { name: format.name, columns }
}
