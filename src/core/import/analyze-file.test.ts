import { expect, test } from 'vitest'
import { readImportText } from './testing/read-import-text.ts'
import type { ImportField } from './import-model.ts'

// prettier-ignore
test.each<[why: string, columns: { index: number; field: ImportField }[], fields: (ImportField | null)[]]>([
  ['nothing',                        [],                                                         ['project', null, 'unused', 'start', 'end', 'unused']],
  ['the unknown column',             [{ index: 1, field: 'task' }],                              ['project', 'task', 'unused', 'start', 'end', 'unused']],
  ['another meaning',                [{ index: 2, field: 'notes' }],                             ['project', null, 'notes', 'start', 'end', 'unused']],
  ['the field of another column',    [{ index: 1, field: 'project' }],                           ['unused', 'project', 'unused', 'start', 'end', 'unused']],
  ['a field twice: the first',       [{ index: 1, field: 'tags' }, { index: 2, field: 'tags' }], ['project', 'tags', 'unused', 'start', 'end', 'unused']],
  ['one column twice: the first',    [{ index: 1, field: 'tags' }, { index: 1, field: 'task' }], ['project', 'tags', 'unused', 'start', 'end', 'unused']],
  ['a column that does not exist',   [{ index: 6, field: 'task' }],                              ['project', null, 'unused', 'start', 'end', 'unused']],
])('M2 unknown columns differ from unused ones, and the user can assign them: %s', (_why, columns, fields) => {
  const headings = 'Project,Equipo,Billable,Start,End,Amount (EUR)'
  expect(readImportText(headings, { columns }).analysis.fields).toEqual(fields)
})

// prettier-ignore
test.each([
  ['Project,Notes',      ['start', 'end']],
  ['Date,Notes',         ['end']],
  ['Start',              ['end']],
  ['End time,Hours',     ['start']],
  ['Start,End',          []],
  ['Start,End time',     []],
  ['Date,Duration',      []],
  ['Date,Milliseconds',  []],
])('M2 a file of %s lacks %j', (headings, missing) => {
  expect(readImportText(headings).analysis.missing).toEqual(missing)
})

// prettier-ignore
test.each([
  ['Start,Süre (sa)',                  'clockify'],
  ['Start,Duration (hours)',           'other'],
  ['Start,Break duration (h)',         'other'],
  ['Start date,Start time,Stop date',  'toggl'],
  ['Start date,Start time,Notes',      'other'],
  ['Start time,Stop date,Duration',    'other'],
  ['From,To,Activity',                 'kimai'],
  ['From,To,Task',                     'other'],
  ['Start,End,Duration',               'other'],
  ['Date,Client,Hours',                'other'],
  ['Milliseconds,Rounding,Notes',      'other'],
])('M2 headings %s are of %s', (headings, format) => {
  expect(readImportText(headings).analysis.format).toBe(format)
})

test('M2 the sample of a column is its first text, shortened', () => {
  const { samples } = readImportText(
    `Start,Notes,Tags\n, ,-\n2026-03-04 09:00,${'x'.repeat(99)},a\n2026-03-05 09:00,y,b`,
  ).analysis
  expect(samples).toEqual(['2026-03-04 09:00', 'x'.repeat(80), 'a'])
  expect(readImportText('Start,Notes\n2026-03-04 09:00').analysis.samples).toEqual(['2026-03-04 09:00', ''])
})

