import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clampColor,
  contrastRatio,
  CURATED_COLORS,
  DEFAULT_COLOR,
  DISTINCT_COLORS,
  isHexColor,
  leastUsedColor,
  toMarkColor,
  type Theme,
  themeTokens,
  type ThemeToken,
} from './color.ts'

const THEMES: Theme[] = ['light', 'dark']

// prettier-ignore
const CLAMPED: [hex: string, hue: number, saturation: number, lightness: number, why: string][] = [
  ['#0284c7', 200.4, 0.98, 0.394, 'a colour within bounds is left alone'],
  ['#000000', 200.6, 0.2,  0.2,   'black is lightened and gets the default hue'],
  ['#ffffff', 200.6, 0.2,  0.8,   'white is darkened and gets the default hue'],
  ['#808080', 200.6, 0.2,  0.502, 'grey gets the default hue'],
  ['#330000', 0,     1,    0.2,   'the darkest red allowed'],
  ['#ffe5e5', 0,     1,    0.8,   'a pale pink is deepened'],
  ['#8a7575', 0,     0.2,  0.5,   'a dull red gains saturation'],
  ['nonsense', 200.4, 0.98, 0.394, 'an invalid colour becomes the default'],
]

test.each(CLAMPED)('%s becomes hsl(%d, %d, %d): %5$s', (hex, hue, saturation, lightness) => {
  const clamped = clampColor(hex)
  expect(clamped[0]).toBeCloseTo(hue, 0)
  expect(clamped[1]).toBeCloseTo(saturation, 1)
  expect(clamped[2]).toBeCloseTo(lightness, 1)
})

// prettier-ignore
const PAIRS: [text: ThemeToken, ground: ThemeToken, least: number][] = [
  ['ink', 'canvas', 7], ['ink', 'surface', 7], ['ink', 'raised', 7], ['ink', 'tint', 7],
  ['ink-2', 'canvas', 4.5], ['ink-2', 'surface', 4.5], ['ink-2', 'raised', 4.5], ['ink-2', 'tint', 4.5],
  ['ink-3', 'canvas', 4.5], ['ink-3', 'surface', 4.5], ['ink-3', 'raised', 4.5],
  ['accent-ink', 'canvas', 4.5], ['accent-ink', 'surface', 4.5], ['accent-ink', 'tint', 4.5], ['on-accent', 'accent', 4.5],
  ['on-stage', 'stage', 7], ['on-stage', 'stage-2', 7], ['on-stage-2', 'stage', 4.5], ['on-stage-2', 'stage-2', 4.5],
  ['line-strong', 'surface', 3], ['line-strong', 'canvas', 3], ['accent', 'surface', 3], ['accent', 'canvas', 3],
]

describe.each(THEMES)('in the %s theme', (theme) => {
  test('D1 text and marks keep their contrast for any project colour', () => {
    const failures: string[] = []
    for (const hex of everyColor()) {
      const tokens = themeTokens(hex, theme)
      for (const [text, ground, least] of PAIRS)
        if (contrastRatio(tokens[text], tokens[ground]) < least) failures.push(`${text} on ${ground} for ${hex}`)
      if (contrastRatio(toMarkColor(hex, theme), tokens.surface) < 3) failures.push(`the mark of ${hex}`)
    }
    expect(failures).toEqual([])
  })

  test('D1 the contrast also holds for random colours', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const tokens = themeTokens(toHex(value), theme)
        return PAIRS.every(([text, ground, least]) => contrastRatio(tokens[text], tokens[ground]) >= least)
      }),
    )
  })
})

/** A mark has the hue of its colour and, where that is visible, its lightness. */
// prettier-ignore
const MARKS: [hex: string, light: string, dark: string][] = [
  ['#dc2626', 'oklch(57.71% 0.17 27.33)',    'oklch(64% 0.17 27.33)'],
  ['#d97706', 'oklch(64.5% 0.1543 58.32)',   'oklch(66.58% 0.1574 58.32)'],
  ['#65a30d', 'oklch(64.5% 0.17 131.68)',    'oklch(64.82% 0.17 131.68)'],
  ['#0f766e', 'oklch(51.09% 0.0861 186.39)', 'oklch(64% 0.0861 186.39)'],
  ['#3b82f6', 'oklch(62.31% 0.17 259.81)',   'oklch(64% 0.17 259.81)'],
  ['#c026d3', 'oklch(59.15% 0.17 322.9)',    'oklch(64% 0.17 322.9)'],
  ['#6b7280', 'oklch(53.64% 0.0529 263.97)', 'oklch(64% 0.0529 263.97)'],
]

