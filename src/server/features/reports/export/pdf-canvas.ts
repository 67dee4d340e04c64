import PDFDocument from 'pdfkit'
import { fontName, type FontRun, RIGHT_TO_LEFT, splitIntoFontRuns, type Weight } from './pdf-font-runs.ts'
import type { Fonts } from './pdf-fonts.ts'

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

/** With `features`, pdfkit lays out a whole run at once, which right-to-left text needs. */
const layout = ({ text }: FontRun) => ({
  lineBreak: false,
  baseline: 'alphabetic' as const,
  ...(RIGHT_TO_LEFT.test(text) && { features: [] }),
})

export type PdfCanvas = ReturnType<typeof createCanvas>

/** Draws text and lines on the current page of a document. */
export function createCanvas(doc: PDFKit.PDFDocument, fonts: Fonts) {
  for (const weight of ['regular', 'bold'] as const)
    for (const [index, font] of fonts[weight].entries())
      // pdfkit accepts fontkit fonts, but its types do not.
      doc.registerFont(fontName(weight, index), font as never)

  const widthOf = (text: string, { size, weight = 'regular' }: TextStyle) =>
    splitIntoFontRuns(text, weight, fonts).reduce(
      (sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text, layout(run)),
      0,
    )

  /** `y` is the baseline. */
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

/** Shortens a text to a width, with an ellipsis at its end. */
export function truncate(canvas: PdfCanvas, text: string, width: number, style: TextStyle): string {
  if (canvas.widthOf(text, style) <= width) return text
  const letters = Array.from(text)
  let [fits, tooLong] = [0, letters.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (canvas.widthOf(letters.slice(0, middle).join('') + ELLIPSIS, style) <= width) fits = middle
    else tooLong = middle
  }
  return letters.slice(0, fits).join('') + ELLIPSIS
}

interface TextBox {
  width: number
  lines: number
}

/** Wraps a text into lines. The last one ends with an ellipsis if there is more text. */
export function wrap(canvas: PdfCanvas, text: string, box: TextBox, style: TextStyle): string[] {
  if (canvas.widthOf(text, style) <= box.width) return [text]
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)
    if (line !== undefined && canvas.widthOf(`${line} ${word}`, style) <= box.width)
      lines[lines.length - 1] = `${line} ${word}`
    else if (lines.length < box.lines) lines.push(word)
    else {
      lines[lines.length - 1] = `${line}${ELLIPSIS}`
      break
    }
  }
  return lines.map((line) => truncate(canvas, line, box.width, style))
}

/** An empty document. It buffers its pages, so that the footer can have the number of pages. */
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
