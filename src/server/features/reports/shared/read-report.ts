import type { PublicReport } from '#contract/integrations/shared-reports.ts'
import type { ExportQuery } from '#contract/reports.ts'
import type { Language } from '#core/language.ts'
import { periodOf, splitIntoBuckets } from '#core/report/buckets.ts'
import { barStep } from '#core/report/day-range.ts'
import { type Dimension, isCalendarDimension } from '#core/report/dimensions.ts'
import type { SharedFields } from '#core/report/shared-report.ts'
import type { Line } from '#core/report/summary.ts'
import type { Db } from '#server/db/connect.ts'
import { readNames } from '#server/features/reports/export/names.ts'
import { readSummary } from '#server/features/reports/summary.ts'
import type { ReportOfLink } from '#server/features/shared-reports/queries.ts'
import type { LongQuestion } from '#server/http/long-questions/long-questions.ts'
import { type KeysByDimension, readLabels } from './labels.ts'

export interface SharedReportRequest {
  link: ReportOfLink
  query: ExportQuery
  fields: SharedFields
  language: Language
}

/** The report of a link with the names that it shows, and no others. */
export async function readSharedReport(
  { read }: Pick<LongQuestion, 'read'>,
  db: Db,
  { link, query, fields, language }: SharedReportRequest,
): Promise<PublicReport> {
  const { user_id: userId } = link
  const { from, to, zone, weekStart, group, subgroup } = query
  const step = barStep({ from, to })
  const partsBy = isCalendarDimension(group) ? 'project' : group
  const sumBy = (dimensions: Dimension[]) => read((reader) => readSummary(reader, userId, query, dimensions))
  const summary = await sumBy([group, subgroup ?? []].flat())
  const series = await sumBy([step, partsBy])
  const days = step === 'day' ? series.lines : (await sumBy(['day'])).lines
  const lineOf = new Map(series.lines.map((line) => [line.key, line]))
  const bars = splitIntoBuckets(periodOf(from, to, zone), step, zone, weekStart).map(({ date }) => {
    const { milliseconds = 0, lines: parts = [] } = lineOf.get(date) ?? {}
    return { day: date, milliseconds, parts: parts.map(({ key, milliseconds }) => ({ key, milliseconds })) }
  })
  const names = await read((reader) => readNames(reader, { db, userId, language, fields }))
  const levels = [
    [group, summary.lines],
    [subgroup, summary.lines.flatMap(({ lines }) => lines)],
    [partsBy, series.lines.flatMap(({ lines }) => lines)],
  ] as const
  const labels = await read((reader) => readLabels(reader, { userId, keys: keysOf(levels), names, fields }))
  return {
    name: link.name,
    sharedBy: link.owner_name,
    from,
    to,
    zone,
    rounding: roundingOf(query),
    filters: await names.describeFilters(query),
    group,
    subgroup: subgroup ?? null,
    hasClients: fields.clients,
    hasEntries: fields.entries,
    total: {
      milliseconds: summary.milliseconds,
      entries: summary.entries,
      days: days.filter(({ milliseconds }) => milliseconds > 0).length,
    },
    step,
    partsBy,
    bars,
    labels,
    lines: summary.lines,
  }
}

function keysOf(levels: readonly (readonly [Dimension | undefined, readonly Pick<Line, 'key'>[]])[]) {
  const keys: KeysByDimension = { client: new Set(), project: new Set(), task: new Set(), tag: new Set() }
  for (const [dimension, lines] of levels)
    if (dimension !== undefined && !isCalendarDimension(dimension))
      for (const { key } of lines) if (key !== null) keys[dimension].add(key)
  return keys
}

const roundingOf = ({ rounding, roundingMinutes, roundingPer }: ExportQuery) =>
  rounding === 'off' ? null : { direction: rounding, minutes: roundingMinutes, per: roundingPer }
