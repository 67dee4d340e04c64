import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardFormula, removeFormulaGuard } from './formula-guard.ts'

// prettier-ignore
test.each([
  ['=1+1'], ['+1'], ['-1'], ['@SUM(A1)'], ['\t=1'], ['\r=1'], ['\n=1'], ['\0=1'], ['\tx'], ['\rx'], ['\nx'],
  [' =1+1'], ['   +1'], [' \t -1'], [' \r\n@SUM(A1)'], ['\u00A0=1'], ['\u3000=1'], ['\uFEFF=1'], ['\u200B=1'], ['\u202E=1'],
  ['\u0001=1'], ['＝1+1'], ['＋1'], ['－1'], ['＠x'], [' ＝1'], ['﹦1'], ["'=1"], ["' =1"], [" '=1"], ["''=1"],
])('S13 the text %j is guarded with one more apostrophe', (text) => {
  expect(guardFormula(text)).toBe(`'${text}`)
})

// prettier-ignore
test.each([[''], [' '], ['a'], [' a=1'], ['1-1'], ["'"], ["'tis =1"], ['"=1'], ['a\n=1'], ['–1'], ['😀=1']])(
  'S13 the text %j is no formula', (text) => {
  expect(guardFormula(text)).toBe(text)
})

const character = fc.constantFrom(...Array.from('\'=+-@＝ａ a\t\r\n\u00A0\u3000\u200B"'))

test('S13 removing the guard restores any text, and no guarded text begins like a formula', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: character, maxLength: 8 }), fc.string()), (text) => {
      expect(removeFormulaGuard(guardFormula(text))).toBe(text)
      expect(guardFormula(text)).not.toMatch(/^[\s\u200B]*[=+\-@＝]/u)
    }),
    { numRuns: 1_000 },
  )
})
