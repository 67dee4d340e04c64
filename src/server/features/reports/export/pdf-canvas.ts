import PDFDocument from 'pdfkit'
import { createFontRunSplitter, type FontRun, hasRightToLeft, splitIntoGraphemes } from './pdf-font-runs.ts'
import type { Fonts, Weight } from './pdf-fonts.ts'

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
const layout = ({ level }: FontRun) => ({
  lineBreak: false,
  baseline: 'alphabetic' as const,
  ...(level % 2 === 1 && { features: [] }),
})

/** An element of the structure that screen readers follow, such as a heading, a table or a cell. */
export type PdfElement = PDFKit.PDFStructureElement

interface ElementOptions {
  /** What is drawn, in words. */
  alt?: string
  /** The text, if it is drawn in parts or in another order. */
  actual?: string
  scope?: 'Column' | 'Row'
  /** Left, top, right and bottom, which a figure needs. */
  bbox?: [number, number, number, number]
}

export type PdfCanvas = ReturnType<typeof createCanvas>

/** Draws text and lines on the current page of a document. */
export function createCanvas(doc: PDFKit.PDFDocument, fonts: Fonts) {
  const splitIntoFontRuns = createFontRunSplitter(fonts)
  const fontName = (weight: Weight, index: number) => `${weight} ${index}`
  for (const weight of ['regular', 'bold'] as const)
    for (const [index, font] of fonts[weight].entries())
      // pdfkit accepts fontkit fonts, but its types do not.
      doc.registerFont(fontName(weight, index), font as never)

  const widthOfRun = (run: FontRun, { size, weight = 'regular' }: TextStyle) =>
    doc.font(fontName(weight, run.font)).fontSize(size).widthOfString(run.text, layout(run))

  const widthOf = (text: string, style: TextStyle) =>
    splitIntoFontRuns(text, style.weight ?? 'regular').reduce((sum, run) => sum + widthOfRun(run, style), 0)

  /** `y` is the baseline. */
  function write(text: string, x: number, y: number, style: TextStyle) {
    doc.fillColor(style.color ?? TEXT_COLOR)
    let at = x
    for (const run of splitIntoFontRuns(text, style.weight ?? 'regular')) {
      const width = widthOfRun(run, style)
      doc.text(run.text, at, y, layout(run))
      at += width
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
    ...createStructure(doc),
  }
}

/** Whatever is drawn on a page belongs to an element, or is a decoration that screen readers skip. */
function createStructure(doc: PDFKit.PDFDocument) {
  const root = doc.struct('Document')
  doc.addStructure(root)
  return {
    root,
    /** Adds an element that contains others. */
    addGroup(parent: PdfElement, type: string) {
      const element = doc.struct(type)
      parent.add(element)
      return element
    },
    /** Adds an element that contains what `draw` draws. */
    addElement: (parent: PdfElement, type: string, draw: () => void, options: ElementOptions = {}) =>
      void parent.add(doc.struct(type, options, [draw])),
    decorate(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout') {
      doc.markContent('Artifact', { type })
      draw()
      doc.endMarkedContent()
    },
  }
}

/** The text for readers, if it is drawn in another order. */
export const inLogicalOrder = (text: string): ElementOptions => (hasRightToLeft(text) ? { actual: text } : {})

/** Shortens a text to a width, with an ellipsis at its end. */
export function truncate(canvas: PdfCanvas, text: string, width: number, style: TextStyle): string {
  if (canvas.widthOf(text, style) <= width) return text
  return takeFitting(splitIntoGraphemes(text), (start) => canvas.widthOf(start + ELLIPSIS, style) <= width) + ELLIPSIS
}

/** The longest start of a text that fits. */
function takeFitting(graphemes: readonly string[], fits: (start: string) => boolean) {
  let [fitting, tooLong] = [0, graphemes.length]
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2)
    if (fits(graphemes.slice(0, middle).join(''))) fitting = middle
    else tooLong = middle
  }
  return graphemes.slice(0, fitting).join('')
}

interface TextBox {
  width: number
  lines: number
}

/** No line has more characters, and measuring more would be slow. */
const MAX_LINE_LENGTH = 400
/** A line may end after these: spaces, hyphens, slashes, and letters of scripts that do not separate words. */
const LAST_BREAK =
  /^.*[\s\-–—/\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*/su

/** Wraps a text into lines. The last one ends with an ellipsis if there is more text. A word without room is broken. */
export function wrap(canvas: PdfCanvas, text: string, { width, lines }: TextBox, style: TextStyle): string[] {
  const fits = (line: string) => canvas.widthOf(line.trimEnd(), style) <= width
  const wrapped: string[] = []
  let rest = text.replaceAll(/\s+/g, ' ').trim()
  while (wrapped.length < lines - 1 && !fits(rest)) {
    const graphemes = splitIntoGraphemes(rest.slice(0, MAX_LINE_LENGTH))
    const fitting = takeFitting(graphemes, fits) || graphemes[0]!
    const line = rest[fitting.length] === ' ' ? `${fitting} ` : (LAST_BREAK.exec(fitting)?.[0] ?? fitting)
    // Its space is kept for readers of the text. From right to left it would move the line.
    wrapped.push(hasRightToLeft(line) ? line.trimEnd() : line)
    rest = rest.slice(line.length).trimStart()
  }
  return [...wrapped, truncate(canvas, rest, width, style)]
}

/** An empty document. It buffers its pages, so that the footer can have the number of pages. */
export const createDocument = (title: string, language: string) =>
  new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Ritmo', Producer: 'Ritmo' },
  })
