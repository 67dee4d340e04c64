import { expect, test } from 'vitest'
import { rankTexts } from './detect-encoding.ts'

// prettier-ignore
test.each<[what: string, best: string, ranked: string[], isCertain: boolean]>([
  ['Spanish words',                  'España año mañana ',   ['España año mañana ', 'Espańa ańo mańana '],   true],
  ['a single word of two languages', 'Mañana ',              ['Mañana ', 'Mańana '],                         false],
  ['texts that are all the same',    'Café ',                ['Café ', 'Café '],                             true],
])('M1 of the texts of %s, the most likely one is %j', (_, best, texts, isCertain) => {
  const [first, second] = texts
  const result = rankTexts([
    { encoding: 'windows-1250', text: second! },
    { encoding: 'windows-1252', text: first! },
  ])
  expect(result.ranked[0]?.text).toBe(best)
  expect(result.ranked).toHaveLength(new Set(texts).size)
  expect(result.isCertain).toBe(isCertain)
})
