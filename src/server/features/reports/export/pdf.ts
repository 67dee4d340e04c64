import type { Summary } from '#contract/reports.ts'
import { toLocale } from '#core/language.ts'
import { writeDuration } from '#core/time-entries/duration-text.ts'
import { HOUR_MS } from '#core/time/units.ts'
import { drawChart } from './pdf-chart.ts'
import { type Clock, createClock } from './clock.ts'
import { loadFonts } from './pdf-fonts.ts'
import { formatRange, nameRounding } from './names.ts'
import {
  type Column,
  createPages,
  drawTable,
  LEFT,
  type PdfPages,
  RIGHT,
  CONTENT_WIDTH,
  type TableRow,
} from './pdf-pages.ts'
import {
  ACCENT_COLOR,
  createDocument,
  createCanvas,
  truncate,
  type PdfCanvas,
  MUTED_COLOR,
  wrap,
} from './pdf-canvas.ts'
import type { ExportedEntry, ExportedReport } from './exported-report.ts'
import { withShares } from './shares.ts'
import { fillIn, TRANSLATIONS, type Translations } from './translations.ts'

/** More are for spreadsheets, not for paper. */
const MAX_ROWS = 2_000
const MAX_NOTES_LENGTH = 400

interface PdfContent {
  report: ExportedReport
  summary: Summary
  words: Translations
  range: string
  pen: PdfCanvas
  pages: PdfPages
}

/** A report to print: what it is of, its figures, a chart, the lines and the first of its entries. */
export async function* writePdf(report: ExportedReport) {
  const { query, language, user, names } = report
  const words = TRANSLATIONS[language]
  const range = formatRange(query.from, query.to, language)
  const summary = await report.readSummary()
  const { lines, total } = lineRows(report, summary)
  const clock = createClock(query.zone)
  const entries = (await readFirstEntries(report.pages)).map((entry) => entryRow(entry, clock))
  const filters = await names.filters(query)
  const written = [...lines, total, ...entries].flatMap(({ cells }) => cells)
  const fonts = await loadFonts([...written, ...filters, user.name, range, JSON.stringify(words)].join(''))
  const doc = createDocument(`${words.title} ${range}`, language)
  const pen = createCanvas(doc, fonts)
  const pages = createPages(pen)
  const sheet = { report, summary, words, range, pen, pages }

  pages.next()
  drawHeader(sheet, filters)
  drawTotals(sheet)
  await drawChart(pen, pages, report)
  await drawLines(sheet, lines, total)
  await drawEntries(sheet, entries)
  pages.foot((page, pages) => [`Ritmo · ${words.title} · ${range} · ${user.name}`, fillIn(words.page, { page, pages })])
  doc.end()
  yield* doc as AsyncIterable<Uint8Array>
}

function drawHeader(
  { report: { query, user, language }, words, range, pen, pages }: PdfContent,
  filters: readonly string[],
) {
  const top = pages.take(58)
  pen.write(words.title, LEFT, top + 10, { size: 10, weight: 'bold', color: ACCENT_COLOR })
  pen.writeRight(truncate(pen, user.name, CONTENT_WIDTH / 2, { size: 10 }), RIGHT, top + 10, {
    size: 10,
    color: MUTED_COLOR,
  })
  pen.write(range, LEFT, top + 38, { size: 22, weight: 'bold' })
  const dimensions = [query.group, query.subgroup ?? []].flat().map((dimension) => words.dimension[dimension])
  const facts = [
    [words.zone, query.zone],
    [words.rounding, nameRounding(query, language)],
    [words.grouping, dimensions.join(', ')],
    [words.filters, filters.length === 0 ? words.unfiltered : filters.join(' · ')],
  ] as const
  for (const [name, value] of facts) {
    const lines = wrap(pen, value, { width: CONTENT_WIDTH - 90, lines: 6 }, { size: 9.5 })
    const place = pages.take(lines.length * 13 + 2)
    pen.write(name, LEFT, place + 10, { size: 9.5, color: MUTED_COLOR })
    for (const [index, line] of lines.entries()) pen.write(line, LEFT + 90, place + 10 + index * 13, { size: 9.5 })
  }
}

