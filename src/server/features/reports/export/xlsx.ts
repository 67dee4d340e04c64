import type { Summary } from '#contract/reports.ts'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import { zip, type ZippedFile } from '#server/zip/write-zip.ts'
import { type Clock, createClock } from './clock.ts'
import { joinSegments, joinTags } from './joined-cells.ts'
import { estimatesSheet } from './estimates/xlsx.ts'
import { goalLines } from './goal-lines.ts'
import { formatRange, nameRounding } from './names.ts'
import type { ExportedEntry, ExportedReport } from './exported-report.ts'
import { createPacer } from '#server/yield-to-event-loop.ts'
import { createColumnSelection } from '#server/features/reports/shared/shown-columns.ts'
import { withShares } from './shares.ts'
import { type Cell, SHEET_END, sheetStart, sheetRows, workbookFiles } from './xlsx-xml.ts'
import { TRANSLATIONS } from './translations.ts'

/** The limit of the format, with the heading. */
const MAX_ROWS = 1_048_576
/** A cell can have 32,767 characters, and a segment has up to 61. */
const SEGMENTS_PER_CELL = 500
/** More rows of a summary at once would delay other requests. */
const ROWS_AT_ONCE = 500
/** 1970-01-01 as a serial date: spreadsheets count days from the end of 1899. */
const UNIX_EPOCH_DAY = 25_569

/** A workbook with a summary, and the entries on as many sheets as they need. */
export const writeXlsx = (report: ExportedReport, maxRows = MAX_ROWS) => zip(filesOf(report, maxRows))

async function* filesOf(report: ExportedReport, maxRows: number): AsyncGenerator<ZippedFile> {
  const texts = TRANSLATIONS[report.language]
  const names = [texts.summary]
  yield { name: 'xl/worksheets/sheet1.xml', content: summarySheet(report) }
  if (report.fields?.entries !== false) {
    const entries = createEntrySheets(report, maxRows)
    do {
      names.push(names.length === 1 ? texts.entries : `${texts.entries} ${names.length}`)
      yield { name: `xl/worksheets/sheet${names.length}.xml`, content: entries.next() }
    } while (await entries.areLeft())
  }
  const estimates = (await report.readEstimates()).projects.flatMap(({ lines }) => lines)
  if (estimates.length > 0) {
    names.push(texts.estimates.sheet)
    yield { name: `xl/worksheets/sheet${names.length}.xml`, content: estimatesSheet(report, estimates) }
  }
  yield* workbookFiles(names)
}

const bold = (text: string): Cell => ({ text, style: 'bold' })

async function* summarySheet(report: ExportedReport) {
  const { query, language, names, user } = report
  const summary = await report.readSummary()
  const texts = TRANSLATIONS[language]
  const filters = await names.describeFilters(query)
  const about = [
    [bold(report.title ?? texts.title), user.name],
    [texts.period, formatRange(query.from, query.to, language)],
    [texts.zone, query.zone],
    [texts.rounding, nameRounding(query, language)],
    ...(filters.length === 0 ? [[texts.filters, texts.unfiltered]] : filters.map((filter) => [texts.filters, filter])),
    ...goalLines(query, await report.readGoals(), texts),
    ...([query.group, query.subgroup].includes('tag') ? [['', texts.tagNote]] : []),
    [],
  ]
  const { column } = texts
  const dimensions = [query.group, query.subgroup ?? []].flat().map((dimension) => texts.dimension[dimension])
  const heading = [...dimensions, texts.entries, column.time, column.hours, column.share].map(bold)
  yield sheetStart({ widths: [28, 28, 12, 12, 12, 12], firstRow: about.length + 2 })
  const total = totalRow(texts.total, summary, dimensions.length)
  const rows = [...about, heading, ...summaryRows(report, summary), total]
  const pacer = createPacer()
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    yield sheetRows(rows.slice(first, first + ROWS_AT_ONCE), first + 1)
    if (pacer.shouldYield()) await pacer.yieldToEventLoop()
  }
  yield SHEET_END
}

