import { expect, test } from 'vitest'
import { kindOfBuiltInFormat, kindOfNumberFormat, type NumberKind, toCellText } from './spreadsheet-values.ts'

test.each<[code: string, kind: NumberKind]>([
  ['General', 'number'],
  ['0.00', 'number'],
  ['#,##0.00 "h"', 'number'],
  ['0.00E+00', 'number'],
  ['[$-409]d\\-mmm\\-yy;@', 'date'],
  ['yyyy\\-mm\\-dd', 'date'],
  ['mmm yy', 'date'],
  ['[$-F400]h:mm:ss AM/PM', 'time'],
  ['hh:mm', 'time'],
  ['yyyy-mm-dd hh:mm:ss', 'date-time'],
  ['m/d/yy h:mm', 'date-time'],
  ['[h]:mm:ss', 'duration'],
  ['[Red][hh]:mm', 'duration'],
  ['0 "days"', 'number'],
  ['[Yellow]0.00', 'number'],
])('the format %s shows a %s', (code, kind) => {
  expect(kindOfNumberFormat(code)).toBe(kind)
})

test('formats that every spreadsheet has are known by their number', () => {
  expect([0, 2, 14, 21, 22, 46, 49, 164].map(kindOfBuiltInFormat)).toEqual([
    'number',
    'number',
    'date',
    'time',
    'date-time',
    'duration',
    'number',
    'number',
  ])
})

// prettier-ignore
test.each<[value: number, kind: NumberKind, is1904: boolean, text: string]>([
  [46_085,                'date',      false, '2026-03-04'],
  [46_085.375,            'date',      false, '2026-03-04 09:00:00'],
  [46_085.4375,           'date-time', false, '2026-03-04 10:30:00'],
  [44_623,                'date',      true,  '2026-03-04'],
  [46_085.4305555556,     'date-time', false, '2026-03-04 10:20:00'],
  [46_085.37500462963,    'date-time', false, '2026-03-04 09:00:00.400'],
  [0.4375,                'time',      false, '10:30:00'],
  [46_085.4375,           'time',      false, '2026-03-04 10:30:00'],
  [1.125,                 'duration',  false, '27:00:00'],
  [1.125,                 'time',      false, '27:00:00'],
  [-0.0625,               'duration',  false, '-1:30:00'],
  [1.4999999999999998,    'number',    false, '1.5'],
  [5_400_000,             'number',    false, '5400000'],
  [1e300,                 'date',      false, '1e+300'],
])('the number %d as a %s is %s, %s', (value, kind, is1904, text) => {
  expect(toCellText(value, kind, is1904)).toBe(text)
})