test.each(MARKS)('the mark of %s is %s on light ground and %s on dark', (hex, light, dark) => {
  expect([toMarkColor(hex, 'light'), toMarkColor(hex, 'dark')]).toEqual([light, dark])
})

// prettier-ignore
test.each([
  ['#d97706', 'oklch(37.73% 0.0912 58.32)',  'oklch(27.45% 0.0614 58.32)',  'amber is lightened, or it would look muddy'],
  ['#ffd700', 'oklch(87% 0.155 95.33)',      'oklch(25.5% 0.022 95.33)',    'yellow is bright or grey, or it would be brown'],
  ['#6b7280', 'oklch(33.5% 0.0497 263.97)',  'oklch(25.5% 0.035 263.97)',   'a dull colour makes a dull stage'],
])('the stage of %s is %s in the light theme and %s in the dark one: %s', (hex, light, dark) => {
  expect([themeTokens(hex, 'light').stage, themeTokens(hex, 'dark').stage]).toEqual([light, dark])
})

// prettier-ignore
test.each([
  ['#facc15', true,  'yellow'],
  ['#eab308', true,  'a deep yellow'],
  ['#ffff00', true,  'pure yellow'],
  ['#d97706', false, 'amber, which is deep as a dark colour'],
  ['#84cc16', false, 'lime, which becomes a dark green'],
  ['#808000', false, 'olive'],
  ['#8a8575', false, 'a grey with a hint of yellow'],
])('D1 the stage of %s is bright: %s (%s)', (hex, isBright) => {
  const { stage, 'on-stage': text } = themeTokens(hex, 'light')
  const black = 'oklch(0% 0 0)'
  expect(contrastRatio(stage, black) > contrastRatio(text, black)).toBe(isBright)
})

test('the distinct colours are the curated ones', () => {
  expect(DISTINCT_COLORS.toSorted()).toEqual(CURATED_COLORS.map(([hex]) => hex).toSorted())
})

const [FIRST = '', SECOND = '', THIRD = ''] = DISTINCT_COLORS
// prettier-ignore
test.each<[string, string[], string]>([
  ['the first colour is for the first project',     [],                                            FIRST],
  ['a used colour is avoided',                      [FIRST],                                       SECOND],
  ['whatever its case',                             [FIRST.toUpperCase(), SECOND],                 THIRD],
  ['custom colours use none of the palette',        ['#123456'],                                   FIRST],
  ['if all are used, the least used one is chosen', [...DISTINCT_COLORS, FIRST, SECOND],           THIRD],
  ['with equal use the order decides',              [...DISTINCT_COLORS],                          FIRST],
])('L10 %s', (_, used, color) => {
  expect(leastUsedColor(used)).toBe(color)
})

test('contrast runs from 1 to 21', () => {
  const [black, white] = ['oklch(0% 0 0)', 'oklch(100% 0 0)']
  expect(contrastRatio(black, white)).toBeCloseTo(21, 2)
  expect(contrastRatio(white, black)).toBeCloseTo(21, 2)
  expect(contrastRatio(white, white)).toBe(1)
})

test('the style sheet starts in the default colour', () => {
  const sheet = readFileSync(new URL('../web/ui/theme/tokens.css', import.meta.url), 'utf8')
  const initial = [...sheet.matchAll(/@property --([\w-]+) \{[^}]*initial-value: ([^;]+);/g)]
  const light = Object.fromEntries(initial.map(([, token, value]) => [token, value]))
  expect(light).toEqual(themeTokens(DEFAULT_COLOR, 'light'))

  const dark = /\[data-theme='dark'\] \{([^}]*)\}/.exec(sheet)?.[1]
  for (const [token, value] of Object.entries(themeTokens(DEFAULT_COLOR, 'dark')))
    expect(dark).toContain(`--${token}: ${value};`)
})

test('a project colour is six hexadecimal digits', () => {
  expect(['#0284c7', '#FFFFFF'].every(isHexColor)).toBe(true)
  expect(['0284c7', 'x#0284c7', '#fff', '#0284c70', 'red', ''].some(isHexColor)).toBe(false)
})

/** Mutation tests use a coarser grid. */
const STEP = process.env['MUTATE'] ? 85 : 17

function* everyColor() {
  for (let red = 0; red < 256; red += STEP)
    for (let green = 0; green < 256; green += STEP)
      for (let blue = 0; blue < 256; blue += STEP) yield toHex((red << 16) + (green << 8) + blue)
}

function toHex(value: number) {
  return `#${value.toString(16).padStart(6, '0')}`
}
