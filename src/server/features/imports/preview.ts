import {
  type ImportPreview,
  type ImportQuery,
  PREVIEWED_ENTRIES,
  PREVIEWED_NAMES,
  PREVIEWED_PROBLEMS,
} from '#contract/imports.ts'
import { byName } from '#core/by-name.ts'
import { FATAL_PROBLEMS, type ImportProblem } from '#core/import/vocabulary.ts'
import { dateOf } from '#core/zone.ts'
import type { Db } from '#server/db/connect.ts'
import { toIsoTime } from '#server/db/values.ts'
import { createCatalogue, type Names, type NewThings } from './catalogue.ts'
import { type IdentifiedRow, type OpenFile, type Page, readPages } from './file.ts'
import { knownEntries } from './queries.ts'
import { readNames } from './things.ts'

interface Order {
  userId: string
  query: ImportQuery
  project: string
  now: number
}

/** What importing a file would do. Nothing is written. */
export async function previewFile(db: Db, file: OpenFile, order: Order): Promise<ImportPreview> {
  const { userId, project, now } = order
  const names = await readNames(db, userId)
  const catalogue = createCatalogue(names, { project, now })
  const outlook = createOutlook(order)
  const seen = new Set<string>()
  if (file.survey.missing.length === 0)
    for await (const page of readPages(file, order)) {
      const ids = page.rows.map(({ id }) => id)
      const there = await knownEntries(db, userId, ids)
      outlook.count(page)
      for (const row of page.rows) {
        if (file.pace.shouldYield()) await file.pace.yieldToEventLoop()
        const isDuplicate = there.has(row.id) || seen.has(row.id)
        seen.add(row.id)
        if (!isDuplicate) catalogue.subjectOf(row)
        outlook.see(row, isDuplicate)
      }
    }
  return { ...aboutFile(file), ...outlook.conclude(), creates: createsOf(catalogue.takeNew(), names) }
}

function aboutFile({ encoding, table, survey }: OpenFile) {
  return {
    format: survey.format,
    encoding,
    delimiter: table.delimiter,
    columns: survey.headings.map((heading, index) => ({
      heading: heading.slice(0, LONGEST_HEADING),
      field: survey.fields[index] ?? null,
      sample: survey.samples[index] ?? '',
    })),
    missing: [...survey.missing],
    dateOrder: survey.dateOrder,
    ambiguousDate: survey.ambiguousDate,
    people: survey.people,
  }
}

const LONGEST_HEADING = 200

/** Adds rows up as they are read. */
function createOutlook({ query: { zone }, project }: Order) {
  const counts = { rows: 0, new: 0, duplicate: 0, invalid: 0, others: 0, withoutProject: 0 }
  const months = new Map<string, { entries: number; milliseconds: number }>()
  const entries: ImportPreview['entries'] = []
  const problems = { count: 0, first: [] as ImportPreview['problems']['first'] }
  const days = createDays(zone)

  return {
    count({ rows, problems: found, invalid, others }: Page) {
      counts.rows += rows.length + invalid + others
      counts.invalid += invalid
      counts.others += others
      problems.count += found.length
      problems.first.push(...found.slice(0, PREVIEWED_PROBLEMS - problems.first.length).map(toJson))
    },
    see(row: IdentifiedRow, isDuplicate: boolean) {
      counts[isDuplicate ? 'duplicate' : 'new'] += 1
      if (row.project === '') counts.withoutProject += 1
      const month = days.see(row.start).slice(0, 7)
      const { entries: count, milliseconds } = months.get(month) ?? { entries: 0, milliseconds: 0 }
      months.set(month, { entries: count + 1, milliseconds: milliseconds + row.durationMs })
      if (entries.length < PREVIEWED_ENTRIES) entries.push(toEntry(row, project, isDuplicate))
    },
    conclude: () => ({
      counts,
      projectForOthers: project,
      ...days.conclude(),
      months: [...months].map(([month, sum]) => ({ month, ...sum })).toSorted((a, b) => (a.month < b.month ? -1 : 1)),
      entries,
      problems,
    }),
  }
}

/** The local days of moments: most follow each other within a day, and asking a zone is slow. */
function createDays(zone: string) {
  const dates = new Map<number, string>()
  let [first, last]: [string | null, string | null] = [null, null]
  return {
    see(at: number) {
      const hour = Math.floor(at / QUARTER_MS)
      const date = dates.get(hour) ?? dateOf(at, zone)
      if (dates.size > REMEMBERED) dates.clear()
      dates.set(hour, date)
      if (first === null || date < first) first = date
      if (last === null || date > last) last = date
      return date
    },
    conclude: () => ({ firstDay: first, lastDay: last }),
  }
}

/** Days begin at full quarters of an hour, in every zone. */
const QUARTER_MS = 15 * 60_000
const REMEMBERED = 50_000

const toJson = (problem: ImportProblem) => ({
  ...problem,
  isFatal: (FATAL_PROBLEMS as readonly string[]).includes(problem.kind),
})

const toEntry = (row: IdentifiedRow, project: string, isDuplicate: boolean) => ({
  line: row.line,
  startTime: toIsoTime(row.start),
  endTime: toIsoTime(row.end),
  duration: row.durationMs,
  client: row.client || null,
  project: row.project || project,
  task: row.task || null,
  tags: [...row.tags],
  notes: row.notes,
  isDuplicate,
})

function createsOf(things: NewThings, names: Names): ImportPreview['creates'] {
  const projects = new Map([...names.projects, ...things.projects].map(({ id, name }) => [id, name]))
  const tasks = things.tasks.map(({ id, name, project_id }) => ({ id, name: `${projects.get(project_id)} / ${name}` }))
  return {
    clients: namesOf(things.clients),
    projects: namesOf(things.projects),
    tasks: namesOf(tasks),
    tags: namesOf(things.tags),
  }
}

/** To sort endless names would keep others waiting. */
const namesOf = (things: { id: string; name: string }[]) => ({
  count: things.length,
  names: things
    .slice(0, SORTED_NAMES)
    .toSorted(byName)
    .slice(0, PREVIEWED_NAMES)
    .map(({ name }) => name),
})
const SORTED_NAMES = 5_000
