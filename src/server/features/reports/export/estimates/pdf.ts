import { writeDuration } from '#core/time-entries/duration-text.ts'
import type { EstimateGroup, EstimateLine, EstimateReport } from '#core/tasks/estimate-report.ts'
import type { EstimateComparison } from '#core/tasks/estimate.ts'
import type { ExportedReport } from '#server/features/reports/export/exported-report.ts'
import { type Column, CONTENT_WIDTH, type Table, type TableRow } from '#server/features/reports/export/pdf-pages.ts'
import { fillIn, TRANSLATIONS } from '#server/features/reports/export/translations.ts'

/** The tasks with an estimate below their projects, and how many of them took no more than that. */
export function estimatesTable(report: ExportedReport, { projects, totals }: EstimateReport): Table {
  const { dimension, estimates } = TRANSLATIONS[report.language]
  const columns: Column[] = [
    { title: dimension.task, width: CONTENT_WIDTH - 310 },
    { title: estimates.estimate, width: 80, isNumber: true },
    { title: estimates.actual, width: 80, isNumber: true },
    { title: estimates.difference, width: 80, isNumber: true },
    { title: estimates.inPeriod, width: 70, isNumber: true },
  ]
  const { over, within } = totals
  const title = `${estimates.title}: ${fillIn(estimates.within, { within, all: over + within })}`
  return { title, columns, rows: projects.flatMap((group) => rowsOf(group, report)) }
}

function rowsOf({ project, totals, lines }: EstimateGroup, report: ExportedReport): TableRow[] {
  const { over, within, millisecondsInPeriod } = totals
  const { estimates } = TRANSLATIONS[report.language]
  const count = fillIn(estimates.within, { within, all: over + within })
  return [
    {
      cells: [
        `${report.names.lineName('project', project)} (${count})`,
        '',
        '',
        '',
        writeDuration(millisecondsInPeriod),
      ],
      isStrong: true,
      keepsWithNext: true,
      isNamed: true,
    },
    ...lines.map((line) => taskRow(line, report)),
  ]
}

function taskRow({ task, comparison, workInPeriod }: EstimateLine, { names, language }: ExportedReport): TableRow {
  const { estimated, done, difference } = comparison
  const textOf = (amount: number) => amountText(comparison.unit, amount, language)
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : ''
  const amounts = [textOf(estimated), textOf(done), `${sign}${textOf(Math.abs(difference))}`]
  return {
    cells: [names.lineName('task', task, 'project'), ...amounts, writeDuration(workInPeriod.milliseconds)],
    indent: 14,
    isNamed: true,
  }
}

function amountText(unit: EstimateComparison['unit'], amount: number, language: ExportedReport['language']) {
  if (unit === 'milliseconds') return writeDuration(amount)
  const { count } = TRANSLATIONS[language].estimates
  return fillIn(amount === 1 ? count.one : count.other, { count: amount })
}
