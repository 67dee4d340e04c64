import type { Summary } from '#contract/reports.ts'
import { toLocale } from '#core/language.ts'
import { writeDuration } from '#core/time-entries/duration-text.ts'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import { type Clock, createClock } from './clock.ts'
import type { ExportedEntry, ExportedReport } from './exported-report.ts'
import { estimatesTable } from './estimates/pdf.ts'
import { goalLines } from './goal-lines.ts'
import { formatRange, nameRounding } from './names.ts'
import {
  ACCENT_COLOR,
  createCanvas,
  createDocument,
  inLogicalOrder,
  MUTED_COLOR,
  type PdfCanvas,
  truncate,
  wrap,
} from './pdf-canvas.ts'
import { drawChart } from './pdf-chart.ts'
import { loadFonts } from './pdf-fonts.ts'
import {
  type Column,
  CONTENT_WIDTH,
  createPages,
  drawTable,
  LEFT,
  type PdfPages,
  RIGHT,
  type Table,
  type TableRow,
} from './pdf-pages.ts'
import { withShares } from './shares.ts'
import { fillIn, TRANSLATIONS, type Translations } from './translations.ts'

/** Longer tables are cut: they are of no use on paper, and spreadsheets have all rows. */
const MAX_ROWS = 2_000
const MAX_NOTES_LENGTH = 400
/** The position of notes and tags in the row of an entry. */
const NOTES_CELL = 4

interface PdfContent {
  report: ExportedReport
  summary: Summary
  texts: Translations
  range: string
  canvas: PdfCanvas
  pages: PdfPages
}

/** A report to print: its query, totals, a chart, the lines and the first entries. */
export async function* writePdf(report: ExportedReport) {
  const { query, language, user, names } = report
  const texts = { ...TRANSLATIONS[language], ...(report.title && { title: report.title }) }
  const range = formatRange(query.from, query.to, language)
  const summary = await report.readSummary()
  const { lines, total } = lineRows(report, summary)
  const clock = createClock(query.zone)
  const entries = report.fields?.entries === false ? [] : await readFirstRows(report.pages, clock)
  const filters = await names.describeFilters(query)
  const goals = goalLines(query, await report.readGoals(), texts)
  const estimates = estimatesTable(report, await report.readEstimates())
  const written = [...lines, total, ...estimates.rows, ...entries].flatMap(({ cells }) => cells)
  const fonts = await loadFonts([...written, ...filters, user.name, range, JSON.stringify(texts)].join(''))
  const doc = createDocument(`${texts.title} ${range}`, language)
  const canvas = createCanvas(doc, fonts)
  const pages = createPages(canvas)
  const content = { report, summary, texts, range, canvas, pages }

  pages.next()
  drawHeader(content, filters, goals)
  drawTotals(content)
  await drawChart(canvas, pages, report)
  await drawLines(content, lines, total)
  await drawEstimates(content, estimates)
  await drawEntries(content, entries)
  pages.drawFooters((page, pages) => [
    `Ritmo · ${texts.title} · ${range} · ${user.name}`,
    fillIn(texts.page, { page, pages }),
  ])
  doc.end()
  yield* doc as AsyncIterable<Uint8Array>
}

function drawHeader(
  { report: { query, user, language }, texts, range, canvas, pages }: PdfContent,
  filters: readonly string[],
  goals: readonly [name: string, value: string][],
) {
  const top = pages.take(58)
  const name = truncate(canvas, user.name, CONTENT_WIDTH / 2, { size: 10 })
  const draw = () => canvas.writeRight(name, RIGHT, top + 10, { size: 10, color: MUTED_COLOR })
  const drawTitle = () => {
    canvas.write(texts.title, LEFT, top + 10, { size: 10, weight: 'bold', color: ACCENT_COLOR })
    canvas.write(range, LEFT, top + 38, { size: 22, weight: 'bold' })
  }
  canvas.addElement(canvas.root, 'H1', drawTitle, { actual: `${texts.title}: ${range}` })
  canvas.addElement(canvas.root, 'P', draw, inLogicalOrder(user.name))
  const dimensions = [query.group, query.subgroup ?? []].flat().map((dimension) => texts.dimension[dimension])
  const facts = [
    [texts.zone, query.zone],
    [texts.rounding, nameRounding(query, language)],
    [texts.grouping, dimensions.join(', ')],
    [texts.filters, filters.length === 0 ? texts.unfiltered : filters.join(' · ')],
    ...goals,
  ] as const
  for (const [name, value] of facts) {
    const lines = wrap(canvas, value, { width: CONTENT_WIDTH - 90, lines: 6 }, { size: 9.5 })
    const top = pages.take(lines.length * 13 + 2)
    const draw = () => {
      canvas.write(name, LEFT, top + 10, { size: 9.5, color: MUTED_COLOR })
      for (const [index, line] of lines.entries()) canvas.write(line, LEFT + 90, top + 10 + index * 13, { size: 9.5 })
    }
    canvas.addElement(canvas.root, 'P', draw, { actual: `${name}: ${value}` })
  }
}

