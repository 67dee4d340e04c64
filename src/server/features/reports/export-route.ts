import type { FastifyInstance } from 'fastify'
import { type ExportFormat, type ExportQuery, reports } from '#contract/reports.ts'
import { createAllotment, summedBy } from '#core/report/allotment.ts'
import { type AttributeDimension, isCalendarDimension } from '#core/report/dimensions.ts'
import { periodOf } from '#core/report/periods.ts'
import { timeWithin } from '#core/report/rounding.ts'
import type { Key } from '#core/report/summary.ts'
import type { Db } from '#server/db/connect.ts'
import { requireUser } from '#server/features/users/queries.ts'
import { languageOf } from '#server/http/error-reply.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { createYielder } from '#server/yield-to-event-loop.ts'
import type { Asked } from './cells.ts'
import { earliest } from './entries.ts'
import { writeCsv } from './export/csv.ts'
import { writeJson } from './export/json.ts'
import { writeClockify, writeToggl } from './export/moving.ts'
import { type Names, readNames } from './export/names.ts'
import type { ExportedEntry, Writer } from './export/report.ts'
import { readRows, type Row } from './export/rows.ts'
import { writeXlsx } from './export/xlsx.ts'
import { ask, readReport } from './report.ts'

const CSV = 'text/csv; charset=utf-8'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const FORMATS: Record<ExportFormat, { type: string; write: Writer }> = {
  csv: { type: CSV, write: writeCsv },
  toggl: { type: CSV, write: writeToggl },
  clockify: { type: CSV, write: writeClockify },
  xlsx: { type: XLSX, write: (report) => writeXlsx(report) },
  pdf: { type: 'application/pdf', write: writeLatePdf },
  json: { type: 'application/json; charset=utf-8', write: writeJson },
}

/** What draws pages is large, and loaded when somebody first wants one. */
async function* writeLatePdf(report: Parameters<Writer>[0]) {
  const { writePdf } = await import('./export/pdf.ts')
  yield* writePdf(report)
}

/** `reader`: where long questions are asked. */
export function exportRoute(app: FastifyInstance, services: Services, reader: Db) {
  serve(app, services, reports.export, async ({ session, query, request }) => {
    const { userId } = session
    await services.limits.take('export', userId)
    const { name, email } = await requireUser(services.db, session)
    const language = languageOf(request)
    const dimensions = dimensionsOf(query)
    const [names, asked] = [await readNames(reader, userId, language), await ask(reader, userId, query, dimensions)]
    const { type, write } = FORMATS[query.format]
    const content = write({
      query,
      language,
      user: { name, email },
      names,
      pages: readPages(reader, { asked, names, query }),
      readSummary: async () => {
        const { figures, lines, ...total } = await readReport(reader, userId, query, dimensions)
        return { total: { ...total, ...figures }, lines }
      },
      readSteps: async (step) => {
        const below = summedBy([query.group]).filter((dimension) => dimension !== step)
        return (await readReport(reader, userId, query, [step, ...below])).lines
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

interface Exported {
  asked: Asked
  names: Names
  query: ExportQuery
}

/** The entries of a report, some at a time, each with what it counts for. */
async function* readPages(db: Db, { asked, names, query }: Exported): AsyncGenerator<ExportedEntry[]> {
  const { userId, conditions } = asked
  const period = periodOf(query.from, query.to, query.zone)
  const dimensions = dimensionsOf(query)
  const allot = createAllotment({ ...asked, dimensions })
  const lineOf = createLines(summedBy(dimensions), names)
  const selected = { userId, conditions, period, earliest: await earliest(db, userId, period.from) }
  const pace = createYielder()
  for await (const rows of readRows(db, selected)) {
    const page: ExportedEntry[] = []
    for (const row of rows) {
      const [worked, milliseconds] = [timeWithin(row.stretches, period), allot(row.stretches, lineOf(row))]
      page.push({ ...toExported(row, names), worked, milliseconds })
      if (pace.shouldYield()) await pace.yieldToEventLoop()
    }
    yield page
  }
}

/** On which line an entry is, as far as the calendar does not say. */
function createLines(dimensions: ReturnType<typeof summedBy>, names: Names) {
  return ({ entry: { projectId, taskId } }: Row) => {
    const keys: Record<Exclude<AttributeDimension, 'tag'>, Key> = {
      project: projectId,
      task: taskId,
      client: names.clientOf(projectId),
    }
    return dimensions.map((dimension) => (isCalendarDimension(dimension) ? '' : (keys[dimension] ?? ''))).join(' ')
  }
}

const toExported = ({ entry, stretches }: Row, names: Names) => ({
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
function kindOf({ sessionKey, plannedMs }: Row['entry']): ExportedEntry['kind'] {
  if (plannedMs !== null) return 'focus'
  return sessionKey === null ? 'manual' : 'stopwatch'
}
