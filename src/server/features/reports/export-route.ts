import type { FastifyInstance } from 'fastify'
import { type ExportFormat, type ExportQuery, reports } from '#contract/reports.ts'
import { goalScope } from '#core/goals/goal-scope.ts'
import { periodOf } from '#core/report/buckets.ts'
import { type Dimension, isCalendarDimension } from '#core/report/dimensions.ts'
import { additiveDimensions, createEntryRounder } from '#core/report/round-entries.ts'
import { timeWithin } from '#core/report/rounding.ts'
import { hideTexts } from '#core/report/shared-report.ts'
import { reportEstimates } from '#core/tasks/estimate-report.ts'
import { dateOf } from '#core/time/time-zone.ts'
import type { Db } from '#server/db/connect.ts'
import { listGoalsOf, readProgress } from '#server/features/goals/queries.ts'
import { requireUser } from '#server/features/users/queries.ts'
import { languageOf } from '#server/http/error-reply.ts'
import { closeOnFailure, type LongQuestion } from '#server/http/long-questions/long-questions.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { createPacer } from '#server/yield-to-event-loop.ts'
import { attributeKey } from './dimension-keys.ts'
import { readEstimates } from './estimates.ts'
import { writeCsv } from './export/csv.ts'
import { type EntryInPeriod, readEntryPages } from './export/entry-pages.ts'
import type { ExportedEntry, ExportedReport, Writer } from './export/exported-report.ts'
import { writeEstimatesCsv } from './export/estimates/csv.ts'
import { writeJson } from './export/json.ts'
import { type Names, readNames } from './export/names.ts'
import { writeClockify, writeToggl } from './export/other-trackers.ts'
import { writeXlsx } from './export/xlsx.ts'
import { type ResolvedQuery, resolveQuery } from './resolve-query.ts'
import { readSummary } from './summary.ts'

const CSV = 'text/csv; charset=utf-8'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const FORMATS: Record<ExportFormat, { type: string; write: Writer }> = {
  csv: { type: CSV, write: writeCsv },
  estimates: { type: CSV, write: writeEstimatesCsv },
  toggl: { type: CSV, write: writeToggl },
  clockify: { type: CSV, write: writeClockify },
  xlsx: { type: XLSX, write: (report) => writeXlsx(report) },
  pdf: { type: 'application/pdf', write: writeLazyPdf },
  json: { type: 'application/json; charset=utf-8', write: writeJson },
}

/** The PDF library is large, so the first PDF export loads it. */
async function* writeLazyPdf(report: Parameters<Writer>[0]) {
  const { writePdf } = await import('./export/pdf.ts')
  yield* writePdf(report)
}

export function exportRoute(app: FastifyInstance, services: Services) {
  serve(app, services, reports.export, async ({ session, query, request }) => {
    const { userId } = session
    await services.limits.countAttempt('export', userId)
    const { name, email } = await requireUser(services.db, session)
    const language = languageOf(request)
    const question = services.questions.open({ userId, request, isFresh: false })
    return replyWithFile(services, question, { userId, query, language, user: { name, email } })
  })
}

interface FileRequest extends Pick<ExportedReport, 'query' | 'language' | 'user' | 'fields' | 'title'> {
  userId: string
}

/** The file is written after the handler has returned, so the question is closed when it was sent. */
export function replyWithFile({ db, now }: Services, question: LongQuestion, request: FileRequest) {
  const { userId, query, language, fields } = request
  return closeOnFailure(question, async () => {
    const report = await question.read(async (reader) => ({
      names: await readNames(reader, { db, userId, language, fields }),
      resolved: await resolveQuery(reader, userId, query, dimensionsOf(query)),
    }))
    const content = writeReport({ ...request, ...report, question, today: dateOf(now(), query.zone) })
    return { name: fileName(query), type: FORMATS[query.format].type, content, onClose: question.close }
  })
}

