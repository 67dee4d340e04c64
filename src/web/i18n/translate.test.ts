import { expect, test } from 'vitest'
import { translate } from './translate.ts'

const TEXTS = {
  ui: { save: 'Save', wait: 'Wait {{seconds}} seconds' },
  list: { rows_one: '{{count}} row', rows_other: '{{count}} rows', days_other: '{{count}} days' },
}

// prettier-ignore
test.each([
  ['ui.save',    {},                     'Save'],
  ['ui.wait',    { seconds: 42 },        'Wait 42 seconds'],
  ['ui.wait',    { seconds: '$&' },      'Wait $& seconds'],
  ['ui.wait',    {},                     'Wait  seconds'],
  ['list.rows',  { count: 1 },           '1 row'],
  ['list.rows',  { count: 2 },           '2 rows'],
  ['list.rows',  { count: 3_000 },       '3,000 rows'],
  ['list.days',  { count: 1 },           '1 days'],
  ['ui',         {},                     'ui'],
  ['no.such',    {},                     'no.such'],
  ['ui.save.x',  {},                     'ui.save.x'],
])('%s with %j says “%s”', (key, params, text) => {
  const english = { plural: () => new Intl.PluralRules('en'), number: () => new Intl.NumberFormat('en') }
  expect(translate(TEXTS, english, key, params)).toBe(text)
})
