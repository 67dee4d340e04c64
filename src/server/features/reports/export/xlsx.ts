import type { Summary } from '#contract/reports.ts'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import { type Clock, createClock } from './clock.ts'
import { formatRange, nameRounding } from './names.ts'
import type { ExportedEntry, ExportedReport } from './exported-report.ts'
import { withShares } from './shares.ts'
import { type Cell, SHEET_END, sheetStart, sheetRows, workbookFiles } from './xlsx-xml.ts'
import { TRANSLATIONS } from './translations.ts'
import { zip, type ZippedFile } from './zip.ts'

/** What a sheet can hold, its heading included. */
const MAX_ROWS = 1_048_576
/** Spreadsheets count days from the end of 1899. */
const UNIX_EPOCH_DAY = 25_569

/** A workbook: what the report adds up to, and its entries, on as many sheets as they need. */
export const writeXlsx = (report: ExportedReport, mostRows = MAX_ROWS) => zip(filesOf(report, mostRows))

async function* filesOf(report: ExportedReport, mostRows: number): AsyncGenerator<ZippedFile> {
  const words = TRANSLATIONS[report.language]
  const names = [words.summary]
  yield { name: 'xl/worksheets/sheet1.xml', content: summarySheet(report) }
  const entries = createEntrySheets(report, mostRows)
  do {
    names.push(names.length === 1 ? words.entries : `${words.entries} ${names.length}`)
    yield { name: `xl/worksheets/sheet${names.length}.xml`, content: entries.next() }
  } while (await entries.areLeft())
  yield* workbookFiles(names)
}

const bold = (text: string): Cell => ({ text, look: 'bold' })

async function* summarySheet(report: ExportedReport) {
  const { query, language, names, user } = report
  const summary = await report.readSummary()
  const words = TRANSLATIONS[language]
  const filters = await names.filters(query)
  const about = [
    [bold(words.title), user.name],
    [words.period, formatRange(query.from, query.to, language)],
    [words.zone, query.zone],
    [words.rounding, nameRounding(query, language)],
    ...(filters.length === 0 ? [[words.filters, words.unfiltered]] : filters.map((filter) => [words.filters, filter])),
    ...([query.group, query.subgroup].includes('tag') ? [['', words.tagNote]] : []),
    [],
  ]
  const { column } = words
  const dimensions = [query.group, query.subgroup ?? []].flat().map((dimension) => words.dimension[dimension])
  const heading = [...dimensions, words.entries, column.time, column.hours, column.share].map(bold)
  yield sheetStart({ widths: [28, 28, 12, 12, 12, 12], firstRow: about.length + 2 })
  const total = totalRow(words.total, summary, dimensions.length)
  yield sheetRows([...about, heading, ...summaryRows(report, summary), total], 1)
  yield SHEET_END
}

/** A row a line; with two dimensions one for each of the lines below. */
function summaryRows({ query: { group, subgroup }, names }: ExportedReport, { lines }: Summary): Cell[][] {
  return withShares(lines).flatMap((line) => {
    const name = names.line(group, line.key)
    if (subgroup === undefined) return [[name, ...lineCells(line)]]
    return line.lines.map((below) => [name, names.line(subgroup, below.key), ...lineCells(below)])
  })
}

function lineCells({ entries, milliseconds, share }: { entries: number; milliseconds: number; share: number }): Cell[] {
  return [
    { number: entries, look: 'plain' },
    { number: milliseconds / DAY_MS, look: 'duration' },
    { number: milliseconds / HOUR_MS, look: 'hours' },
    { number: share, look: 'share' },
  ]
}

function totalRow(name: string, { total: { entries, milliseconds } }: Summary, dimensions: number): Cell[] {
  return [
    bold(name),
    ...Array<string>(dimensions - 1).fill(''),
    { number: entries, look: 'bold' },
    { number: milliseconds / DAY_MS, look: 'boldDuration' },
    { number: milliseconds / HOUR_MS, look: 'boldHours' },
    { number: milliseconds === 0 ? 0 : 1, look: 'boldShare' },
  ]
}

/** The entries, as many on each sheet as it can hold. */
function createEntrySheets({ query: { zone }, language, pages }: ExportedReport, mostRows: number) {
  const words = TRANSLATIONS[language]
  const { dimension, column } = words
  const clock = createClock(zone)
  const source = pages[Symbol.asyncIterator]()
  let read: readonly ExportedEntry[] = []

  async function areLeft() {
    while (read.length === 0) {
      const page = await source.next()
      if (page.done) return false
      read = page.value
    }
    return true
  }

  async function* next() {
    const { date, start, end, time, hours, tags, notes, mode } = column
    const subject = [dimension.client, dimension.project, dimension.task]
    yield sheetStart({ widths: [12, 20, 20, 12, 10, 22, 22, 22, 22, 48, 16], firstRow: 2 })
    yield sheetRows([[date, start, end, time, hours, ...subject, tags, notes, mode].map(bold)], 1)
    for (let row = 2; row <= mostRows && (await areLeft());) {
      const room = mostRows + 1 - row
      const some = read.slice(0, room)
      read = read.slice(room)
      yield sheetRows(
        some.map((entry) => entryRow(entry, clock, words.kind[entry.kind])),
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
    { number: Math.floor(start), look: 'date' },
    { number: start, look: 'moment' },
    { number: end, look: 'moment' },
    { number: entry.milliseconds / DAY_MS, look: 'duration' },
    { number: entry.milliseconds / HOUR_MS, look: 'hours' },
    entry.client,
    entry.project,
    entry.task,
    entry.tags.join(', '),
    entry.notes,
    kind,
  ]
}

/** A moment as the clocks show it. */
const toSerialDate = (at: number, clock: Clock) => (at + clock.offsetAt(at)) / DAY_MS + UNIX_EPOCH_DAY
