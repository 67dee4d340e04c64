import { expect, test } from 'vitest'
import { joinKnown } from './cells.ts'
import { columnsOf, personOf, shortTextAt, textAt } from './columns.ts'

// prettier-ignore
test.each<[why: string, parts: string[], known: string[], tags: string[]]>([
  ['nothing is known',            ['a', 'b', 'c'],      [],                  ['a', 'b', 'c']],
  ['nothing was torn apart',      ['a', 'b', 'c'],      ['a', 'c'],          ['a', 'b', 'c']],
  ['one that was',                ['a', 'b', 'c'],      ['b, c'],            ['a', 'b, c']],
  ['the longest of several',      ['a', 'b', 'c', 'd'], ['a, b', 'a, b, c'], ['a, b, c', 'd']],
  ['two that were',               ['a', 'b', 'c', 'd'], ['a, b', 'c, d'],    ['a, b', 'c, d']],
  ['none at all',                 [],                   ['a'],               []],
])('M12 tags whose names have a comma are found again: %s', (_why, parts, known, tags) => {
  expect(joinKnown(parts, (name) => known.includes(name))).toEqual(tags)
})

test('M2 columns are known by what they mean, but for those that mean nothing here', () => {
  expect(columnsOf(['start', null, 'unused', 'end'])).toEqual({ start: 0, end: 3 })
})

// prettier-ignore
test.each([['a', 0, 'a'], [' a ', 0, ' a '], ['-', 0, ''], [' \t', 0, ''], ['a', 1, ''], ['a', undefined, '']])(
  'M7 the text of %j in column %s is %j', (cell, column, text) => {
  expect(textAt([cell], column)).toBe(text)
})

test('M8 of moments and people no more is read than they can have', () => {
  expect(shortTextAt([` ${'x'.repeat(99)}`], 0)).toBe('x'.repeat(60))
  expect(personOf([` ${'x'.repeat(999)}`, ''], { person: 0, email: 1 })).toBe('x'.repeat(300))
})
