import { expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'

// prettier-ignore
const cases = [
  // stored     browser             page   path      language
  ['tr',        ['es'],             'en',  '/es/x',  'tr'],
  ['xx',        ['es'],             'en',  '/',      'es'],
  [undefined,   ['es-MX', 'en'],    'en',  '/',      'es'],
  [undefined,   ['de-DE', 'tr-TR'], 'en',  '/',      'tr'],
  [undefined,   ['de'],             'es',  '/tr/x',  'es'],
  [undefined,   ['de'],             '',    '/tr/x',  'tr'],
  [undefined,   [],                 '',    '/login', 'en'],
] as const

test.each(cases)('W6 stored %j, browser %j, page %j, path %j: %j', (stored, browser, page, path, language) => {
  expect(detectLanguage({ stored, browser, page, path })).toBe(language)
})
