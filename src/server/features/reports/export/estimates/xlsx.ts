import type { EstimateLine } from '#core/tasks/estimate-report.ts'
import { HOUR_MS } from '#core/time/units.ts'
import type { ExportedReport } from '#server/features/reports/export/exported-report.ts'
import { TRANSLATIONS } from '#server/features/reports/export/translations.ts'
import { type Cell, SHEET_END, sheetRows, sheetStart } from '#server/features/reports/export/xlsx-xml.ts'

const ROWS_AT_ONCE = 500

/** The tasks with an estimate as a sheet. Amounts are numbers of sessions or of hours. */
export async function* estimatesSheet(report: ExportedReport, lines: readonly EstimateLine[]) {
  const { column, dimension, estimates } = TRANSLATIONS[report.language]
  const subject = [dimension.client, dimension.project, dimension.task]
  const amounts = [estimates.unit, estimates.estimate, estimates.actual, estimates.difference]
  const inPeriod = [`${column.hours}, ${estimates.inPeriod}`, `${estimates.sessions}, ${estimates.inPeriod}`]
  const headings = [...subject, estimates.completed, ...amounts, ...inPeriod]
  yield sheetStart({ widths: [22, 28, 32, 12, 12, 12, 12, 12, 26, 26], firstRow: 2 })
  yield sheetRows([headings.map((text) => ({ text, style: 'bold' }))], 1)
  for (let first = 0; first < lines.length; first += ROWS_AT_ONCE)
    yield sheetRows(
      lines.slice(first, first + ROWS_AT_ONCE).map((line) => rowOf(line, report)),
      first + 2,
    )
  yield SHEET_END
}

function rowOf(line: EstimateLine, { names, language }: ExportedReport): Cell[] {
  const { project, task, isCompleted, comparison, workInPeriod } = line
  const { unit, estimated, done, difference } = comparison
  const { estimates, column } = TRANSLATIONS[language]
  const amounts = [estimated, done, difference].map((amount): Cell =>
    unit === 'sessions' ? { number: amount, style: 'plain' } : { number: amount / HOUR_MS, style: 'hours' },
  )
  return [
    names.nameOrEmpty('client', names.clientOf(project)),
    names.nameOrEmpty('project', project),
    names.nameOrEmpty('task', task),
    isCompleted ? estimates.yes : '',
    unit === 'sessions' ? estimates.sessions : column.hours,
    ...amounts,
    { number: workInPeriod.milliseconds / HOUR_MS, style: 'hours' },
    { number: workInPeriod.sessions, style: 'plain' },
  ]
}
