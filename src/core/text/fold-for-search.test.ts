import { expect, test } from 'vitest'
import { foldForSearch } from './fold-for-search.ts'

// prettier-ignore
test.each([
  ['capitals', 'ATLAS', 'atlas'],
  ['accents', 'Diseño gráfico', 'diseno grafico'],
  ['accents that are characters of their own', 'Disen\u0303o', 'diseno'],
  ['a dotted capital I', 'İstanbul', 'istanbul'],
  ['a dotless small i', 'Işık ışık', 'isik isik'],
  ['Turkish consonants', 'Çağrı Şubesi', 'cagri subesi'],
])('L2 a search ignores %s', (_what, text, folded) => {
  expect(foldForSearch(text)).toBe(folded)
})
