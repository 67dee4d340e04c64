import {
  type ImportPreview,
  type ImportQuery,
  MAX_PREVIEW_ENTRIES,
  MAX_PREVIEW_NAMES,
  MAX_PREVIEW_PROBLEMS,
} from '#contract/imports.ts'
import { byName } from '#core/text/by-name.ts'
import { FATAL_PROBLEMS, type ImportProblem } from '#core/import/import-model.ts'
import { dateOf } from '#core/time/time-zone.ts'
import type { Db } from '#server/db/connect.ts'
import { toIsoTime } from '#server/db/values.ts'
import { createNameResolver, type ExistingRecords, type NewRecords } from './name-resolver.ts'
import { type IdentifiedRow, type ImportFile, type RowPage, readPages } from './read-file.ts'
import { listExistingEntryIds } from './queries.ts'
import { listExistingRecords } from './record-queries.ts'

interface PreviewRequest {
  userId: string
  query: ImportQuery
  project: string
  now: number
}

/** What importing a file would do. Nothing is written. */
export async function previewFile(db: Db, file: ImportFile, order: PreviewRequest): Promise<ImportPreview> {
  const { userId, project, now } = order
  const names = await listExistingRecords(db, userId)
  const resolver = createNameResolver(names, { project, now })
  const totals = createPreviewTotals(order)
  const seen = new Set<string>()
  if (file.analysis.missing.length === 0)
    for await (const page of readPages(file, order)) {
      const ids = page.rows.map(({ id }) => id)
      const there = await listExistingEntryIds(db, userId, ids)
      totals.addPage(page)
      for (const row of page.rows) {
        if (file.yielder.shouldYield()) await file.yielder.yieldToEventLoop()
        const isDuplicate = there.has(row.id) || seen.has(row.id)
        seen.add(row.id)
        if (!isDuplicate) resolver.resolve(row)
        totals.addRow(row, isDuplicate)
      }
    }
  return { ...describeFile(file), ...totals.finish(), creates: toCreatedNames(resolver.takeNewRecords(), names) }
}

function describeFile({ encoding, table, analysis: survey }: ImportFile) {
  return {
    format: survey.format,
    encoding,
    delimiter: table.delimiter,
    columns: survey.headings.map((heading, index) => ({
      heading: heading.slice(0, MAX_HEADING_LENGTH),
      field: survey.fields[index] ?? null,
      sample: survey.samples[index] ?? '',
    })),
    missing: [...survey.missing],
    dateOrder: survey.dateOrder,
    ambiguousDate: survey.ambiguousDate,
    people: survey.people,
  }
}

const MAX_HEADING_LENGTH = 200

/** Adds rows up as they are read. */
function createPreviewTotals({ query: { zone }, project }: PreviewRequest) {
  const counts = { rows: 0, new: 0, duplicate: 0, invalid: 0, others: 0, withoutProject: 0 }
  const months = new Map<string, { entries: number; milliseconds: number }>()
  const entries: ImportPreview['entries'] = []
  const problems = { count: 0, first: [] as ImportPreview['problems']['first'] }
  const days = createDayRange(zone)

  return {
    addPage({ rows, problems: found, invalid, others }: RowPage) {
      counts.rows += rows.length + invalid + others
      counts.invalid += invalid
      counts.others += others
      problems.count += found.length
      problems.first.push(...found.slice(0, MAX_PREVIEW_PROBLEMS - problems.first.length).map(toJson))
    },
    addRow(row: IdentifiedRow, isDuplicate: boolean) {
      counts[isDuplicate ? 'duplicate' : 'new'] += 1
      if (row.project === '') counts.withoutProject += 1
      const month = days.addInstant(row.start).slice(0, 7)
      const { entries: count, milliseconds } = months.get(month) ?? { entries: 0, milliseconds: 0 }
      months.set(month, { entries: count + 1, milliseconds: milliseconds + row.durationMs })
      if (entries.length < MAX_PREVIEW_ENTRIES) entries.push(toEntry(row, project, isDuplicate))
    },
    finish: () => ({
      counts,
      projectForOthers: project,
      ...days.finish(),
      months: [...months].map(([month, sum]) => ({ month, ...sum })).toSorted((a, b) => (a.month < b.month ? -1 : 1)),
      entries,
      problems,
    }),
  }
}

/** The local days of moments: most follow each other within a day, and asking a zone is slow. */
function createDayRange(zone: string) {
  const dates = new Map<number, string>()
  let [first, last]: [string | null, string | null] = [null, null]
  return {
    addInstant(at: number) {
      const hour = Math.floor(at / QUARTER_MS)
      const date = dates.get(hour) ?? dateOf(at, zone)
      if (dates.size > MAX_CACHED_DATES) dates.clear()
      dates.set(hour, date)
      if (first === null || date < first) first = date
      if (last === null || date > last) last = date
      return date
    },
    finish: () => ({ firstDay: first, lastDay: last }),
  }
}

/** Days begin at full quarters of an hour, in every zone. */
const QUARTER_MS = 15 * 60_000
const MAX_CACHED_DATES = 50_000

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

function toCreatedNames(things: NewRecords, names: ExistingRecords): ImportPreview['creates'] {
  const projects = new Map([...names.projects, ...things.projects].map(({ id, name }) => [id, name]))
  const tasks = things.tasks.map(({ id, name, project_id }) => ({ id, name: `${projects.get(project_id)} / ${name}` }))
  return {
    clients: toNameList(things.clients),
    projects: toNameList(things.projects),
    tasks: toNameList(tasks),
    tags: toNameList(things.tags),
  }
}

/** To sort endless names would keep others waiting. */
const toNameList = (things: { id: string; name: string }[]) => ({
  count: things.length,
  names: things
    .slice(0, MAX_SORTED_NAMES)
    .toSorted(byName)
    .slice(0, MAX_PREVIEW_NAMES)
    .map(({ name }) => name),
})
const MAX_SORTED_NAMES = 5_000
