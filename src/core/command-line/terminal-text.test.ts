import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fit, shorten, toTerminalText, widthOf } from './terminal-text.ts'

// prettier-ignore
test.each([
  ['abc', 3], ['', 0], ['設計', 4], ['e\u0301', 1], ['👩‍💻', 2], ['한글', 4], ['▶', 1], ['ＡＢ', 4], ['ş', 1], ['\u200B', 0],
])('P22 %j takes %d columns', (text, columns) => {
  expect(widthOf(text)).toBe(columns)
})

test('P22 columns stay aligned with wide characters', () => {
  expect(['設計レビュー', 'Website', 'Diseño'].map((name) => fit(name, 8))).toEqual([
    '設計レ… ',
    'Website ',
    'Diseño  ',
  ])
  expect(fit('5 m', 6, 'end')).toBe('   5 m')
  expect(shorten('abc', 0)).toBe('')
})

test('P22 text of users cannot control the terminal', () => {
  expect(toTerminalText('a\u001B[31mred\u0007\u202Ex\r\nb')).toBe('a [31mred x b')
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => !/\p{Cc}/u.test(toTerminalText(text))))
})

test('P22 a fitted text has exactly the columns asked for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, columns) => {
      expect(widthOf(fit(toTerminalText(text), columns))).toBe(columns)
    }),
  )
})
