import type { TableRow } from '#core/import/formats/format-table.ts'
import type { WorkbookTable } from '#core/import/formats/ritmo-workbook.ts'
import {
  kindOfBuiltInFormat,
  kindOfNumberFormat,
  type NumberKind,
  toCellText,
} from '#core/import/formats/spreadsheet-values.ts'
import { findMissingFields, recognizeColumns } from '#core/import/file/headings.ts'
import { attributeReader, readXml, type XmlPart } from './read-xml.ts'
import type { Archive } from './unpack-archive.ts'
import { UnreadableFile } from './unreadable-file.ts'

const WORKBOOK = 'xl/workbook.xml'
/** Columns further to the right are dropped, as in any table. */
const MAX_COLUMNS = 500
/** Headings are searched in the first rows of each sheet. */
const MAX_TITLE_ROWS = 30

export const isWorkbook = ({ names }: Pick<Archive, 'names'>) => names.includes(WORKBOOK)

/**
 * The table of a workbook (XLSX): the sheet whose headings have the most fields of a time entry, and those with the same
 * headings. If none has a start, and an end or a duration, it is the first sheet with rows, whose columns the user can
 * choose.
 */
export function readWorkbook(archive: Archive): WorkbookTable {
  const sheets = openSheets(archive).map((read) => ({ read, ...findHeadings(read()) }))
  const best = sheets.toSorted((a, b) => b.fields - a.fields)[0]
  if (best?.headings === undefined) throw new UnreadableFile('importEmpty')
  const { headings: first } = best
  function* readRows() {
    for (const { read, headings } of sheets)
      if (headings !== undefined && keyOf(headings) === keyOf(first))
        for (const row of read()) if (row.line > headings.line) yield row
  }
  return { headings: first, rows: readRows() }
}

const keyOf = ({ cells }: TableRow) => JSON.stringify(cells)

interface FoundHeadings {
  /** Undefined if the sheet has no rows below. */
  headings: TableRow | undefined
  /** The number of fields of a time entry; 0 if some are missing. */
  fields: number
}

/** Titles may stand above the headings. */
function findHeadings(rows: Iterable<TableRow>): FoundHeadings {
  const top: TableRow[] = []
  for (const row of rows) if (top.push(row) === MAX_TITLE_ROWS) break
  const found = top.map((headings) => ({ headings, fields: countFields(headings.cells) }))
  const best = found.toSorted((a, b) => b.fields - a.fields)[0]
  return top.length > 1 ? best! : { headings: undefined, fields: 0 }
}

function countFields(headings: readonly string[]) {
  const fields = recognizeColumns(headings)
  if (findMissingFields(fields).length > 0) return 0
  return fields.filter((field) => field !== null && field !== 'unused').length
}

interface Workbook {
  is1904: boolean
  /** The meaning of numbers by the style of their cell. */
  kinds: readonly NumberKind[]
  /** Texts that cells refer to by number. */
  texts: readonly string[]
}

