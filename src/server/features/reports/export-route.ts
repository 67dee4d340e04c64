import type { FastifyInstance } from 'fastify'
import { type ExportFormat, type ExportQuery, reports } from '#contract/reports.ts'
import { createEntryRounder, additiveDimensions } from '#core/report/round-entries.ts'
import { type AttributeDimension, isCalendarDimension } from '#core/report/dimensions.ts'
import { periodOf } from '#core/report/buckets.ts'
import { timeWithin } from '#core/report/rounding.ts'
import type { Key } from '#core/report/summary.ts'
import type { Db } from '#server/db/connect.ts'
import { requireUser } from '#server/features/users/queries.ts'
import { languageOf } from '#server/http/error-reply.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { createYielder } from '#server/yield-to-event-loop.ts'
import type { ResolvedQuery } from './contributions.ts'
import { findEarliestStart } from './entries.ts'
import { writeCsv } from './export/csv.ts'
import { writeJson } from './export/json.ts'
import { writeClockify, writeToggl } from './export/other-trackers.ts'
import { type Names, readNames } from './export/names.ts'
import type { ExportedEntry, Writer } from './export/exported-report.ts'
import { readEntryPages, type EntryInPeriod } from './export/entry-pages.ts'
import { writeXlsx } from './export/xlsx.ts'
import { resolveQuery, readSummary } from './summary.ts'

const CSV = 'text/csv; charset=utf-8'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const FORMATS: Record<ExportFormat, { type: string; write: Writer }> = {
  csv: { type: CSV, write: writeCsv },
  toggl: { type: CSV, write: writeToggl },
  clockify: { type: CSV, write: writeClockify },
  xlsx: { type: XLSX, write: (report) => writeXlsx(report) },
  pdf: { type: 'application/pdf', write: writeLazyPdf },
  json: { type: 'application/json; charset=utf-8', write: writeJson },
}

/** What draws pages is large, and loaded when somebody first wants one. */
async function* writeLazyPdf(report: Parameters<Writer>[0]) {
  const { writePdf } = await import('./export/pdf.ts')
  yield* writePdf(report)
}

/** `reader`: where long questions are asked. */
export function exportRoute(app: FastifyInstance, services: Services, reader: Db) {
  serve(app, services, reports.export, async ({ session, query, request }) => {
    const { userId } = session
    await services.limits.countAttempt('export', userId)
    const { name, email } = await requireUser(services.db, session)
    const language = languageOf(request)
    const dimensions = dimensionsOf(query)
    const [names, asked] = [
      await readNames(reader, userId, language),
      await resolveQuery(reader, userId, query, dimensions),
    ]
    const { type, write } = FORMATS[query.format]
    const content = write({
      query,
      language,
      user: { name, email },
      names,
      pages: readPages(reader, { asked, names, query }),
      readSummary: async () => {
        const { figures, lines, ...total } = await readSummary(reader, userId, query, dimensions)
        return { total: { ...total, ...figures }, lines }
      },
      readSteps: async (step) => {
        const below = additiveDimensions([query.group]).filter((dimension) => dimension !== step)
        return (await readSummary(reader, userId, query, [step, ...below])).lines
      },
    })
    return { name: fileName(query), type, content }
  })
}

const dimensionsOf = ({ group, subgroup }: ExportQuery) => (subgroup === undefined ? [group] : [group, subgroup])

function fileName({ format, from, to }: ExportQuery) {
  const isOurs = format !== 'toggl' && format !== 'clockify'
  return isOurs ? `ritmo-${from}--${to}.${format}` : `ritmo-${format}-${from}--${to}.csv`
}

interface ExportRequest {
  asked: ResolvedQuery
  names: Names
  query: ExportQuery
}

/** The entries of a report, some at a time, each with what it counts for. */
async function* readPages(db: Db, { asked, names, query }: ExportRequest): AsyncGenerator<ExportedEntry[]> {
  const { userId, conditions } = asked
  const period = periodOf(query.from, query.to, query.zone)
  const dimensions = dimensionsOf(query)
  const allot = createEntryRounder({ ...asked, dimensions })
  const lineOf = createLineKeys(additiveDimensions(dimensions), names)
  const selected = { userId, conditions, period, earliest: await findEarliestStart(db, userId, period.from) }
  const pace = createYielder()
  for await (const rows of readEntryPages(db, selected)) {
    const page: ExportedEntry[] = []
    for (const row of rows) {
      const [worked, milliseconds] = [timeWithin(row.segments, period), allot(row.segments, lineOf(row))]
      page.push({ ...toExportedEntry(row, names), worked, milliseconds })
      if (pace.shouldYield()) await pace.yieldToEventLoop()
    }
    yield page
  }
}

/** On which line an entry is, as far as the calendar does not say. */
function createLineKeys(dimensions: ReturnType<typeof additiveDimensions>, names: Names) {
  return ({ entry: { projectId, taskId } }: EntryInPeriod) => {
    const keys: Record<Exclude<AttributeDimension, 'tag'>, Key> = {
      project: projectId,
      task: taskId,
      client: names.clientOf(projectId),
    }
    return dimensions.map((dimension) => (isCalendarDimension(dimension) ? '' : (keys[dimension] ?? ''))).join(' ')
  }
}

const toExportedEntry = ({ entry, segments: stretches }: EntryInPeriod, names: Names) => ({
  id: entry.id,
  start: stretches[0]![0],
  end: stretches.at(-1)![1],
  project: names.plain('project', entry.projectId),
  client: names.plain('client', names.clientOf(entry.projectId)),
  task: names.plain('task', entry.taskId),
  tags: entry.tags.map((tag) => names.plain('tag', tag)),
  notes: entry.notes,
  kind: kindOf(entry),
})

/** As the filter of a report tells them apart. */
function kindOf({ sessionKey, plannedMs }: EntryInPeriod['entry']): ExportedEntry['kind'] {
  if (plannedMs !== null) return 'focus'
  return sessionKey === null ? 'manual' : 'stopwatch'
}
