import { expect, test } from 'vitest'
import { comparisonRange, heatmapRange, rangeAfter, rangeBefore, rangeOf } from './report-range.ts'

const range = (from: string, to: string) => ({ from, to })

test.each([
  ['day', '2026-11-15', range('2026-11-15', '2026-11-15')],
  ['week', '2026-11-15', range('2026-11-09', '2026-11-15')],
  ['week', '2026-11-16', range('2026-11-16', '2026-11-22')],
  ['week', '2027-01-01', range('2026-12-28', '2027-01-03')],
  ['month', '2028-02-29', range('2028-02-01', '2028-02-29')],
  ['month', '2026-12-31', range('2026-12-01', '2026-12-31')],
  ['quarter', '2026-11-15', range('2026-10-01', '2026-12-31')],
  ['quarter', '2026-03-31', range('2026-01-01', '2026-03-31')],
  ['year', '2026-11-15', range('2026-01-01', '2026-12-31')],
] as const)('U10 the %s of %s', (kind, day, expected) => {
  expect(rangeOf(kind, day)).toEqual(expected)
})

test.each([
  ['day', range('2026-03-01', '2026-03-01'), range('2026-02-28', '2026-02-28')],
  ['week', range('2026-11-09', '2026-11-15'), range('2026-11-02', '2026-11-08')],
  ['month', range('2026-03-01', '2026-03-31'), range('2026-02-01', '2026-02-28')],
  ['quarter', range('2026-01-01', '2026-03-31'), range('2025-10-01', '2025-12-31')],
  ['year', range('2026-01-01', '2026-12-31'), range('2025-01-01', '2025-12-31')],
  ['custom', range('2026-11-10', '2026-11-12'), range('2026-11-07', '2026-11-09')],
] as const)('U10 the range before a %s, and back again', (kind, present, before) => {
  expect(rangeBefore(kind, present)).toEqual(before)
  expect(rangeAfter(kind, before, '2027-06-01')).toEqual(present)
})

test.each([
  ['a week that has not begun', () => rangeAfter('week', range('2026-11-09', '2026-11-15'), '2026-11-15')],
  ['days that have not begun', () => rangeAfter('custom', range('2026-11-09', '2026-11-20'), '2026-11-15')],
  ['a year before the first possible day', () => rangeBefore('year', range('2000-01-01', '2000-12-31'))],
])('U10 cannot step to %s', (_what, step) => {
  expect(step()).toBeUndefined()
})

test('U10 on Monday the arrow steps from last week to the current one', () => {
  expect(rangeAfter('week', range('2026-11-09', '2026-11-15'), '2026-11-16')).toEqual(range('2026-11-16', '2026-11-22'))
})

// prettier-ignore
test.each([
  ['a week that is over', 'week', range('2026-11-02', '2026-11-08'), { isPart: false, range: range('2026-10-26', '2026-11-01') }],
  ['a week on its Wednesday', 'week', range('2026-11-09', '2026-11-15'), { isPart: true, range: range('2026-11-02', '2026-11-04') }],
  ['this month', 'month', range('2026-11-01', '2026-11-30'), { isPart: true, range: range('2026-10-01', '2026-10-11') }],
  ['today', 'day', range('2026-11-11', '2026-11-11'), { isPart: false, range: range('2026-11-10', '2026-11-10') }],
  ['days to come', 'custom', range('2026-12-01', '2026-12-03'), undefined],
] as const)('U11 %s is compared with the range before, cut to the days that have passed', (_what, kind, present, expected) => {
  expect(comparisonRange(kind, present, '2026-11-11')).toEqual(expected)
})

test('U11 late in a long month it is compared with the whole of a shorter one before', () => {
  const march = range('2026-03-01', '2026-03-31')
  expect(comparisonRange('month', march, '2026-03-30')).toEqual({
    isPart: true,
    range: range('2026-02-01', '2026-02-28'),
  })
})

// prettier-ignore
test.each([
  ['of a month covers that month', range('2026-10-01', '2026-10-31'), { range: range('2026-10-01', '2026-10-31'), isWider: false }],
  ['of this week covers eight weeks until today', range('2026-11-09', '2026-11-15'), { range: range('2026-09-17', '2026-11-11'), isWider: true }],
  ['of an earlier week covers eight weeks until its end', range('2026-11-02', '2026-11-08'), { range: range('2026-09-14', '2026-11-08'), isWider: true }],
])('the heatmap %s', (_what, days, expected) => {
  expect(heatmapRange(days, '2026-11-11')).toEqual(expected)
})