// prettier-ignore
test.each<[why: string, dates: string[], order: string]>([
  ['one date',                      ['11/12/2026'],                             'ambiguous'],
  ['two dates',                     ['11/12/2026', '10/12/2026'],               'ambiguous'],
  ['all of three dates',            ['11/12/2026', '10/12/2026', '09/12/2026'], 'month-first'],
  ['the same date three times',     ['11/12/2026', '11/12/2026', '11/12/2026'], 'ambiguous'],
  ['not all dates',                 ['11/12/2026', '10/12/2026', '03/04/2026'], 'ambiguous'],
  ['most of many dates',            ['11/12/2026', '10/12/2026', '09/12/2026', '08/12/2026', '07/12/2026', '03/04/2026'], 'ambiguous'],
  ['the dates of a plan',           ['11/12/2026', '12/11/2026', '10/12/2026'], 'ambiguous'],
  ['dates up to two days ahead',    ['12/11/2026', '11/10/2026', '10/09/2026'], 'ambiguous'],
])('M3 dates to come do not decide the order, unless all would be: %s', (_why, dates, order) => {
  const text = ['Start,Duration', ...dates.map((date) => `${date} 09:00,1:00`)].join('\n')
  expect(readImportText(text, { now: Date.UTC(2026, 10, 10, 12) }).analysis.dateOrder).toBe(order)
})

test('M3 one row with a mistake does not decide against many', () => {
  const overnight = Array.from({ length: 21 }, () => '03/04/2026 23:00,03/05/2026 01:00')
  const mistake = '03/04/2026 09:00,03/03/2026 09:00'
  const orderOf = (rows: string[]) => readImportText(['Start,End', ...rows].join('\n')).analysis.dateOrder
  expect(orderOf([...overnight, mistake])).toBe('month-first')
  expect(orderOf([...overnight.slice(2), mistake])).toBe('ambiguous')
})

// prettier-ignore
test.each([
  ['a day above 12',                 ['13/04/2026', '03/04/2026'],             'day-first'],
  ['a day above 12 behind the month', ['03/04/2026', '04/13/2026'],            'month-first'],
  ['the year first',                 ['2026-03-04', '2026-04-03'],             'unambiguous'],
  ['names of months',                ['3 Apr 2026', '4 Mar 2026'],             'unambiguous'],
  ['dots',                           ['03.04.2026', '04.03.2026'],             'day-first'],
  ['a month in the future',          ['03/04/2026', '11/12/2026'],             'ambiguous'],
  ['dates that are the same in both', ['03/03/2026', '04/04/2026'],            'day-first'],
  ['no hint',                        ['03/04/2026', '04/05/2026'],             'ambiguous'],
  ['no part of 12 or less',          ['03/04/2026', '05/12/2025', '12/05/2025'], 'ambiguous'],
  ['no more than the other',         ['13/04/2026', '04/13/2026'],             'day-first'],
])('M3 %s decides the order of all dates', (_, dates, order) => {
  const { analysis } = readImportText(['Date,Start time,Duration', ...dates.map((date) => `${date},10:00,1:00`)].join('\n'))
  expect(analysis.dateOrder).toBe(order)
  expect(analysis.ambiguousDate).toBe(order === 'ambiguous' ? '03/04/2026' : null)
})

// prettier-ignore
test.each([
  ['Start date,Start time,End date,End time', '03/04/2026,23:00,03/05/2026,01:00',         'month-first'],
  ['Start date,Start time,End date,End time', '03/04/2026,23:00,04/04/2026,01:00',         'day-first'],
  ['Start date,Start time,End date,End time', '03/04/2026,23:00,03/04/2026,22:00',         'ambiguous'],
  ['Start date,End date',                     '03/04/2026,03/05/2026',                     'month-first'],
  ['Start date,End date',                     '03/04/2026,04/04/2026',                     'day-first'],
  ['Start,End',                               '03/04/2026 09:00,2026-03-04T10:00Z',        'month-first'],
  ['Start,End',                               '2026-04-03T08:00Z,03/04/2026 09:00',        'day-first'],
  ['Start,End',                               '03/04/2026 09:00,03/04/2026 10:00',         'ambiguous'],
  ['Start,End time',                          '03/04/2026 09:00,08:00',                    'ambiguous'],
  ['Start,Duration',                          '11/12/2026 09:00,1:00',                     'ambiguous'],
  ['Start,Duration',                          '11/01/2026 09:00,1:00',                     'ambiguous'],
  ['Start,End',                               '03/04/2026 09:00,2026-03-04T09:00Z',        'month-first'],
])('M3 an order in which rows end before they start or last for days is not chosen: %s: %s', (headings, cells, order) => {
  expect(readImportText(`${headings}\n${cells}`).analysis.dateOrder).toBe(order)
})

