import { type Fonts, hasGlyph } from './pdf-fonts.ts'

export type Weight = keyof Fonts

/** Text that one font draws. */
export interface FontRun {
  font: string
  text: string
}

export const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
const REPLACEMENT_CHARACTER = '\uFFFD'
/** Characters that only change how their neighbours are drawn. */
const INVISIBLE = /\p{Cf}|\p{M}/u
const KEEPS_FONT = /\p{Z}|\p{M}/u

export const fontName = (weight: Weight, index: number) => `${weight} ${index}`

/** Splits a text into runs by the first font that has each character. Characters without a font become `\ufffd`. */
export function splitIntoFontRuns(text: string, weight: Weight, fonts: Fonts): FontRun[] {
  const runs: FontRun[] = []
  for (const character of text.replaceAll(/\p{Cc}/gu, ' ')) {
    const last = runs.at(-1)
    const found = fontFor(character, weight, fonts, last)
    if (found !== undefined) appendCharacter(runs, found, character)
    else if (!INVISIBLE.test(character))
      appendCharacter(
        runs,
        fontFor(REPLACEMENT_CHARACTER, weight, fonts, last) ?? fontName(weight, 0),
        REPLACEMENT_CHARACTER,
      )
  }
  return runs
}

/** Spaces and combining marks keep the font of the run before them. */
function fontFor(character: string, weight: Weight, fonts: Fonts, last: FontRun | undefined) {
  if (last !== undefined && KEEPS_FONT.test(character) && hasGlyph(fontOf(last, fonts), character)) return last.font
  const index = fonts[weight].findIndex((font) => hasGlyph(font, character))
  return index < 0 ? undefined : fontName(weight, index)
}

function fontOf({ font }: FontRun, fonts: Fonts) {
  const [weight, index] = font.split(' ') as [Weight, string]
  return fonts[weight][Number(index)]!
}

function appendCharacter(runs: FontRun[], font: string, character: string) {
  const last = runs.at(-1)
  if (last?.font === font) last.text += character
  else runs.push({ font, text: RIGHT_TO_LEFT.test(character) ? character : takeSpaces(last) + character })
}

/** Moves trailing spaces to the next run: right to left they would appear before the run, and fallback spaces are wide. */
function takeSpaces(run: FontRun | undefined) {
  const spaces = / *$/.exec(run?.text ?? '')![0]
  if (run !== undefined && spaces !== '') run.text = run.text.slice(0, -spaces.length)
  return spaces
}
