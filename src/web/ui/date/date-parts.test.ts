import { expect, test } from 'vitest'
import {
  dateLayout,
  type DatePart,
  type DatePartValues,
  parseDate,
  readDigits,
  readPastedParts,
  stepDatePart,
  toDateString,
} from './date-parts.ts'

// prettier-ignore
test.each<[type: DatePart, raw: string, text: string, number: number | undefined, isComplete: boolean]>([
  ['hour',   '2',    '2',    2,         false],
  ['hour',   '3',    '3',    3,         true],
  ['hour',   '23',   '23',   23,        true],
  ['hour',   '29',   '9',    9,         true],
  ['minute', '0',    '0',    0,         false],
  ['minute', '07',   '07',   7,         true],
  ['minute', '',     '',     undefined, false],
  ['day',    '0',    '0',    undefined, false],
  ['day',    '00',   '00',   undefined, false],
  ['day',    '3',    '3',    3,         false],
  ['day',    '4',    '4',    4,         true],
  ['day',    '32',   '2',    2,         false],
  ['month',  '1a2',  '12',   12,        true],
  ['year',   '202',  '202',  undefined, false],
  ['year',   '2026', '2026', 2026,      true],
  ['year',   '1999', '1999', undefined, false],
])('%s: %j is read as %j', (type, raw, text, number, isComplete) => {
  expect(readDigits(type, raw)).toEqual({ text, number, isComplete })
})

const DATE = ['day', 'month', 'year'] as const
const TIME = ['hour', 'minute'] as const

// prettier-ignore
test.each<[text: string, parts: readonly DatePart[], target: DatePart, read: DatePartValues | undefined]>([
  ['16/11/2026',       DATE, 'day',    { day: 16, month: 11, year: 2026 }],
  ['16.11.26',         DATE, 'month',  { day: 16, month: 11, year: 2026 }],
  ['16112026',         DATE, 'year',   { day: 16, month: 11, year: 2026 }],
  ['2026-11-16',       DATE, 'day',    { day: 16, month: 11, year: 2026 }],
  ['20261116',         DATE, 'day',    { day: 16, month: 11, year: 2026 }],
  ['2026-11-16T09:15', DATE, 'day',    { day: 16, month: 11, year: 2026 }],
  ['7',                DATE, 'month',  { month: 7 }],
  ['2027',             DATE, 'year',   { year: 2027 }],
  ['13',               DATE, 'month',  undefined],
  ['11/16/2026',       DATE, 'day',    undefined],
  ['31/02/2026',       DATE, 'day',    undefined],
  ['16/11',            DATE, 'day',    undefined],
  ['',                 DATE, 'day',    undefined],
  ['soon',             DATE, 'day',    undefined],
  ['09:15',            TIME, 'minute', { hour: 9, minute: 15 }],
  [' 0915\n',          TIME, 'hour',   { hour: 9, minute: 15 }],
  ['9:15 pm',          TIME, 'hour',   { hour: 21, minute: 15 }],
  ['12:05 a. m.',      TIME, 'hour',   { hour: 0, minute: 5 }],
  ['09:15:31',         TIME, 'hour',   { hour: 9, minute: 15 }],
  ['45',               TIME, 'minute', { minute: 45 }],
  ['24:00',            TIME, 'hour',   undefined],
])('F11 pasted text %j into %j, %s: %j', (text, parts, target, read) => {
  expect(readPastedParts(text, parts, target)).toEqual(read)
})

// prettier-ignore
test.each<[type: DatePart, number: number | undefined, by: number, next: number]>([
  ['minute', 59,        1,   0],
  ['minute', 0,         -1,  59],
  ['minute', 50,        15,  5],
  ['day',    31,        1,   1],
  ['month',  1,         -2,  11],
  ['hour',   undefined, 1,   0],
  ['hour',   undefined, -1,  23],
])('%s: %s and %s steps are %s', (type, number, by, next) => {
  expect(stepDatePart(type, number, by)).toBe(next)
})

test('a date is written in the order of the locale', () => {
  expect(dateLayout('en-GB', 'dmy')).toEqual(['day', '/', 'month', '/', 'year'])
  expect(dateLayout('tr-TR', 'dmy')).toEqual(['day', '.', 'month', '.', 'year'])
  expect(dateLayout('tr-TR', 'mdy')).toEqual(['month', '/', 'day', '/', 'year'])
  expect(dateLayout('es-ES', 'ymd')).toEqual(['year', '-', 'month', '-', 'day'])
})

test('a day after the end of its month becomes the last day of it', () => {
  expect(toDateString({ ...parseDate('2026-01-31'), month: 2 })).toBe('2026-02-28')
  expect(toDateString(parseDate('2026-03-02'))).toBe('2026-03-02')
})
