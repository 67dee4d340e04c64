import { createTableReader } from '#core/import/table.ts'
import type { Archive, FileFormat } from './format.ts'

/** The ZIP export of an organisation: a CSV file for each kind of record, which refer to each other by id. Times are UTC. */
export const SOLIDTIME_ARCHIVE: FileFormat<Archive> = {
  name: 'solidtime',
  fields: ['start', 'end', 'client', 'project', 'task', 'tags', 'notes', 'person'],
  recognizes: ({ names }) => ['time_entries.csv', 'projects.csv', 'members.csv'].every((name) => names.includes(name)),
  *read(archive) {
    const clients = readById(archive, 'clients.csv')
    const projects = readById(archive, 'projects.csv')
    const tasks = readById(archive, 'tasks.csv')
    const tags = readById(archive, 'tags.csv')
    const members = readById(archive, 'members.csv')
    for (const { line, row } of readCsv(archive, 'time_entries.csv')) {
      const project = recordOf(projects, row('project_id'))
      const member = recordOf(members, row('member_id'))
      yield {
        line,
        start: row('start'),
        end: row('end'),
        client: recordOf(clients, row('client_id') || project('client_id'))('name'),
        project: project('name'),
        task: recordOf(tasks, row('task_id'))('name'),
        tags: readIds(row('tags')).map((id) => recordOf(tags, id)('name') || id),
        notes: row('description'),
        person: member('email') || member('name'),
      }
    }
  },
}

/** The text of a row in the column with a heading. */
type Row = (heading: string) => string
type Records = ReadonlyMap<string, Row>

/** A record that is missing has empty texts. */
const recordOf = (records: Records, id: string): Row => records.get(id) ?? (() => '')

const readById = (archive: Archive, name: string): Records =>
  new Map([...readCsv(archive, name)].map(({ row }) => [row('id'), row]))

function* readCsv(archive: Archive, name: string) {
  const reader = createTableReader()
  for (const { line, cells } of reader.read(archive.readText(name) ?? '', { isLast: true })) {
    const { headings } = reader.head()!
    yield { line, row: (heading: string) => cells[headings.indexOf(heading)] ?? '' }
  }
}

/** A list of ids in JSON. */
const readIds = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, id = '']) => id)
