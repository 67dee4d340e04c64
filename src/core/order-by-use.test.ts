import { expect, test } from 'vitest'
import { orderByUse } from './order-by-use.ts'

/** Items by name; an asterisk pins one. */
const items = (text: string) =>
  text.split(' ').map((part) => {
    const name = part.replace('*', '')
    return { id: name, name, isPinned: part.endsWith('*') }
  })

// prettier-ignore
test.each<[rule: string, all: string, used: string, order: string]>([
  ['unused items are in the order of their names',           'c a b',             '',              'a b c'],
  ['pinned items come first, by name',                       'a c* b*',           '',              'b c a'],
  ['recently used ones follow, the latest first',            'a b* c d',          'd c',           'b d c a'],
  ['an item that was used several times counts once',        'a b c',             'b c b',         'b c a'],
  ['a pinned item stays among the pinned ones',              'a* b c*',           'c b',           'a c b'],
  ['five recent ones are enough',                            'a b c d e f g',     'g f e d c b',   'g f e d c a b'],
  ['used items that are not offered leave no gap',           'a b',               'x b',           'b a'],
  ['five others are taken, even after missing ones',         'a b c d e f',       'x y f e d c b', 'f e d c b a'],
])('L11 %s', (_, all, used, order) => {
  expect(orderByUse(items(all), used.split(' ')).map(({ name }) => name).join(' ')).toBe(order)
})