/** The rows of each sheet, read anew by each call. */
function openSheets(archive: Archive): (() => Generator<TableRow>)[] {
  const { sheetIds, is1904 } = readSheetIds(part(archive, WORKBOOK))
  const targets = readTargets(part(archive, 'xl/_rels/workbook.xml.rels'))
  const workbook = {
    is1904,
    kinds: readKinds(archive.read('xl/styles.xml')),
    texts: readTexts(archive.read('xl/sharedStrings.xml')),
  }
  return sheetIds.flatMap((id) => {
    const target = targets.get(id) ?? ''
    // Sheets with charts have no rows.
    if (!/worksheet/i.test(target)) return []
    const xml = part(archive, target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    return [() => readSheet(xml, workbook)]
  })
}

function part(archive: Archive, name: string) {
  const content = archive.read(name)
  if (content === undefined) throw new UnreadableFile('importDamaged')
  return content
}

const idOf = attributeReader('id')
const targetOf = attributeReader('Target')
const relationIdOf = attributeReader('Id')
const epochOf = attributeReader('date1904')

function readSheetIds(xml: Buffer) {
  const sheetIds: string[] = []
  let is1904 = false
  for (const part of readXml(xml)) {
    if (part.type !== 'open') continue
    if (part.name === 'workbookPr') is1904 = /^(?:1|true)$/.test(epochOf(part.attributes))
    if (part.name === 'sheet') sheetIds.push(idOf(part.attributes))
  }
  return { sheetIds, is1904 }
}

function readTargets(xml: Buffer) {
  const targets = new Map<string, string>()
  for (const part of readXml(xml))
    if (part.type === 'open' && part.name === 'Relationship')
      targets.set(relationIdOf(part.attributes), targetOf(part.attributes))
  return targets
}

const formatIdOf = attributeReader('numFmtId')
const formatCodeOf = attributeReader('formatCode')

function readKinds(xml: Buffer | undefined): NumberKind[] {
  const own = new Map<number, NumberKind>()
  const kinds: NumberKind[] = []
  let isInCellFormats = false
  for (const part of xml === undefined ? [] : readXml(xml)) {
    if (part.type === 'text') continue
    if (part.name === 'cellXfs') isInCellFormats = part.type === 'open'
    if (part.type === 'close') continue
    const id = Number(formatIdOf(part.attributes))
    if (part.name === 'numFmt') own.set(id, kindOfNumberFormat(formatCodeOf(part.attributes)))
    if (part.name === 'xf' && isInCellFormats) kinds.push(own.get(id) ?? kindOfBuiltInFormat(id))
  }
  return kinds
}

function readTexts(xml: Buffer | undefined): string[] {
  const texts: string[] = []
  const text = createTextCollector()
  for (const part of xml === undefined ? [] : readXml(xml)) {
    text.add(part)
    if (part.type === 'close' && part.name === 'si') texts.push(text.take())
  }
  return texts
}

/** Collects the text in `t`, and in `v` of cells. Readings beside Japanese text (`rPh`) do not count. */
function createTextCollector() {
  let text = ''
  let isOpen = false
  let isReading = false
  return {
    add(part: XmlPart) {
      if (part.type === 'text') text += isOpen && !isReading ? part.text : ''
      else if (part.name === 't' || part.name === 'v') isOpen = part.type === 'open'
      else if (part.name === 'rPh') isReading = part.type === 'open'
    },
    take() {
      const taken = text.includes('_x') ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) => fromHex(hex)) : text
      text = ''
      return taken
    },
  }
}

/** Spreadsheets write characters that XML cannot have as `_x000D_`. */
const fromHex = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16))

const referenceOf = attributeReader('r')
const styleOf = attributeReader('s')
const typeOf = attributeReader('t')

/** The rows of a sheet that have text. Rows and cells may leave out their position. */
function* readSheet(xml: Buffer, workbook: Workbook): Generator<TableRow> {
  const text = createTextCollector()
  let row: SheetRow = { line: 0, cells: [], nextColumn: 0 }
  let cell: CellHead = { column: 0, type: '', style: 0 }
  for (const part of readXml(xml)) {
    text.add(part)
    if (part.type === 'text') continue
    if (part.type === 'open') {
      if (part.name === 'row') row = beginRow(part.attributes, row.line + 1)
      if (part.name === 'c') cell = beginCell(part.attributes, row)
    } else if (part.name === 'c') addCell(row.cells, cell, toText(text.take(), cell, workbook))
    else if (part.name === 'row' && row.cells.some((cell) => cell.trim() !== '')) yield row
  }
}

interface SheetRow {
  line: number
  cells: string[]
  nextColumn: number
}

const beginRow = (attributes: string, nextLine: number): SheetRow => ({
  line: Number(referenceOf(attributes)) || nextLine,
  cells: [],
  nextColumn: 0,
})

function beginCell(attributes: string, row: SheetRow): CellHead {
  const column = columnOf(referenceOf(attributes)) ?? row.nextColumn
  row.nextColumn = column + 1
  return { column, type: typeOf(attributes), style: Number(styleOf(attributes)) }
}

interface CellHead {
  column: number
  type: string
  style: number
}

function addCell(cells: string[], { column }: CellHead, text: string) {
  if (column >= MAX_COLUMNS || text === '') return
  while (cells.length < column) cells.push('')
  cells[column] = text
}

/** `BC12` is column 54, from 0. */
function columnOf(reference: string) {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? []
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function toText(value: string, { type, style }: CellHead, { texts, kinds, is1904 }: Workbook): string {
  switch (type) {
    case 's':
      return texts[Number(value)] ?? ''
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'e':
      return ''
    case '':
    case 'n':
      return isNumber(value) ? toCellText(Number(value), kinds[style] ?? 'number', is1904) : value
    default:
      return value
  }
}

const isNumber = (value: string) => value !== '' && Number.isFinite(Number(value))
