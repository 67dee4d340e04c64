import bidiFactory from 'bidi-js'
import { memoize } from '#core/memoize.ts'
import { type Fonts, hasGlyph, IGNORABLE, type Weight } from './pdf-fonts.ts'

/** Text that one font draws in one direction. */
export interface FontRun {
  /** The index of the font. */
  font: number
  text: string
  /** The embedding level: odd from right to left. */
  level: number
}

const { getEmbeddingLevels, getMirroredCharacter } = bidiFactory()
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const IS_LATIN = /^[ -\u02FF]*$/
const HAS_RIGHT_TO_LEFT =
  /[\u0590-\u08FF\u200F\u202B\u202E\u2067\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
/** Scripts whose runs fontkit lays out from right to left. */
const REVERSED_BY_FONTKIT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LINE_ENDS = /[\p{Cc}\p{Zl}\p{Zp}]/gu
const IS_IGNORABLE = /^\p{Default_Ignorable_Code_Point}+$/u
const MAX_CACHED_TEXTS = 1_000
const SPACE = /^\p{Z}/u
const MARK = /^\p{M}/u

export const hasRightToLeft = (text: string) => HAS_RIGHT_TO_LEFT.test(text)

/** What a reader takes for one character may have several code points: a letter with its accent, a family. */
export const splitIntoGraphemes = (text: string) =>
  // The segmenter is slow, and in most texts every character stands for itself.
  IS_LATIN.test(text) ? text.split('') : Array.from(graphemes.segment(text), ({ segment }) => segment)

/**
 * Returns a function that splits a line into runs, in the order in which they are drawn from left to right. A run has the
 * first font with a glyph for each of its characters. A character that no font has becomes its code.
 */
export function createFontRunSplitter(fonts: Fonts) {
  const known = { regular: new Map<string, number>(), bold: new Map<string, number>() }

  const canDraw = (weight: Weight, font: number, grapheme: string) =>
    Array.from(grapheme).every((character) => IGNORABLE.test(character) || hasGlyph(fonts[weight][font]!, character))

  function findFont(weight: Weight, grapheme: string) {
    const found = known[weight].get(grapheme)
    if (found !== undefined) return found
    const font = fonts[weight].findIndex((_, index) => canDraw(weight, index, grapheme))
    known[weight].set(grapheme, font)
    return font
  }

  /** Graphemes that a font can draw whole, or else their characters, or else the codes of these. */
  function* drawable(text: string, weight: Weight): Generator<string> {
    for (const grapheme of splitIntoGraphemes(text))
      if (findFont(weight, grapheme) >= 0) yield grapheme
      else for (const character of grapheme) yield findFont(weight, character) >= 0 ? character : toCode(character)
  }

  function splitByFont(parts: Iterable<string>, weight: Weight, levels?: Uint8Array): FontRun[] {
    const runs: FontRun[] = []
    let at = 0
    for (const text of parts) {
      const [last, level] = [runs.at(-1), levels?.[at] ?? 0]
      at += text.length
      if (IS_IGNORABLE.test(text)) continue
      // A run from right to left stays whole. Otherwise spaces have the width of our own font.
      const isPartOfLast = MARK.test(text) || (SPACE.test(text) && level % 2 === 1)
      const keepsFont = last !== undefined && isPartOfLast && canDraw(weight, last.font, text)
      appendRun(runs, { font: keepsFont ? last.font : findFont(weight, text), text, level })
    }
    return runs
  }

  function split(text: string, weight: Weight): FontRun[] {
    const line = text.normalize('NFC').replaceAll(LINE_ENDS, ' ')
    const parts = [...drawable(line, weight)]
    if (!hasRightToLeft(line)) return splitByFont(parts, weight)
    const { levels } = getEmbeddingLevels(parts.join(''))
    return toVisualOrder(splitByFont(parts, weight, levels)).map((run) => ({ ...run, text: toDrawnText(run) }))
  }

  /** A text is measured before it is drawn, and many cells have the same one. */
  const memoized = {
    regular: memoize(MAX_CACHED_TEXTS, (text: string) => split(text, 'regular')),
    bold: memoize(MAX_CACHED_TEXTS, (text: string) => split(text, 'bold')),
  }
  return (text: string, weight: Weight): readonly FontRun[] => memoized[weight](text)
}

const toCode = (character: string) => `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`

function appendRun(runs: FontRun[], run: FontRun) {
  const last = runs.at(-1)
  if (last?.level === run.level && last.font === run.font) last.text += run.text
  else runs.push(run)
}

/** Rule L2 of the Unicode Bidirectional Algorithm: reverses sequences of runs, those of the highest level first. */
function toVisualOrder(runs: readonly FontRun[]): FontRun[] {
  let ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--)
    ordered = reverseSequences(ordered, level)
  return ordered
}

function reverseSequences(runs: readonly FontRun[], level: number): FontRun[] {
  const ordered: FontRun[] = []
  let sequence: FontRun[] = []
  for (const run of runs) {
    if (run.level >= level) sequence.unshift(run)
    else {
      ordered.push(...sequence, run)
      sequence = []
    }
  }
  return [...ordered, ...sequence]
}

/** Brackets are mirrored from right to left. fontkit does not do so, and reverses only text of scripts that it knows. */
function toDrawnText({ text, level }: FontRun) {
  if (level % 2 === 0) return text
  const mirrored = Array.from(text, (character) => getMirroredCharacter(character) ?? character).join('')
  return REVERSED_BY_FONTKIT.test(mirrored) ? mirrored : splitIntoGraphemes(mirrored).toReversed().join('')
}