function writeReport(request: ExportRequest) {
  const { question, resolved, query, names, language, user, fields, title } = request
  const { userId } = resolved
  const sumBy = (dimensions: Dimension[]) => question.read((reader) => readSummary(reader, userId, query, dimensions))
  return FORMATS[query.format].write({
    query,
    language,
    user,
    names,
    fields,
    title,
    pages: readPages(request),
    readSummary: async () => {
      const { stats, lines, ...total } = await sumBy(dimensionsOf(query))
      return { total: { ...total, ...stats }, lines }
    },
    // Goals and estimates are the user's own.
    readEstimates: async () =>
      fields !== undefined
        ? reportEstimates([], names.lineName)
        : reportEstimates(await question.read((reader) => readEstimates(reader, userId, query)), names.lineName),
    readGoals: async () =>
      fields === undefined ? question.read((reader) => readGoals(reader, userId, request)) : undefined,
    readTimeByStep: async (step) => {
      const further = additiveDimensions([query.group]).filter((dimension) => dimension !== step)
      return (await sumBy([step, ...further])).lines
    },
  })
}

async function readGoals(reader: Db, userId: string, { query, today }: ExportRequest) {
  const { projects, clients, tasks, tags, search, kinds, preset, rounding } = query
  const isFiltered = [clients, tasks, tags, search, kinds, preset].some((filter) => filter !== undefined)
  const project = goalScope({ projects, isPartial: isFiltered || rounding !== 'off' })
  if (project === undefined) return undefined
  const history = await listGoalsOf(reader, userId, project)
  const progress = await readProgress(reader, userId, { ...query, project, today, history })
  return progress.days.length === 0 ? undefined : progress
}

const dimensionsOf = ({ group, subgroup }: ExportQuery) => (subgroup === undefined ? [group] : [group, subgroup])

function fileName({ format, from, to }: ExportQuery) {
  const isReport = !['estimates', 'toggl', 'clockify'].includes(format)
  return isReport ? `ritmo-${from}--${to}.${format}` : `ritmo-${format}-${from}--${to}.csv`
}

interface ExportRequest extends FileRequest {
  question: LongQuestion
  resolved: ResolvedQuery
  names: Names
  today: string
}

/** Reads the entries of a report page by page, each with its rounded time. */
async function* readPages({
  question,
  resolved,
  names,
  query,
  fields,
}: ExportRequest): AsyncGenerator<ExportedEntry[]> {
  const { userId, conditions } = resolved
  const period = periodOf(query.from, query.to, query.zone)
  const dimensions = dimensionsOf(query)
  const roundEntry = createEntryRounder({ ...resolved, dimensions })
  const lineKeyOf = createLineKeys(resolved, query)
  const pacer = createPacer()
  for await (const rows of readEntryPages(question, { userId, conditions, period })) {
    const page: ExportedEntry[] = []
    for (const row of rows) {
      const [worked, milliseconds] = [timeWithin(row.segments, period), roundEntry(row.segments, lineKeyOf(row))]
      const entry = { ...toExportedEntry(row, names), worked, milliseconds }
      page.push(fields === undefined ? entry : hideTexts(entry, fields))
      if (pacer.shouldYield()) await pacer.yieldToEventLoop()
    }
    yield page
  }
}

/** Returns a function that identifies the line of an entry, without calendar dimensions. */
function createLineKeys(resolved: ResolvedQuery, query: ExportQuery) {
  const dimensions = additiveDimensions(dimensionsOf(query)).filter((dimension) => !isCalendarDimension(dimension))
  return ({ entry: { projectId, taskId } }: EntryInPeriod) => {
    const attributes = { project: projectId, task: taskId, tag: null }
    return dimensions.map((dimension) => attributeKey(dimension, attributes, resolved) ?? '').join(' ')
  }
}

function toExportedEntry({ entry, segments }: EntryInPeriod, names: Names) {
  const { id, projectId, taskId, tags: tagIds, notes } = entry
  const clientId = names.clientOf(projectId)
  return {
    id,
    start: segments[0]![0],
    end: segments.at(-1)![1],
    segments,
    projectId,
    clientId,
    taskId,
    tagIds,
    project: names.nameOrEmpty('project', projectId),
    client: names.nameOrEmpty('client', clientId),
    task: names.nameOrEmpty('task', taskId),
    tags: tagIds.map((tag) => names.nameOrEmpty('tag', tag)),
    notes,
    kind: kindOf(entry),
  }
}

/** The same kinds as the filter of a report. */
function kindOf({ focusSessionKey, plannedMs }: EntryInPeriod['entry']): ExportedEntry['kind'] {
  if (plannedMs !== null) return 'focus'
  return focusSessionKey === null ? 'manual' : 'stopwatch'
}
