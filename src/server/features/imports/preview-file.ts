import {
  type ImportPreview,
  MAX_PREVIEW_ENTRIES,
  MAX_PREVIEW_NAMES,
  MAX_PREVIEW_PROBLEMS,
} from '#contract/files/imports.ts'
import { memoize } from '#core/memoize.ts'
import { byName } from '#core/text/by-name.ts'
import { FATAL_PROBLEMS, type ImportProblem } from '#core/import/import-model.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { QUARTER_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { toIsoTime } from '#server/db/values.ts'
import type { NewContent, Quotas } from '#server/quotas.ts'
import { type ImportJob, readNewContent, withRecords } from './new-content.ts'
import { createNameResolver, type EntryReferences, type ExistingRecords, type NewRecords } from './name-resolver.ts'
import type { IdentifiedRow, ImportFile, RowPage } from './read-file.ts'
import { listExistingRecords } from './record-queries.ts'

type PreviewJob = Omit<ImportJob, 'clock'>

/** Computes what importing a file would create, without writing anything. Refuses what the import would refuse. */
export async function previewFile(db: Db, quotas: Quotas, file: ImportFile, job: PreviewJob): Promise<ImportPreview> {
  const { userId, project, now } = job
  const existing = await listExistingRecords(db, userId)
  const resolver = createNameResolver(existing, { project, now })
  const totals = createPreviewTotals(job)
  const isReadable = file.analysis.missing.length === 0
  const usage = await quotas.countAll(userId)
  const check = (content: NewContent) => quotas.check(usage, content)
  const content = isReadable && (await readNewContent(db, file, { job, resolver, visitor: totals, check }))
  const records = resolver.takeNewRecords()
  if (content !== false) check(withRecords(content, records))
  return { ...describeFile(file), ...totals.finish(existing, records), creates: toCreatedNames(records, existing) }
}

function describeFile({ format, converted, delimiter, skippedRows, analysis }: ImportFile) {
  return {
    format: analysis.format,
    isSuggestion: converted?.isSuggestion ?? false,
    encoding: format?.encoding ?? null,
    isEncodingCertain: format?.isCertain ?? true,
    encodings: format?.alternatives ?? [],
    delimiter,
    skippedRows,
    columns: analysis.headings.map((heading, index) => ({
      heading: heading.slice(0, MAX_HEADING_LENGTH),
      field: analysis.fields[index] ?? null,
      sample: analysis.samples[index] ?? '',
    })),
    firstRows: [...analysis.firstRows],
    missing: [...analysis.missing],
    dateOrder: analysis.dateOrder,
    ambiguousDate: analysis.ambiguousDate,
    unit: analysis.unit,
    unitInFile: analysis.unitInFile,
    ambiguousDuration: analysis.ambiguousDuration,
    people: analysis.people,
  }
}

const MAX_HEADING_LENGTH = 200

