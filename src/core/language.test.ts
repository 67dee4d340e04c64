import { expect, test } from 'vitest'
import { negotiateLanguage } from './language.ts'

// prettier-ignore
test.each([
  ['es',                       'es'],
  ['es-MX, en;q=0.5',          'es'],
  ['de, tr;q=0.3, en;q=0.9',   'en'],
  ['en;q=0.5, tr;q=0.5',       'en'],
  ['ES',                       'es'],
  ['es;q=0, tr;q=0.1',         'tr'],
  ['tr;q=0.9 , es ; q=0.95',   'es'],
  ['en-GB-oxendict, es',       'en'],
  ['enm, es;q=0.1',            'es'],
  ['de, es;q=0',               undefined],
  ['de, fr',                   undefined],
  ['*',                        undefined],
  ['',                         undefined],
  [undefined,                  undefined],
  [';;,q=,es;q=zero',          'es'],
])('the header "%s" prefers %s', (header, language) => {
  expect(negotiateLanguage(header)).toBe(language)
})
