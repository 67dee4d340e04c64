import { expect, test } from 'vitest'
import { bestOptionFor, findTypedOption, nameToCreate } from './typed-option.ts'

const OPTIONS = ['Atlas', 'Atlas redesign', 'Café', 'İstanbul'].map((label) => ({ id: label, label }))

// prettier-ignore
test.each<[typed: string, found: string | undefined, created: string | undefined]>([
  ['',          undefined,        undefined],
  ['  ',        undefined,        undefined],
  ['atlas',     'Atlas',          undefined],
  [' Atlas ',   'Atlas',          undefined],
  ['atl',       undefined,        'atl'],
  ['redesign',  'Atlas redesign', 'redesign'],
  ['cafe',      'Café',           'cafe'],
  ['istan',     'İstanbul',       'istan'],
  ['Garden',    undefined,        'Garden'],
])('F13 the typed text %j names %j, or creates %j', (typed, found, created) => {
  expect(findTypedOption(typed, OPTIONS)?.label).toBe(found)
  expect(nameToCreate(typed, OPTIONS)).toBe(created)
})

// prettier-ignore
test.each<[typed: string, best: string | undefined, bestWithoutCreate: string | undefined]>([
  ['',        undefined,  undefined],
  ['  ',      undefined,  undefined],
  ['atlas',   'Atlas',    'Atlas'],
  ['atl',     'first',    'first'],
  ['istan',   'İstanbul', 'İstanbul'],
  ['Garden',  'create',   'first'],
])('F13 while %j is typed, %j is highlighted', (typed, best, bestWithoutCreate) => {
  expect(bestOptionFor(typed, OPTIONS, 'create')).toBe(best)
  expect(bestOptionFor(typed, OPTIONS, undefined)).toBe(bestWithoutCreate)
})
