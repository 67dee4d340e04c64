import { zip } from '#server/zip/write-zip.ts'

/** A ZIP archive of texts. */
export async function zipOf(files: Record<string, string>): Promise<Buffer> {
  async function* toFiles() {
    for (const [name, text] of Object.entries(files)) yield { name, content: [text] }
  }
  const parts: Uint8Array[] = []
  for await (const part of zip(toFiles())) parts.push(part)
  return Buffer.concat(parts)
}

interface Sheet {
  name: string
  /** The content of `sheetData`. */
  rows: string
}

interface WorkbookOptions {
  /** The content of `sst`. */
  texts?: string
  /** The number formats of styles 0, 1, 2… */
  formats?: readonly string[]
  is1904?: boolean
}

/** A workbook as spreadsheets write it, with a namespace before each tag, as some do. */
export function workbookOf(
  sheets: readonly Sheet[],
  { texts = '', formats = [], is1904 = false }: WorkbookOptions = {},
): Promise<Buffer> {
  const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->${text}`
  const styles = formats.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`).join('')
  const cellFormats = formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('')
  return zipOf({
    '[Content_Types].xml': xml('<Types/>'),
    'xl/workbook.xml': xml(
      `<x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr date1904="${is1904 ? 1 : 0}"/><x:sheets>` +
        `${sheets.map(({ name }, index) => `<x:sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</x:sheets></x:workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships>${sheets.map((_, index) => `<Relationship Target="/xl/worksheets/sheet${index + 1}.xml" Id="rId${index + 1}" Type="t"/>`).join('')}</Relationships>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet><numFmts>${styles}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs>${cellFormats}</cellXfs></styleSheet>`,
    ),
    'xl/sharedStrings.xml': xml(`<sst>${texts}</sst>`),
    ...Object.fromEntries(
      sheets.map(({ rows }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        xml(`<x:worksheet xmlns:x="m"><x:sheetData>${rows}</x:sheetData></x:worksheet>`),
      ]),
    ),
  })
}
