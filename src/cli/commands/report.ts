import { nameOf, type Catalogue, type ResolvedFormats } from '#client/catalogue.ts'
import { reports } from '#contract/reports.ts'
import { firstWeekday } from '#core/formats.ts'
import { HOUR_MS } from '#core/time/units.ts'
import { guardFormula } from '#core/text/formula-guard.ts'
import { formatDate, SHORT_DATE } from '#core/writing/format-date.ts'
import { formatDuration } from '#core/writing/format-duration.ts'
import { GROUPINGS } from '#cli/command-table.ts'
import type { Context } from '#cli/context.ts'
import { UsageError } from '#cli/errors.ts'
import { readFilters } from '#cli/filters.ts'
import { plain } from '#cli/output/entries.ts'
import { bold, layOut } from '#cli/output/table.ts'
import { chooseFrom } from '#cli/parse-arguments.ts'
import { requirePeriod } from '#cli/periods.ts'
import { toReportFilter } from '#cli/report-filter.ts'

type Grouping = (typeof GROUPINGS)[number]

interface Row {
  name: string
  milliseconds: number
  entries: number
}

export async function run(context: Context) {
  const { given, terminal, now } = context
  if (given.has('json') && given.has('csv')) throw new UsageError('error.clash', { first: '--json', second: '--csv' })
  const group = chooseFrom(GROUPINGS, given.value('by') ?? 'project')
  const account = await context.account()
  const [catalogue, formats] = [await account.catalogue(), await account.formats()]
  const period = requirePeriod(given.positionals[0] ?? 'week', formats, now())
  const query = {
    ...toReportFilter(period, readFilters(given, catalogue), formats.zone),
    weekStart: firstWeekday(formats),
    group,
  }
  const { total, lines } = await account.call(reports.summary, { query })
  const naming = { context, catalogue, formats, group }
  const rows = lines.map(({ key, milliseconds, entries }) => ({ name: nameRow(key, naming), milliseconds, entries }))
  if (given.has('json')) return terminal.print(JSON.stringify({ ...period, group, total, rows }, null, 2))
  if (given.has('csv')) return printCsv(context, group, rows)
  printTable(naming, rows, { ...period, total: total.milliseconds })
}

interface Naming {
  context: Context
  catalogue: Catalogue
  formats: ResolvedFormats
  group: Grouping
}

const LISTS = { client: 'clients', project: 'projects', task: 'tasks', tag: 'tags' } as const

function nameRow(key: string | null, { context, catalogue, formats, group }: Naming): string {
  const { language, text, given } = context
  if (group === 'day' || group === 'week' || group === 'month') {
    const isData = given.has('json') || given.has('csv')
    if (key === null || isData) return key ?? ''
    const parts = group === 'month' ? ({ month: 'long', year: 'numeric' } as const) : SHORT_DATE
    return formatDate(key, language, parts, formats.dateOrder)
  }
  return key === null ? text(`report.without.${group}`) : nameOf(catalogue[LISTS[group]], key)
}

function printCsv({ terminal, text }: Context, group: Grouping, rows: readonly Row[]) {
  const quote = (cell: string) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const hours = (milliseconds: number) => (milliseconds / HOUR_MS).toFixed(2)
  terminal.print([text(`report.name.${group}`), text('report.time')].map(quote).join(','))
  for (const { name, milliseconds } of rows) terminal.print(`${quote(guardFormula(name))},${hours(milliseconds)}`)
}

interface Totals {
  from: string
  to: string
  total: number
}

function printTable({ context, formats }: Naming, rows: readonly Row[], { from, to, total }: Totals) {
  const { terminal, text, language } = context
  const day = (date: string) => formatDate(date, language, SHORT_DATE, formats.dateOrder)
  const title = from === to ? day(from) : text('report.title', { from: day(from), to: day(to) })
  terminal.print(bold(title, terminal.isColored))
  if (rows.length === 0) return terminal.warn(text('report.none'))
  const time = (milliseconds: number) => plain(formatDuration(milliseconds, language, formats.duration))
  const percent = (milliseconds: number) =>
    new Intl.NumberFormat(language, { style: 'percent' }).format(total === 0 ? 0 : milliseconds / total)
  const table = [
    ...rows.map(({ name, milliseconds }) => [time(milliseconds), plain(percent(milliseconds)), name]),
    [time(total), '', text('report.total')],
  ]
  const lines = layOut(table, [{ align: 'end' }, { align: 'end' }, {}], terminal.columns)
  lines.forEach((line, index) => terminal.print(index === rows.length ? bold(line, terminal.isColored) : line))
}
