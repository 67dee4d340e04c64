import type { Summary } from '#contract/reports.ts'
import type { Dimension } from '#core/report/dimensions.ts'
import type { Key } from '#core/report/summary.ts'
import type { EstimateLine } from '#core/tasks/estimate-report.ts'
import { createPacer } from '#server/yield-to-event-loop.ts'
import { type Clock, createClock } from './clock.ts'
import type { ExportedEntry, ExportedReport } from './exported-report.ts'

/** The whole report for programs: its query, its totals and every entry. */
export async function* writeJson(report: ExportedReport) {
  const { query, names, pages, readEstimates } = report
  const clock = createClock(query.zone)
  const summary = await report.readSummary()
  yield `${JSON.stringify(headOf(report, summary)).slice(0, -1)},"groups":[`
  yield* writeGroups(report, summary)
  yield `],"goals":${JSON.stringify(await goalsOf(report))},"estimates":[`
  yield (await readEstimates()).projects
    .flatMap(({ lines }) => lines.map((line) => JSON.stringify(toEstimate(line, names))))
    .join()
  yield '],"entries":['
  let separator = '\n'
  for await (const entries of pages) {
    if (entries.length === 0) continue
    yield separator + entries.map((entry) => JSON.stringify(toJson(entry, clock))).join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** Days and weeks with their targets; null where the report page shows no goal. */
async function goalsOf({ readGoals }: ExportedReport) {
  const { days, weeks } = (await readGoals()) ?? {}
  return days === undefined ? null : { days, weeks }
}

function toEstimate(
  { project, task, ratio: _, ...line }: EstimateLine,
  { nameOrEmpty, clientOf }: ExportedReport['names'],
) {
  const client = nameOrEmpty('client', clientOf(project))
  return {
    task: nameOrEmpty('task', task),
    taskId: task,
    project: nameOrEmpty('project', project),
    projectId: project,
    client,
    ...line,
  }
}

/** A summary may have thousands of lines. */
async function* writeGroups({ query: { group, subgroup }, names }: ExportedReport, { lines }: Summary) {
  const pacer = createPacer()
  let separator = ''
  const toGroup = (dimension: Dimension, line: { key: Key }) => ({
    ...line,
    name: names.plainLineName(dimension, line.key),
    ...namesOfOwners(dimension, line.key, names),
  })
  for (const { lines: sublines, ...line } of lines) {
    const groups = subgroup && { groups: sublines.map((subline) => toGroup(subgroup, subline)) }
    yield separator + JSON.stringify({ ...toGroup(group, line), ...groups })
    separator = ','
    if (pacer.shouldYield()) await pacer.yieldToEventLoop()
  }
}

/** Projects of the same name may belong to different clients, and tasks to different projects. */
function namesOfOwners(dimension: Dimension, key: Key, { nameOrEmpty, clientOf, projectOf }: ExportedReport['names']) {
  if (dimension !== 'project' && dimension !== 'task') return {}
  const project = dimension === 'project' ? key : key && projectOf(key)
  const client = nameOrEmpty('client', project && clientOf(project))
  return dimension === 'project' ? { client } : { project: nameOrEmpty('project', project), client }
}

function headOf({ query }: ExportedReport, { total }: Summary) {
  const { from, to, zone, rounding, roundingMinutes, roundingPer, group, subgroup, format: _, ...filters } = query
  return {
    range: { from, to },
    zone,
    rounding: rounding === 'off' ? null : { direction: rounding, minutes: roundingMinutes, per: roundingPer },
    filters,
    grouping: subgroup === undefined ? [group] : [group, subgroup],
    total,
  }
}

const toJson = ({ start, end, segments, ...entry }: ExportedEntry, clock: Clock) => ({
  id: entry.id,
  start: clock.isoTime(start),
  end: clock.isoTime(end),
  milliseconds: entry.milliseconds,
  workedMilliseconds: entry.worked,
  segments: segments.map(([start, end]) => ({ start: clock.isoTime(start), end: clock.isoTime(end) })),
  client: entry.client,
  clientId: entry.clientId,
  project: entry.project,
  projectId: entry.projectId,
  task: entry.task,
  taskId: entry.taskId,
  tags: entry.tags,
  tagIds: entry.tagIds,
  notes: entry.notes,
  mode: entry.kind,
})
