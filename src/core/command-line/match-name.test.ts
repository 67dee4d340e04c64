import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSimilar, matchName } from './match-name.ts'

const NAMES = ['Website', 'Webinars', 'Web', 'Diseño gráfico', 'Işık', 'New client site', 'web']
const ITEMS = NAMES.map((name, index) => ({ id: `id-${index}`, name }))

// prettier-ignore
test.each([
  ['its id',                        'id-3',    'Diseño gráfico'],
  ['its exact name',                'Web',     'Web'],
  ['its exact name in small letters', 'web',   'web'],
  ['its name in capitals',          'WEBSITE', 'Website'],
  ['its name without accents',      'diseno grafico', 'Diseño gráfico'],
  ['a dotless i',                   'isik',    'Işık'],
  ['the beginning',                 'webs',    'Website'],
  ['the beginning, with spaces around', '  dis ', 'Diseño gráfico'],
  ['the beginning of another word', 'cli',     'New client site'],
])('P20 a name is found by %s', (_what, typed, name) => {
  expect(matchName(ITEMS, typed)).toMatchObject({ kind: 'found', item: { name } })
})

test('P20 a beginning that fits several names names all of them', () => {
  const match = matchName(ITEMS, 'webi')
  expect(match).toMatchObject({ kind: 'found' })
  const ambiguous = matchName(ITEMS.slice(0, 2), 'web')
  expect(ambiguous).toEqual({ kind: 'ambiguous', items: ITEMS.slice(0, 2) })
})

test.each([
  ['Wbesite', ['Website']],
  ['inars', ['Webinars']],
  ['zzz', []],
  ['', []],
  ['x'.repeat(101), []],
])('P20 for the unknown name %j, similar ones are proposed', (typed, names) => {
  const match = matchName(ITEMS, typed)
  expect(match.kind === 'missing' && match.similar.map(({ name }) => name)).toEqual(names)
})

test('P20 every item is found by its own name, unless another one has the same', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1 }).filter((name) => name.trim() === name)), (names) => {
      const items = names.map((name, index) => ({ id: `#${index}#`, name }))
      for (const item of items) expect(matchName(items, item.name)).toEqual({ kind: 'found', item })
    }),
  )
})

test.each([
  ['stauts', ['status']],
  ['strat', ['start']],
  ['por', ['report', 'export']],
  ['wxyz', []],
  ['', []],
])('P20 for the unknown word %j, the closest ones are proposed', (typed, similar) => {
  const words = ['status', 'start', 'report', 'export']
  expect(findSimilar(words, typed, (word) => word)).toEqual(similar)
})
