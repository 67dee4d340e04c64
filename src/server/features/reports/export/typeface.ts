import { type Fonts, knows } from './fonts.ts'

export type Weight = keyof Fonts

/** Letters that one font draws. */
export interface Run {
  font: string
  text: string
}

export const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
const UNKNOWN = '\uFFFD'
/** Signs that only say how those beside them are drawn. */
const SILENT = /\p{Cf}|\p{M}/u
const STAYING = /\p{Z}|\p{M}/u

export const fontName = (weight: Weight, index: number) => `${weight} ${index}`

/** Cuts a text into runs, each letter in the first font that knows it, or as the sign for one that none knows. */
export function runsOf(text: string, weight: Weight, fonts: Fonts): Run[] {
  const runs: Run[] = []
  for (const letter of text.replaceAll(/\p{Cc}/gu, ' ')) {
    const last = runs.at(-1)
    const found = fontFor(letter, weight, fonts, last)
    if (found !== undefined) add(runs, found, letter)
    else if (!SILENT.test(letter)) add(runs, fontFor(UNKNOWN, weight, fonts, last) ?? fontName(weight, 0), UNKNOWN)
  }
  return runs
}

/** Between words of one script, spaces and marks stay with them. */
function fontFor(letter: string, weight: Weight, fonts: Fonts, last: Run | undefined) {
  if (last !== undefined && STAYING.test(letter) && knows(fontOf(last, fonts), letter)) return last.font
  const index = fonts[weight].findIndex((font) => knows(font, letter))
  return index < 0 ? undefined : fontName(weight, index)
}

function fontOf({ font }: Run, fonts: Fonts) {
  const [weight, index] = font.split(' ') as [Weight, string]
  return fonts[weight][Number(index)]!
}

function add(runs: Run[], font: string, letter: string) {
  const last = runs.at(-1)
  if (last?.font === font) last.text += letter
  else runs.push({ font, text: RIGHT_TO_LEFT.test(letter) ? letter : takeSpaces(last) + letter })
}

/** The spaces at the end of a run: from right to left they would stand before it, and other fonts' are wide. */
function takeSpaces(run: Run | undefined) {
  const spaces = / *$/.exec(run?.text ?? '')![0]
  if (run !== undefined && spaces !== '') run.text = run.text.slice(0, -spaces.length)
  return spaces
}
