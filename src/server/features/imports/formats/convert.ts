import type { TableHead } from '#core/import/table.ts'
import type { FileFormat } from '#core/import/formats/format.ts'
import { type TableRow, toCsvLine, toTable } from '#core/import/formats/format-table.ts'
import { ARCHIVE_FORMATS, type ContentKind, JSON_FORMATS, TEXT_FORMATS } from '#core/import/formats/formats.ts'
import { RITMO_WORKBOOK, type WorkbookTable } from '#core/import/formats/ritmo-workbook.ts'
import { parseJson } from '#server/parse-json.ts'
import { checkJsonSize } from './check-json.ts'
import { isWorkbook, readWorkbook } from './read-workbook.ts'
import { unpackArchive } from './unpack-archive.ts'
import { UnreadableFile } from './unreadable-file.ts'

export interface ConvertRequest {
  bytes: SharedArrayBuffer
  kind: ContentKind
  /** The name of the encoding for a decoder. */
  encoding: string
  fileName: string
}

/** A file as a table in CSV. The memory is shared, so that it is not copied between threads. */
export interface ConvertedTable {
  csv: SharedArrayBuffer
  /** The line of the original file for each line of the table. */
  lines: SharedArrayBuffer
  /** Without a format if the headings tell it. */
  head: Pick<TableHead, 'format'>
  isSuggestion: boolean
}

/** The table may be larger than a packed file, but not without limit. */
const MAX_TABLE_BYTES = 96 * 1024 * 1024
const MAX_TABLE_LINES = 2_000_000
const PART_LENGTH = 64 * 1024

/** Runs in a thread of its own, because large files take seconds. */
export async function convert({ bytes, kind, encoding, fileName }: ConvertRequest): Promise<ConvertedTable> {
  if (kind === 'old-workbook') throw new UnreadableFile('importEncrypted')
  const content = Buffer.from(bytes)
  if (kind === 'zip') return convertZip(content)
  const text = new TextDecoder(encoding).decode(new Uint8Array(bytes))
  if (kind === 'json') {
    checkJsonSize(text)
    const value = parseJson(text)
    if (value === undefined) throw new UnreadableFile('importDamaged')
    return convertWith(JSON_FORMATS, value, 'importUnknownJson')
  }
  return convertWith(TEXT_FORMATS, { name: fileName, text }, 'importNotTable')
}

async function convertZip(bytes: Buffer): Promise<ConvertedTable> {
  const archive = await unpackArchive(bytes)
  if (isWorkbook(archive)) return convertWorkbook(readWorkbook(archive))
  const readText = (name: string) => archive.read(name)?.toString('utf8')
  return convertWith(ARCHIVE_FORMATS, { names: archive.names, readText }, 'importUnknownArchive')
}

/** Our own workbook has exact times. Any other is a table whose headings are recognised like those of text. */
function convertWorkbook(table: WorkbookTable): ConvertedTable {
  if (RITMO_WORKBOOK.recognizes(table)) return convertWith([RITMO_WORKBOOK], table, 'importDamaged')
  return writeTable(allRows(table), { head: {}, isSuggestion: false })
}

function* allRows({ headings, rows }: WorkbookTable) {
  yield headings
  yield* rows
}

function convertWith<Content>(
  formats: readonly FileFormat<Content>[],
  content: Content,
  unknown: UnreadableFile['key'],
): ConvertedTable {
  const format = formats.find((format) => format.recognizes(content))
  if (format === undefined) throw new UnreadableFile(unknown)
  const { name, fields, isSuggestion = false } = format
  return writeTable(toTable(fields, format.read(content)), { head: { format: name }, isSuggestion })
}

function writeTable(rows: Iterable<TableRow>, about: Pick<ConvertedTable, 'head' | 'isSuggestion'>): ConvertedTable {
  const parts: Buffer[] = []
  const lines: number[] = []
  let size = 0
  let text = ''
  const flush = () => {
    const part = Buffer.from(text)
    parts.push(part)
    size += part.length
    text = ''
    if (size > MAX_TABLE_BYTES || lines.length > MAX_TABLE_LINES) throw new UnreadableFile('importUnpackedTooLarge')
  }
  for (const row of rows) {
    const line = toCsvLine(row)
    for (const _ of line.matchAll(/\r\n|\r|\n/g)) lines.push(row.line)
    text += line
    if (text.length > PART_LENGTH) flush()
  }
  flush()
  const csv = new SharedArrayBuffer(size)
  let at = 0
  for (const part of parts) at += part.copy(Buffer.from(csv), at)
  const shared = new SharedArrayBuffer(lines.length * Uint32Array.BYTES_PER_ELEMENT)
  new Uint32Array(shared).set(lines)
  return { csv, lines: shared, ...about }
}
