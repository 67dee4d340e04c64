import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitByDay } from './split-by-day.ts'
import { type Segment, subtractSegments, totalOf } from './segments.ts'
import { DAY_MS, HOUR_MS } from './units.ts'

/** Two noons, and how many hours of each day lie between them. */
// prettier-ignore
const CUTS: [zone: string, why: string, from: string, to: string, hours: [day: string, hours: number][]][] = [
  ['UTC',                 'ordinary days',               '2026-03-01T12:00Z',      '2026-03-03T12:00Z',      [['2026-03-01', 12], ['2026-03-02', 24], ['2026-03-03', 12]]],
  ['Europe/Istanbul',     'no clock change any more',    '2026-03-28T12:00+03:00', '2026-03-30T12:00+03:00', [['2026-03-28', 12], ['2026-03-29', 24], ['2026-03-30', 12]]],
  ['Asia/Kathmandu',      'an offset of quarters',       '2026-03-01T12:00+05:45', '2026-03-03T12:00+05:45', [['2026-03-01', 12], ['2026-03-02', 24], ['2026-03-03', 12]]],
  ['Europe/Madrid',       'clocks go forward',           '2026-03-28T12:00+01:00', '2026-03-30T12:00+02:00', [['2026-03-28', 12], ['2026-03-29', 23], ['2026-03-30', 12]]],
  ['Europe/Madrid',       'clocks go back',              '2026-10-24T12:00+02:00', '2026-10-26T12:00+01:00', [['2026-10-24', 12], ['2026-10-25', 25], ['2026-10-26', 12]]],
  ['America/New_York',    'clocks go forward',           '2026-03-07T12:00-05:00', '2026-03-09T12:00-04:00', [['2026-03-07', 12], ['2026-03-08', 23], ['2026-03-09', 12]]],
  ['America/New_York',    'clocks go back',              '2026-10-31T12:00-04:00', '2026-11-02T12:00-05:00', [['2026-10-31', 12], ['2026-11-01', 25], ['2026-11-02', 12]]],
  ['America/Sao_Paulo',   'a day that starts at 01:00',  '2018-11-03T12:00-03:00', '2018-11-05T12:00-02:00', [['2018-11-03', 12], ['2018-11-04', 23], ['2018-11-05', 12]]],
  ['America/Sao_Paulo',   'a day with 23:00 twice',      '2018-02-16T12:00-02:00', '2018-02-18T12:00-03:00', [['2018-02-16', 12], ['2018-02-17', 25], ['2018-02-18', 12]]],
  ['Asia/Beirut',         'a day that starts at 01:00',  '2026-03-28T12:00+02:00', '2026-03-30T12:00+03:00', [['2026-03-28', 12], ['2026-03-29', 23], ['2026-03-30', 12]]],
  ['Asia/Beirut',         'a day with 23:00 twice',      '2026-10-23T12:00+03:00', '2026-10-25T12:00+02:00', [['2026-10-23', 12], ['2026-10-24', 25], ['2026-10-25', 12]]],
  ['Australia/Lord_Howe', 'half an hour back',           '2026-04-04T12:00+11:00', '2026-04-06T12:00+10:30', [['2026-04-04', 12], ['2026-04-05', 24.5], ['2026-04-06', 12]]],
  ['Australia/Lord_Howe', 'half an hour forward',        '2026-10-03T12:00+10:30', '2026-10-05T12:00+11:00', [['2026-10-03', 12], ['2026-10-04', 23.5], ['2026-10-05', 12]]],
  ['Africa/Casablanca',   'clocks go back for Ramadan',  '2026-02-14T12:00+01:00', '2026-02-16T12:00Z',      [['2026-02-14', 12], ['2026-02-15', 25], ['2026-02-16', 12]]],
  ['Africa/Casablanca',   'and forward after it',        '2026-03-21T12:00Z',      '2026-03-23T12:00+01:00', [['2026-03-21', 12], ['2026-03-22', 23], ['2026-03-23', 12]]],
  ['Pacific/Apia',        'a day that was left out',     '2011-12-29T12:00-10:00', '2012-01-01T12:00+14:00', [['2011-12-29', 12], ['2011-12-31', 24], ['2012-01-01', 12]]],
]

const CALENDARS = new Map(
  CUTS.map(([timeZone]) => [timeZone, new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' })]),
)
const dateIn = (zone: string, at: number) => CALENDARS.get(zone)!.format(at)

test.each(CUTS)('I12 %s, %s: from %s to %s', (zone, _why, from, to, hours) => {
  const days = splitByDay([[Date.parse(from), Date.parse(to)]], zone)
  expect(days.map((day) => [dateIn(zone, day.from), totalOf(day.segments) / HOUR_MS])).toEqual(hours)
})

test('I12 work before and after midnight is in two days, and a pause over midnight is in neither', () => {
  const at = (time: string) => Date.parse(`2026-03-${time}Z`)
  const evening: Segment = [at('01T22:00'), at('01T23:00')]
  const night: Segment = [at('02T01:00'), at('02T02:00')]
  expect(splitByDay([evening, night], 'UTC')).toEqual([
    { from: at('01T00:00'), to: at('02T00:00'), segments: [evening] },
    { from: at('02T00:00'), to: at('03T00:00'), segments: [night] },
  ])
})

/** Consecutive segments around a day with a clock change, or around any day. */
const anyWork = fc
  .record({
    cut: fc.constantFrom(...CUTS),
    isNear: fc.boolean(),
    far: fc.integer({ min: Date.parse('1990-01-01T00:00Z'), max: Date.parse('2045-01-01T00:00Z') }),
    lengths: fc.array(
      fc.tuple(fc.integer({ min: 0, max: DAY_MS }), fc.oneof(fc.integer({ min: 1, max: 2 * DAY_MS }), fc.constant(1))),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ cut: [zone, , from], isNear, far, lengths }) => {
    const work: Segment[] = []
    let now = isNear ? Date.parse(from) : far
    for (const [pause, length] of lengths) {
      work.push([now + pause, now + pause + length])
      now += pause + length
    }
    return { zone, work }
  })

test('I12 the days together have all segments, no time twice, and each day only its own time', () => {
  const property = fc.property(anyWork, ({ zone, work }) => {
    const days = splitByDay(work, zone)
    const parts = days.flatMap(({ segments }) => segments)
    expect(totalOf(parts)).toBe(totalOf(work))
    expect([subtractSegments(work, parts), subtractSegments(parts, work)]).toEqual([[], []])
    days.forEach(({ from, to, segments }, index) => {
      expect(from).toBeGreaterThanOrEqual(days[index - 1]?.to ?? from)
      expect(dateIn(zone, from - 1)).not.toBe(dateIn(zone, from))
      for (const [start, end] of segments) {
        expect(start).toBeGreaterThanOrEqual(from)
        expect(end).toBeLessThanOrEqual(to)
        expect([dateIn(zone, start), dateIn(zone, end - 1)]).toEqual([dateIn(zone, from), dateIn(zone, from)])
      }
    })
  })
  fc.assert(property, { numRuns: 500, seed: 2_026 })
})

test('I12 a segment that ends at midnight is not in the next day, and days are in order', () => {
  const noon = Date.UTC(2026, 2, 2, 12)
  const early: Segment = [noon, noon + 12 * HOUR_MS]
  const late: Segment = [noon + 12 * HOUR_MS, noon + DAY_MS]
  expect(splitByDay([late, early], 'UTC').map(({ segments }) => segments)).toEqual([[early], [late]])
})