/** Adds up the rows of the preview. */
function createPreviewTotals({ query: { zone }, project }: PreviewJob) {
  const counts = { rows: 0, new: 0, duplicate: 0, invalid: 0, others: 0, withoutProject: 0 }
  const milliseconds = { new: 0, duplicate: 0, invalid: 0, others: 0 }
  const months = new Map<string, { entries: number; milliseconds: number }>()
  const first: { row: IdentifiedRow; references: EntryReferences | undefined }[] = []
  const problems = { count: 0, first: [] as ImportPreview['problems']['first'] }
  const days = createDayRange(zone)

  return {
    addPage({ rows, problems: found, invalid, others, invalidMs, othersMs }: RowPage) {
      counts.rows += rows.length + invalid + others
      counts.invalid += invalid
      counts.others += others
      milliseconds.invalid += invalidMs
      milliseconds.others += othersMs
      problems.count += found.length
      problems.first.push(...found.slice(0, MAX_PREVIEW_PROBLEMS - problems.first.length).map(toJson))
    },
    addRow(row: IdentifiedRow, references: EntryReferences | undefined) {
      const kind = references === undefined ? 'duplicate' : 'new'
      counts[kind] += 1
      milliseconds[kind] += row.durationMs
      if (row.project === '') counts.withoutProject += 1
      const month = days.addInstant(row.start).slice(0, 7)
      const sum = months.get(month) ?? { entries: 0, milliseconds: 0 }
      months.set(month, { entries: sum.entries + 1, milliseconds: sum.milliseconds + row.durationMs })
      if (first.length < MAX_PREVIEW_ENTRIES) first.push({ row, references })
    },
    finish: (existing: ExistingRecords, created: NewRecords) => ({
      counts,
      milliseconds: { all: Object.values(milliseconds).reduce((sum, some) => sum + some, 0), ...milliseconds },
      projectForOthers: project,
      ...days.finish(),
      months: [...months].map(([month, sum]) => ({ month, ...sum })).toSorted((a, b) => (a.month < b.month ? -1 : 1)),
      entries: toEntries(first, project, namesById(existing, created)),
      problems,
    }),
  }
}

/** Finds the local date of each instant, and the first and last date. Dates are cached, because time zones are slow. */
function createDayRange(zone: string) {
  const dateOfQuarter = memoize(MAX_CACHED_DATES, (quarter: number) => dateOf(quarter * QUARTER_MS, zone))
  let [first, last]: [string | null, string | null] = [null, null]
  return {
    addInstant(at: number) {
      const date = dateOfQuarter(Math.floor(at / QUARTER_MS))
      if (first === null || date < first) first = date
      if (last === null || date > last) last = date
      return date
    },
    finish: () => ({ firstDay: first, lastDay: last }),
  }
}

const MAX_CACHED_DATES = 50_000

const toJson = (problem: ImportProblem) => ({
  ...problem,
  isFatal: (FATAL_PROBLEMS as readonly string[]).includes(problem.kind),
})

/** New entries have the names of the records that they will refer to, which may differ in case from those in the file. */
function toEntries(
  first: { row: IdentifiedRow; references: EntryReferences | undefined }[],
  project: string,
  nameOf: (id: string) => string,
): ImportPreview['entries'] {
  return first.map(({ row, references }) => ({
    line: row.line,
    startTime: toIsoTime(row.start),
    endTime: toIsoTime(row.end),
    duration: row.durationMs,
    client: row.client || null,
    project: references === undefined ? row.project || project : nameOf(references.projectId),
    task: references === undefined || references.taskId === null ? row.task || null : nameOf(references.taskId),
    tags: references === undefined ? [...row.tags] : references.tagIds.map(nameOf),
    notes: row.notes,
    isDuplicate: references === undefined,
  }))
}

function namesById(existing: ExistingRecords, created: NewRecords) {
  const records = [existing, created].flatMap(({ projects, tasks, tags }) => [...projects, ...tasks, ...tags])
  const names = new Map(records.map(({ id, name }) => [id, name]))
  return (id: string) => names.get(id)!
}

function toCreatedNames(created: NewRecords, existing: ExistingRecords): ImportPreview['creates'] {
  const projects = new Map([...existing.projects, ...created.projects].map(({ id, name }) => [id, name]))
  const tasks = created.tasks.map(({ id, name, project_id }) => ({ id, name: `${projects.get(project_id)} / ${name}` }))
  return {
    clients: toNameList(created.clients),
    projects: toNameList(created.projects),
    tasks: toNameList(tasks),
    tags: toNameList(created.tags),
  }
}

/** Only the first names are sorted, because sorting a huge list would block the event loop. */
const toNameList = (records: { id: string; name: string }[]) => ({
  count: records.length,
  names: records
    .slice(0, MAX_SORTED_NAMES)
    .toSorted(byName)
    .slice(0, MAX_PREVIEW_NAMES)
    .map(({ name }) => name),
})
const MAX_SORTED_NAMES = 5_000
