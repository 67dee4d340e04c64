import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toColumnIndexes, shortTextAt, textAt } from './columns.ts'
import { rejoinKnownTags, splitTags } from './tags.ts'
import { readImportText } from './testing/read-import-text.ts'

/** The tags of a user, ignoring case, and the number of lookups. */
function knownTags(names: string[]) {
  const keyOf = (name: string) => name.normalize('NFKC').toLowerCase()
  const keys = new Set(names.map(keyOf))
  const lookups = { keys: 0, tags: 0 }
  const known = {
    keyOf(name: string) {
      lookups.keys += 1
      return keyOf(name)
    },
    has(key: string) {
      lookups.tags += 1
      return keys.has(key)
    },
    maxKeyLength: Math.max(0, ...[...keys].filter((key) => key.includes(', ')).map(({ length }) => length)),
  }
  return { known, lookups, keyOf, keys }
}

// prettier-ignore
test.each<[why: string, parts: string[], known: string[], tags: string[]]>([
  ['no known tags',               ['a', 'b', 'c'],      [],                  ['a', 'b', 'c']],
  ['no known tag with a comma',   ['a', 'b', 'c'],      ['a', 'c'],          ['a', 'b', 'c']],
  ['one known tag with a comma',  ['a', 'b', 'c'],      ['b, c'],            ['a', 'b, c']],
  ['the longest of several',     ['a', 'b', 'c', 'd'], ['a, b', 'a, b, c'], ['a, b, c', 'd']],
  ['two known tags with commas',  ['a', 'b', 'c', 'd'], ['a, b', 'c, d'],    ['a, b', 'c, d']],
  ['ignoring case',               ['A', 'ΒΣ', 'c'],     ['a, βς'],           ['A, ΒΣ', 'c']],
  ['a key that is shorter',       ['e\u0301', 'ﬃ'],     ['É, FFI'],          ['e\u0301, ﬃ']],
  ['no tags in the row',          [],                   ['a'],               []],
])('M12 tags with a comma in their names are rejoined: %s', (_why, parts, known, tags) => {
  expect(rejoinKnownTags(parts, knownTags(known).known)).toEqual(tags)
})

test('M12 for any tag names the result equals that of trying every combination', () => {
  const letter = fc.constantFrom(...Array.from('aAbΣﬃİ,. \u00A0\u0301\u0345\u1161\u1100'))
  const name = fc.string({
    unit: fc.oneof(letter, fc.string({ unit: 'grapheme', maxLength: 1 })),
    minLength: 1,
    maxLength: 4,
  })
  const names = fc.array(name, { maxLength: 6 })
  fc.assert(
    fc.property(names, fc.array(names, { maxLength: 3 }), fc.nat(5), (parts, others, from) => {
      const { known, keyOf, keys } = knownTags([...others, parts.slice(from, from + 3)].map((some) => some.join(', ')))
      expect(rejoinKnownTags(parts, known)).toEqual(joinByTrying(parts, (name) => keys.has(keyOf(name))))
    }),
  )
})

/** Tries every combination, the longest first. */
function joinByTrying(parts: readonly string[], isKnown: (name: string) => boolean): string[] {
  if (parts.length === 0) return []
  const ends = parts.map((_, index) => parts.length - index)
  const end = ends.find((end) => isKnown(parts.slice(0, end).join(', '))) ?? 1
  return [parts.slice(0, end).join(', '), ...joinByTrying(parts.slice(end), isKnown)]
}

// prettier-ignore
test.each<[known: string[], maxLookups: number]>([
  [[],                         0],
  [['tag 1', 'x'.repeat(100)], 0],
  [['a, b'],                   0],
  [['tag 5, tag 6'],           200],
])('M12 a hundred tags with known tags %j need at most %d lookups', (known, maxLookups) => {
  const parts = Array.from({ length: 100 }, (_, index) => `tag ${index}`)
  const { known: tags, lookups } = knownTags(known)
  rejoinKnownTags(parts, tags)
  expect(lookups.keys).toBe(100)
  expect(lookups.tags).toBeLessThanOrEqual(maxLookups)
})

test('M2 columns are indexed by field, without unused ones', () => {
  expect(toColumnIndexes(['start', null, 'unused', 'end'])).toEqual({ start: 0, end: 3 })
})

// prettier-ignore
test.each([['a', 0, 'a'], [' a ', 0, ' a '], ['-', 0, ''], [' \t', 0, ''], ['a', 1, ''], ['a', undefined, '']])(
  'M7 the text of %j in column %s is %j', (cell, column, text) => {
  expect(textAt([cell], column)).toBe(text)
})

test('M8 texts of times are cut at their maximum length', () => {
  expect(shortTextAt([` ${'x'.repeat(99)}`], 0)).toBe('x'.repeat(60))
})

// prettier-ignore
test.each<[cell: string, tags: string[], isExact: boolean]>([
  ['a, b;c; d',               ['a', 'b', 'c', 'd'],       false],
  ['a,b',                     ['a,b'],                    false],
  ['"a, b", c',               ['a, b', 'c'],              true],
  ['c; "a; b"',               ['c', 'a; b'],              true],
  ['"say ""hi""", "-"',       ['say "hi"', '-'],          true],
  ['"[x]"',                   ['[x]'],                    true],
  ['5" pipe, b',              ['5" pipe', 'b'],           false],
  ['"a" b, c',                ['"a" b', 'c'],             false],
  ['"a, b',                   ['"a', 'b'],                false],
  ['[]',                      [],                         true],
  ['["a", "b, c"]',           ['a', 'b, c'],              true],
  ['["a","b"]',               ['a', 'b'],                 true],
  [String.raw`['a', 'it\'s, b']`, ['a', "it's, b"],       true],
  ['[a, b]',                  ['a', 'b'],                 true],
  ['[1, null, 2]',            ['1', '2'],                 true],
  [':work:deep:',             ['work', 'deep'],           true],
  ['type:bug',                ['type:bug'],               false],
  ['10:30',                   ['10:30'],                  false],
])('M36 tags %s', (cell, tags, isExact) => {
  const split = splitTags(cell)
  expect(split.parts.filter((tag) => tag !== '')).toEqual(tags)
  expect(split.isExact).toBe(isExact)
  const { rows, problems } = readImportText(`Start,Duration,Tags\n2026-03-04 09:00,1:00,"${cell.replaceAll('"', '""')}"`)
  expect(problems).toEqual([])
  expect(rows).toMatchObject([{ tags, areTagsExact: isExact }])
})

test('M36 tags are joined by colons in an export of Org mode, and nowhere else', () => {
  const row = 'Draw,2026-03-04 09:00,2026-03-04 10:00,,work:deep'
  expect(readImportText(`task,start,end,ishabit,tags\n${row}`).rows[0]!.tags).toEqual(['work', 'deep'])
  expect(readImportText(`task,start,end,other,tags\n${row}`).rows[0]!.tags).toEqual(['work:deep'])
})

test('M36 any names of tags that are quoted as in our own export come back', () => {
  const unit = fc.constantFrom('a', 'B', ',', ';', ' ', '"', "'", '[', ']', ':', '-', 'é', '😀')
  const name = fc
    .string({ unit, minLength: 1, maxLength: 6 })
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.startsWith(':'))
  const quote = (tag: string) => (/[",;]|^-$|^\[/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 5 }), (names) => {
      expect(splitTags(names.map(quote).join(', ')).parts.filter((tag) => tag !== '')).toEqual(names)
    }),
  )
})
