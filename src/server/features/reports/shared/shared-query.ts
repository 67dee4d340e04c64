import * as z from 'zod/mini'
import { type ExportQuery, reports } from '#contract/reports.ts'
import { Formats } from '#contract/users.ts'
import { firstWeekday } from '#core/formats.ts'
import { readReportSearch } from '#core/report/report-search.ts'
import { sharedQuery, shownFields } from '#core/report/shared-report.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { fieldsOf, rangeOf, type ReportOfLink } from '#server/features/shared-reports/queries.ts'

/** The query and the fields of a shared report, made only of what its owner has stored. */
export function queryOfLink(link: ReportOfLink, now: number) {
  const formats = link.formats === null ? undefined : Formats.safeParse(JSON.parse(link.formats)).data
  const zone = formats?.timeZone ?? link.zone
  const fields = shownFields(fieldsOf(link))
  const view = readReportSearch(Object.fromEntries(new URLSearchParams(link.search)))
  const weekStart = firstWeekday({ weekStart: formats?.weekStart ?? 'monday' })
  const query = sharedQuery(view, { fields, range: rangeOf(link), zone, weekStart }, dateOf(now, zone))
  return { fields, query: z.parse(reports.export.query, { ...query, format: 'csv' }) satisfies ExportQuery }
}
