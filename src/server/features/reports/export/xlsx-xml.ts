/** In the order of `STYLE_FORMATS`. */
const CELL_STYLES = [
  'plain',
  'bold',
  'date',
  'moment',
  'duration',
  'boldDuration',
  'hours',
  'boldHours',
  'share',
  'boldShare',
] as const
type CellStyle = (typeof CELL_STYLES)[number]

/** Text is written as text, so that spreadsheets never read it as a number, date or formula. */
export type Cell = string | { number: number; style: CellStyle } | { text: string; style: 'bold' }

export interface SheetLayout {
  /** Column widths in characters. */
  widths: readonly number[]
  /** The rows above this one are frozen. */
  firstRow: number
}

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

export const sheetStart = ({ widths, firstRow }: SheetLayout) =>
  `${XML_DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  `<pane ySplit="${firstRow - 1}" topLeftCell="A${firstRow}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
  `<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>` +
  '<sheetData>'

export const SHEET_END = '</sheetData></worksheet>'

export const sheetRows = (rows: readonly (readonly Cell[])[], first: number) =>
  rows.map((cells, index) => rowXml(cells, first + index)).join('')

const rowXml = (cells: readonly Cell[], row: number) =>
  `<row r="${row}">${cells.map((cell, column) => cellXml(cell, `${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[column]}${row}`)).join('')}</row>`

function cellXml(cell: Cell, reference: string) {
  if (cell === '') return ''
  if (typeof cell === 'string') return textXml(cell, reference, 'plain')
  if ('text' in cell) return textXml(cell.text, reference, cell.style)
  return `<c r="${reference}" s="${CELL_STYLES.indexOf(cell.style)}"><v>${cell.number}</v></c>`
}

const textXml = (text: string, reference: string, style: CellStyle) =>
  `<c r="${reference}" s="${CELL_STYLES.indexOf(style)}" t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`

/** XML cannot hold most control characters. Spreadsheets write them as `_x000D_`, so text of that form is escaped, too. */
const escape = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    // oxlint-disable-next-line no-control-regex -- these are what is replaced
    .replaceAll(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, (character) => `_x${hex(character)}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const hex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')

const FORMATS = ['yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd hh:mm:ss', '[h]:mm:ss', '0.00', '0.0%']

/** Number format and font of each cell style. */
const STYLE_FORMATS = [
  [0, 0],
  [0, 1],
  [164, 0],
  [165, 0],
  [166, 0],
  [166, 1],
  [167, 0],
  [167, 1],
  [168, 0],
  [168, 1],
]

const FONT = '<sz val="11"/><name val="Calibri"/>'
const STYLES_XML =
  `${XML_DECLARATION}<styleSheet xmlns="${MAIN}">` +
  `<numFmts count="${FORMATS.length}">${FORMATS.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`).join('')}</numFmts>` +
  `<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${STYLE_FORMATS.length}">${STYLE_FORMATS.map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  ).join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

/** The files that a workbook needs beside its sheets, which have these names in order. */
export function workbookFiles(sheets: readonly string[]): { name: string; content: string[] }[] {
  const type = (part: string, kind: string) =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`
  const relations = (list: string) =>
    `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${list}</Relationships>`
  const files = {
    'xl/styles.xml': STYLES_XML,
    'xl/workbook.xml':
      `${XML_DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
      `${sheets.map((name, index) => `<sheet name="${escape(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      sheets.map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)).join('') +
        relation('styles', 'styles', 'styles.xml'),
    ),
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml':
      `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `${type('/xl/workbook.xml', 'sheet.main')}${type('/xl/styles.xml', 'styles')}` +
      `${sheets.map((_, index) => type(`/xl/worksheets/sheet${index + 1}.xml`, 'worksheet')).join('')}</Types>`,
  }
  return Object.entries(files).map(([name, text]) => ({ name, content: [text] }))
}