function drawTotals({ summary: { total }, texts, report: { language, fields }, canvas, pages }: PdfContent) {
  const number = new Intl.NumberFormat(toLocale(language))
  const sessions = [total.completed, total.cutShort].map((count) => number.format(count))
  const all = [
    [texts.total, writeDuration(total.milliseconds), `${formatHours(total.milliseconds, language)} ${texts.hourUnit}`],
    [texts.entries, number.format(total.entries), ''],
    [texts.sessions, sessions[0]!, `${texts.completed} · ${sessions[1]} ${texts.cutShort}`],
    [texts.longest, writeDuration(total.longestMilliseconds), ''],
  ] as const
  // How sessions went is the user's own.
  const totals = fields === undefined ? all : all.slice(0, 2)
  const top = pages.take(76) + 12
  const width = CONTENT_WIDTH / totals.length
  canvas.decorate(() => canvas.line(LEFT, top, CONTENT_WIDTH))
  for (const [index, [name, value, below]] of totals.entries()) {
    const x = LEFT + index * width
    const draw = () => {
      canvas.write(truncate(canvas, name, width - 8, { size: 9 }), x, top + 17, { size: 9, color: MUTED_COLOR })
      canvas.write(value, x, top + 36, { size: 15, weight: 'bold' })
      canvas.write(truncate(canvas, below, width - 8, { size: 8.5 }), x, top + 50, { size: 8.5, color: MUTED_COLOR })
    }
    canvas.addElement(canvas.root, 'P', draw, { actual: `${name}: ${value} ${below}`.trim() })
  }
  canvas.decorate(() => canvas.line(LEFT, top + 58, CONTENT_WIDTH))
}

async function drawLines(
  { report: { query }, texts, canvas, pages }: PdfContent,
  lines: readonly TableRow[],
  total: TableRow,
) {
  const { column } = texts
  const columns: Column[] = [
    { title: texts.dimension[query.group], width: CONTENT_WIDTH - 330 },
    { title: column.share, width: 110, isNumber: true },
    { title: texts.entries, width: 70, isNumber: true },
    { title: column.time, width: 80, isNumber: true },
    { title: column.hours, width: 70, isNumber: true },
  ]
  const shown = lines.slice(0, MAX_ROWS)
  // The total is never alone on a page.
  const rows = [...shown.slice(0, -1), ...shown.slice(-1).map((row) => ({ ...row, keepsWithNext: true })), total]
  await drawTable(canvas, pages, { title: texts.summary, columns, rows })
  if (lines.length > MAX_ROWS) drawNote(canvas, pages, fillIn(texts.shortened, { shown: MAX_ROWS, all: lines.length }))
  if ([query.group, query.subgroup].includes('tag')) drawNote(canvas, pages, texts.tagNote)
}

async function drawEstimates({ texts, canvas, pages }: PdfContent, table: Table) {
  if (table.rows.length === 0) return
  await drawTable(canvas, pages, { ...table, rows: table.rows.slice(0, MAX_ROWS) })
  const all = table.rows.length
  if (all > MAX_ROWS) drawNote(canvas, pages, fillIn(texts.shortened, { shown: MAX_ROWS, all }))
}

