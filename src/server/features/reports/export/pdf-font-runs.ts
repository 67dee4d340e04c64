import { type Fonts, hasGlyph } from './pdf-fonts.ts'

export type Weight = keyof Fonts

/** Letters that one font draws. */
export interface FontRun {
  font: string
  text: string
}

export const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
const REPLACEMENT_CHARACTER = '\uFFFD'
/** Signs that only say how those beside them are drawn. */
const INVISIBLE = /\p{Cf}|\p{M}/u
const KEEPS_FONT = /\p{Z}|\p{M}/u

export const fontName = (weight: Weight, index: number) => `${weight} ${index}`

/** Cuts a text into runs, each letter in the first font that knows it, or as the sign for one that none knows. */
export function splitIntoFontRuns(text: string, weight: Weight, fonts: Fonts): FontRun[] {
  const runs: FontRun[] = []
  for (const letter of text.replaceAll(/\p{Cc}/gu, ' ')) {
    const last = runs.at(-1)
    const found = fontFor(letter, weight, fonts, last)
    if (found !== undefined) appendCharacter(runs, found, letter)
    else if (!INVISIBLE.test(letter))
      appendCharacter(
        runs,
        fontFor(REPLACEMENT_CHARACTER, weight, fonts, last) ?? fontName(weight, 0),
        REPLACEMENT_CHARACTER,
      )
  }
  return runs
}

/** Between words of one script, spaces and marks stay with them. */
function fontFor(letter: string, weight: Weight, fonts: Fonts, last: FontRun | undefined) {
  if (last !== undefined && KEEPS_FONT.test(letter) && hasGlyph(fontOf(last, fonts), letter)) return last.font
  const index = fonts[weight].findIndex((font) => hasGlyph(font, letter))
  return index < 0 ? undefined : fontName(weight, index)
}

function fontOf({ font }: FontRun, fonts: Fonts) {
  const [weight, index] = font.split(' ') as [Weight, string]
  return fonts[weight][Number(index)]!
}

function appendCharacter(runs: FontRun[], font: string, letter: string) {
  const last = runs.at(-1)
  if (last?.font === font) last.text += letter
  else runs.push({ font, text: RIGHT_TO_LEFT.test(letter) ? letter : takeSpaces(last) + letter })
}

/** The spaces at the end of a run: from right to left they would stand before it, and other fonts' are wide. */
function takeSpaces(run: FontRun | undefined) {
  const spaces = / *$/.exec(run?.text ?? '')![0]
  if (run !== undefined && spaces !== '') run.text = run.text.slice(0, -spaces.length)
  return spaces
}