// prettier-ignore
test.each([
  ['26-03-04', ['26-03-04'],                         'ambiguous'],
  ['26-03-04', ['03-04-05', '26-03-04', '27-03-04'], 'ambiguous'],
  ['26-13-04', ['26-13-04'],                         'day-first'],
  ['32-03-04', ['32-03-04', '26-03-04'],             'year-first'],
  ['04-03-32', ['04-13-32', '04-03-32'],             'month-first'],
  ['26-03-04', ['26-03-28', '26-03-29', '26-03-30'], 'year-first'],
  ['26/03/04', ['26/03/04'],                         'day-first'],
  ['26.03.04', ['26.03.04'],                         'day-first'],
])('M3 a year of two digits may come first, as in %s: %j', (_, dates, order) => {
  const { analysis } = readImportText(['Date,Start time,Duration', ...dates.map((date) => `${date},10:00,1:00`)].join('\n'))
  expect(analysis).toMatchObject({ dateOrder: order, ambiguousDate: order === 'ambiguous' ? '26-03-04' : null })
})

test('M3 rows and the choice of the user decide whether a year of two digits comes first', () => {
  const rowsOf = (cells: string, options = {}) => readImportText(`Start,End\n${cells}`, options)
  expect(rowsOf('26-03-04 23:00,26-03-05 01:00').analysis.dateOrder).toBe('year-first')
  const { rows } = rowsOf('26-03-04 09:00,26-03-04 10:00', { dateOrder: 'year-first' })
  expect(rows[0]!.start).toBe(Date.UTC(2026, 2, 4, 9))
})

test('M3 the order that the user chooses counts, unless a date of the file contradicts it', () => {
  const file = (date: string) => `Date,Start time,Duration\n${date},10:00,1:00`
  const { analysis, rows } = readImportText(file('03/04/2026'), { dateOrder: 'month-first' })
  expect(analysis).toMatchObject({ dateOrder: 'month-first', ambiguousDate: null })
  expect(rows[0]!.start).toBe(Date.UTC(2026, 2, 4, 10))
  expect(readImportText(file('13/04/2026'), { dateOrder: 'month-first' }).analysis.dateOrder).toBe('day-first')
})

test('M2 at most 200 people are listed', () => {
  const lines = Array.from({ length: 250 }, (_, index) => `Person ${index % 201},2026-03-04 09:00,1:00`)
  const { people } = readImportText(['User,Start,Duration', ...lines].join('\n')).analysis
  expect(people).toHaveLength(200)
  expect(people.filter(({ rows }) => rows === 2)).toHaveLength(49)
  expect(people.some(({ person }) => person === 'Person 200')).toBe(false)
})

test('M2 people are counted by email address', () => {
  const lines = ['Ann,ann@example.org', 'Ann B,ann@example.org', 'Bob,'].map((who) => `${who},2026-03-04 09:00,1:00`)
  expect(readImportText(['User,Email,Start,Duration', ...lines].join('\n')).analysis.people).toEqual([
    { person: 'ann@example.org', rows: 2 },
    { person: 'Bob', rows: 1 },
  ])
  const more = [',', 'Ann,', 'Bob,', 'Bob,'].map((who) => `${who},2026-03-04 09:00,1:00`)
  expect(readImportText(['User,Email,Start,Duration', ...more].join('\n')).analysis.people).toEqual([
    { person: 'Bob', rows: 2 },
    { person: 'Ann', rows: 1 },
  ])
})