async function drawEntries({ report, summary, texts, canvas, pages }: PdfContent, entries: readonly TableRow[]) {
  if (entries.length === 0) return
  const { column } = texts
  // The column has tags too.
  const hasNotes = report.fields === undefined || report.fields.notes || report.fields.tags
  const workWidth = hasNotes ? 160 : CONTENT_WIDTH - 214
  const columns: Column[] = [
    { title: column.date, width: 62 },
    { title: column.start, width: 42 },
    { title: column.end, width: 50 },
    { title: column.work, width: workWidth },
    ...(hasNotes ? [{ title: column.notes, width: CONTENT_WIDTH - 374 }] : []),
    { title: column.time, width: 60, isNumber: true },
  ]
  const rows = hasNotes ? entries : entries.map((row) => ({ ...row, cells: row.cells.toSpliced(NOTES_CELL, 1) }))
  await drawTable(canvas, pages, { title: texts.entries, columns, rows })
  const all = summary.total.entries
  if (all > entries.length) drawNote(canvas, pages, fillIn(texts.shortened, { shown: entries.length, all }))
}

function drawNote(canvas: PdfCanvas, pages: PdfPages, text: string) {
  const style = { size: 9, color: MUTED_COLOR }
  const lines = wrap(canvas, text, { width: CONTENT_WIDTH, lines: 3 }, style)
  const top = pages.take(14 * lines.length)
  const draw = () => {
    for (const [index, line] of lines.entries()) canvas.write(line, LEFT, top + 12 + 14 * index, style)
  }
  canvas.addElement(canvas.root, 'P', draw, inLogicalOrder(text))
}

const formatHours = (milliseconds: number, language: ExportedReport['language']) =>
  new Intl.NumberFormat(toLocale(language), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    milliseconds / HOUR_MS,
  )

/** Table rows of the lines with their sublines, and of the total. */
function lineRows({ query: { group, subgroup }, names, language }: ExportedReport, { total, lines }: Summary) {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const percent = new Intl.NumberFormat(toLocale(language), { style: 'percent', ...digits })
  const number = new Intl.NumberFormat(toLocale(language))
  const row = (name: string, { entries, milliseconds, share }: LineValues): TableRow => {
    const totals = [number.format(entries), writeDuration(milliseconds), formatHours(milliseconds, language)]
    return { cells: [name, percent.format(share), ...totals], bar: { column: 1, share }, isNamed: true }
  }
  return {
    lines: withShares(lines).flatMap((line) => [
      {
        ...row(names.lineName(group, line.key), line),
        isStrong: subgroup !== undefined,
        keepsWithNext: line.lines.length > 0,
      },
      ...line.lines.map((subline) => ({ ...row(names.lineName(subgroup!, subline.key, group), subline), indent: 14 })),
    ]),
    total: {
      ...row(TRANSLATIONS[language].total, { ...total, share: total.milliseconds === 0 ? 0 : 1 }),
      isStrong: true,
    },
  }
}

interface LineValues {
  entries: number
  milliseconds: number
  share: number
}

async function readFirstRows(pages: ExportedReport['pages'], clock: Clock): Promise<TableRow[]> {
  const rows: TableRow[] = []
  for await (const page of pages) {
    rows.push(...page.slice(0, MAX_ROWS - rows.length).map((entry) => entryRow(entry, clock)))
    if (rows.length >= MAX_ROWS) break
  }
  return rows
}

function entryRow(entry: ExportedEntry, clock: Clock): TableRow {
  const [start, end] = [clock.localTime(entry.start), clock.localTime(entry.end)]
  const work = [entry.project, entry.task, entry.client].filter((name) => name !== '').join(' · ')
  const notes = [entry.notes.slice(0, MAX_NOTES_LENGTH), ...entry.tags.map((tag) => `#${tag}`)].join(' ').trim()
  // As in the list of entries: +1 if it ends on the next day.
  const days = Math.round((Date.parse(end.date) - Date.parse(start.date)) / DAY_MS)
  const endTime = [end.time.slice(0, 5), days > 0 ? `+${days}` : []].flat().join(' ')
  return {
    cells: [start.date, start.time.slice(0, 5), endTime, work, notes, writeDuration(entry.milliseconds)],
  }
}
