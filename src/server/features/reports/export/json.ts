import type { Summary } from '#contract/reports.ts'
import { type Clock, createClock } from './clock.ts'
import type { ExportedEntry, ExportedReport } from './exported-report.ts'

/** The whole report for programs: its query, its totals and every entry. */
export async function* writeJson(report: ExportedReport) {
  const { query, pages } = report
  const clock = createClock(query.zone)
  yield `${JSON.stringify(headOf(report, await report.readSummary())).slice(0, -1)},"entries":[`
  let separator = '\n'
  for await (const entries of pages) {
    if (entries.length === 0) continue
    yield separator + entries.map((entry) => JSON.stringify(toJson(entry, clock))).join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}

function headOf({ query, names }: ExportedReport, { total, lines }: Summary) {
  const { from, to, zone, rounding, roundingMinutes, roundingPer, group, subgroup, format: _, ...filters } = query
  return {
    range: { from, to },
    zone,
    rounding: rounding === 'off' ? null : { direction: rounding, minutes: roundingMinutes, per: roundingPer },
    filters,
    grouping: subgroup === undefined ? [group] : [group, subgroup],
    total,
    groups: lines.map(({ lines: sublines, ...line }) => ({
      ...line,
      name: names.lineName(group, line.key),
      ...(subgroup !== undefined && {
        groups: sublines.map((line) => ({ ...line, name: names.lineName(subgroup, line.key) })),
      }),
    })),
  }
}

const toJson = ({ start, end, ...entry }: ExportedEntry, clock: Clock) => ({
  id: entry.id,
  start: clock.isoTime(start),
  end: clock.isoTime(end),
  milliseconds: entry.milliseconds,
  workedMilliseconds: entry.worked,
  client: entry.client,
  project: entry.project,
  task: entry.task,
  tags: entry.tags,
  notes: entry.notes,
  mode: entry.kind,
})