/** A row for each line or, with two dimensions, for each subline. */
function summaryRows({ query: { group, subgroup }, names }: ExportedReport, { lines }: Summary): Cell[][] {
  return withShares(lines).flatMap((line) => {
    const name = names.lineName(group, line.key)
    if (subgroup === undefined) return [[name, ...lineCells(line)]]
    return line.lines.map((subline) => [name, names.lineName(subgroup, subline.key, group), ...lineCells(subline)])
  })
}

function lineCells({ entries, milliseconds, share }: { entries: number; milliseconds: number; share: number }): Cell[] {
  return [
    { number: entries, style: 'plain' },
    { number: milliseconds / DAY_MS, style: 'duration' },
    { number: milliseconds / HOUR_MS, style: 'hours' },
    { number: share, style: 'share' },
  ]
}

function totalRow(name: string, { total: { entries, milliseconds } }: Summary, dimensions: number): Cell[] {
  return [
    bold(name),
    ...Array<string>(dimensions - 1).fill(''),
    { number: entries, style: 'bold' },
    { number: milliseconds / DAY_MS, style: 'boldDuration' },
    { number: milliseconds / HOUR_MS, style: 'boldHours' },
    { number: milliseconds === 0 ? 0 : 1, style: 'boldShare' },
  ]
}

const ENTRY_WIDTHS = [12, 20, 20, 12, 10, 22, 22, 22, 22, 48, 16, 14, 38, 54]
/** Those that a shared report may hide, by their positions. */
const ENTRY_COLUMNS = ['', '', '', '', '', 'client', '', 'task', 'tags', 'notes', 'mode', '', 'entry'] as const

/** Splits the entries into sheets of at most `maxRows`. */
function createEntrySheets({ query: { zone }, language, pages, fields }: ExportedReport, maxRows: number) {
  const texts = TRANSLATIONS[language]
  const { dimension, column } = texts
  const clock = createClock(zone)
  const source = pages[Symbol.asyncIterator]()
  let read: readonly ExportedEntry[] = []
  const selectShown = createColumnSelection(ENTRY_COLUMNS, fields)

  async function areLeft() {
    while (read.length === 0) {
      const page = await source.next()
      if (page.done) return false
      read = page.value
    }
    return true
  }

  async function* next() {
    const { date, start, end, time, hours, tags, notes, mode, milliseconds, entry, segments } = column
    const subject = [dimension.client, dimension.project, dimension.task]
    const headings = [date, start, end, time, hours, ...subject, tags, notes, mode, milliseconds, entry, segments]
    yield sheetStart({ widths: selectShown(ENTRY_WIDTHS), firstRow: 2 })
    yield sheetRows([selectShown(headings).map(bold)], 1)
    for (let row = 2; row <= maxRows && (await areLeft());) {
      const capacity = maxRows + 1 - row
      const some = read.slice(0, capacity)
      read = read.slice(capacity)
      yield sheetRows(
        some.map((entry) => selectShown(entryRow(entry, clock, texts.kind[entry.kind]))),
        row,
      )
      row += some.length
    }
    yield SHEET_END
  }

  return { areLeft, next }
}

function entryRow(entry: ExportedEntry, clock: Clock, kind: string): Cell[] {
  const [start, end] = [toSerialDate(entry.start, clock), toSerialDate(entry.end, clock)]
  return [
    { number: Math.floor(start), style: 'date' },
    { number: start, style: 'moment' },
    { number: end, style: 'moment' },
    { number: entry.milliseconds / DAY_MS, style: 'duration' },
    { number: entry.milliseconds / HOUR_MS, style: 'hours' },
    entry.client,
    entry.project,
    entry.task,
    joinTags(entry.tags),
    entry.notes,
    kind,
    { number: entry.milliseconds, style: 'plain' },
    entry.id,
    ...segmentCells(entry, clock),
  ]
}

/** Exact times with their offset, which dates of a spreadsheet lack. The last column may continue to the right. */
function* segmentCells({ segments }: ExportedEntry, clock: Clock): Generator<string> {
  for (let first = 0; first < segments.length; first += SEGMENTS_PER_CELL)
    yield joinSegments(segments.slice(first, first + SEGMENTS_PER_CELL), clock)
}

/** Local time as a spreadsheet date. */
const toSerialDate = (at: number, clock: Clock) => (at + clock.offsetAt(at)) / DAY_MS + UNIX_EPOCH_DAY
