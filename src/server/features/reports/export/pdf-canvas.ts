import PDFDocument from 'pdfkit'
import type { Fonts } from './pdf-fonts.ts'
import { fontName, RIGHT_TO_LEFT, type FontRun, splitIntoFontRuns, type Weight } from './pdf-font-runs.ts'

export interface TextStyle {
  size: number
  weight?: Weight
  color?: string
}

const TEXT_COLOR = '#1b2733'
export const MUTED_COLOR = '#4a5a68'
const LINE_COLOR = '#d9e1e8'
export const ACCENT_COLOR = '#00619a'

const ELLIPSIS = '…'

/** A whole run is laid out at once where words go from right to left. */
const layout = ({ text }: FontRun) => ({
  lineBreak: false,
  baseline: 'alphabetic' as const,
  ...(RIGHT_TO_LEFT.test(text) && { features: [] }),
})

export type PdfCanvas = ReturnType<typeof createCanvas>

/** Writes on the pages of a document. */
export function createCanvas(doc: PDFKit.PDFDocument, fonts: Fonts) {
  for (const weight of ['regular', 'bold'] as const)
    for (const [index, font] of fonts[weight].entries())
      // The document takes fonts that are open already, which its types do not tell.
      doc.registerFont(fontName(weight, index), font as never)

  const widthOf = (text: string, { size, weight = 'regular' }: TextStyle) =>
    splitIntoFontRuns(text, weight, fonts).reduce(
      (sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text, layout(run)),
      0,
    )

  /** `y` is where the letters stand. */
  function write(text: string, x: number, y: number, { size, weight = 'regular', color = TEXT_COLOR }: TextStyle) {
    doc.fillColor(color)
    let at = x
    const runs = splitIntoFontRuns(text, weight, fonts)
    for (const run of runs) {
      doc.font(run.font).fontSize(size).text(run.text, at, y, layout(run))
      if (run !== runs.at(-1)) at += doc.widthOfString(run.text, layout(run))
    }
  }

  return {
    doc,
    widthOf,
    write,
    writeRight: (text: string, right: number, y: number, style: TextStyle) =>
      write(text, right - widthOf(text, style), y, style),
    line: (x: number, y: number, width: number, color = LINE_COLOR) =>
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.75)
        .strokeColor(color)
        .stroke(),
  }
}

/** As much of a text as has room. */
export function truncate(pen: PdfCanvas, text: string, width: number, style: TextStyle): string {
  if (pen.widthOf(text, style) <= width) return text
  const letters = Array.from(text)
  let [fits, tooLong] = [0, letters.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (pen.widthOf(letters.slice(0, middle).join('') + ELLIPSIS, style) <= width) fits = middle
    else tooLong = middle
  }
  return letters.slice(0, fits).join('') + ELLIPSIS
}

interface TextBox {
  width: number
  lines: number
}

/** A text in lines, the last of which says when there was more. */
export function wrap(pen: PdfCanvas, text: string, room: TextBox, style: TextStyle): string[] {
  if (pen.widthOf(text, style) <= room.width) return [text]
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)
    if (line !== undefined && pen.widthOf(`${line} ${word}`, style) <= room.width)
      lines[lines.length - 1] = `${line} ${word}`
    else if (lines.length < room.lines) lines.push(word)
    else {
      lines[lines.length - 1] = `${line}${ELLIPSIS}`
      break
    }
  }
  return lines.map((line) => truncate(pen, line, room.width, style))
}

/** An empty document, whose pages are numbered once all of them are there. */
export const createDocument = (title: string, language: string) =>
  new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Ritmo', Producer: 'Ritmo' },
  })