function drawTotals({ summary: { total }, words, report: { language }, pen, pages }: PdfContent) {
  const number = new Intl.NumberFormat(toLocale(language))
  const sessions = [total.completed, total.cutShort].map((count) => number.format(count))
  const figures = [
    [words.total, writeDuration(total.milliseconds), `${formatHours(total.milliseconds, language)} ${words.hourUnit}`],
    [words.entries, number.format(total.entries), ''],
    [words.sessions, sessions[0]!, `${words.completed} · ${sessions[1]} ${words.cutShort}`],
    [words.longest, writeDuration(total.longestMilliseconds), ''],
  ] as const
  const top = pages.take(76) + 12
  const width = CONTENT_WIDTH / figures.length
  pen.line(LEFT, top, CONTENT_WIDTH)
  for (const [index, [name, figure, below]] of figures.entries()) {
    const x = LEFT + index * width
    pen.write(truncate(pen, name, width - 8, { size: 9 }), x, top + 17, { size: 9, color: MUTED_COLOR })
    pen.write(figure, x, top + 36, { size: 15, weight: 'bold' })
    pen.write(truncate(pen, below, width - 8, { size: 8.5 }), x, top + 50, { size: 8.5, color: MUTED_COLOR })
  }
  pen.line(LEFT, top + 58, CONTENT_WIDTH)
}

async function drawLines(
  { report: { query }, words, pen, pages }: PdfContent,
  lines: readonly TableRow[],
  total: TableRow,
) {
  const { column } = words
  drawHeading(pen, pages, words.summary)
  const columns: Column[] = [
    { title: words.dimension[query.group], width: CONTENT_WIDTH - 330 },
    { title: column.share, width: 110, isNumber: true },
    { title: words.entries, width: 70, isNumber: true },
    { title: column.time, width: 80, isNumber: true },
    { title: column.hours, width: 70, isNumber: true },
  ]
  await drawTable(pen, pages, columns, [...lines.slice(0, MAX_ROWS), total])
  if (lines.length > MAX_ROWS) drawNote(pen, pages, fillIn(words.shortened, { shown: MAX_ROWS, all: lines.length }))
  if ([query.group, query.subgroup].includes('tag')) drawNote(pen, pages, words.tagNote)
}

async function drawEntries({ summary, words, pen, pages }: PdfContent, entries: readonly TableRow[]) {
  if (entries.length === 0) return
  const { column } = words
  drawHeading(pen, pages, words.entries)
  const columns: Column[] = [
    { title: column.date, width: 62 },
    { title: column.start, width: 42 },
    { title: column.end, width: 42 },
    { title: column.work, width: 160 },
    { title: column.notes, width: CONTENT_WIDTH - 366 },
    { title: column.time, width: 60, isNumber: true },
  ]
  await drawTable(pen, pages, columns, entries)
  const all = summary.total.entries
  if (all > entries.length) drawNote(pen, pages, fillIn(words.shortened, { shown: entries.length, all }))
}

function drawHeading(pen: PdfCanvas, pages: PdfPages, text: string) {
  if (!pages.hasRoom(110)) pages.next()
  pen.write(text, LEFT, pages.take(36) + 28, { size: 13, weight: 'bold' })
}

function drawNote(pen: PdfCanvas, pages: PdfPages, text: string) {
  for (const line of wrap(pen, text, { width: CONTENT_WIDTH, lines: 3 }, { size: 9 }))
    pen.write(line, LEFT, pages.take(14) + 12, { size: 9, color: MUTED_COLOR })
}

const formatHours = (milliseconds: number, language: ExportedReport['language']) =>
  new Intl.NumberFormat(toLocale(language), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    milliseconds / HOUR_MS,
  )

/** Each line with those below it, and the total. */
function lineRows({ query: { group, subgroup }, names, language }: ExportedReport, { total, lines }: Summary) {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const percent = new Intl.NumberFormat(toLocale(language), { style: 'percent', ...digits })
  const number = new Intl.NumberFormat(toLocale(language))
  const row = (name: string, { entries, milliseconds, share }: LineValues): TableRow => {
    const figures = [number.format(entries), writeDuration(milliseconds), formatHours(milliseconds, language)]
    return { cells: [name, percent.format(share), ...figures], bar: { column: 1, share } }
  }
  return {
    lines: withShares(lines).flatMap((line) => [
      { ...row(names.line(group, line.key), line), isStrong: subgroup !== undefined },
      ...line.lines.map((below) => ({ ...row(names.line(subgroup!, below.key), below), indent: 14 })),
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

async function readFirstEntries(pages: ExportedReport['pages']): Promise<ExportedEntry[]> {
  const entries: ExportedEntry[] = []
  for await (const page of pages) {
    entries.push(...page)
    if (entries.length >= MAX_ROWS) break
  }
  return entries.slice(0, MAX_ROWS)
}

function entryRow(entry: ExportedEntry, clock: Clock): TableRow {
  const [start, end] = [clock.read(entry.start), clock.read(entry.end)]
  const work = [entry.project, entry.task, entry.client].filter((name) => name !== '').join(' · ')
  const notes = [entry.notes.slice(0, MAX_NOTES_LENGTH), ...entry.tags.map((tag) => `#${tag}`)].join(' ').trim()
  return {
    cells: [start.date, start.time.slice(0, 5), end.time.slice(0, 5), work, notes, writeDuration(entry.milliseconds)],
  }
}
