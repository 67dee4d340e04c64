import { writeDuration } from '#core/time-entries/duration-text.ts'
import { formatHours } from '#server/features/reports/export/clock.ts'
import { BYTE_ORDER_MARK, csvLine } from '#server/features/reports/export/csv-line.ts'
import type { ExportedReport } from '#server/features/reports/export/exported-report.ts'
import { TRANSLATIONS } from '#server/features/reports/export/translations.ts'
import { createPacer } from '#server/yield-to-event-loop.ts'

/** A shared report without single entries has one row for each line, or for each subline. Headings are English, as always. */
export async function* writeLinesCsv({ query: { group, subgroup }, names, readSummary }: ExportedReport) {
  const { dimension } = TRANSLATIONS.en
  const levels = [group, subgroup ?? []].flat().map((level) => dimension[level])
  yield BYTE_ORDER_MARK + csvLine([...levels, 'Duration', 'Hours', 'Milliseconds', 'Entries'])
  const pacer = createPacer()
  for (const line of (await readSummary()).lines) {
    const name = names.lineName(group, line.key)
    const rows = subgroup === undefined ? [line] : line.lines
    yield rows
      .map((row) => {
        const levels = subgroup === undefined ? [name] : [name, names.lineName(subgroup, row.key, group)]
        const { milliseconds, entries } = row
        return csvLine([...levels, writeDuration(milliseconds), formatHours(milliseconds, 4), milliseconds, entries])
      })
      .join('')
    if (pacer.shouldYield()) await pacer.yieldToEventLoop()
  }
}
