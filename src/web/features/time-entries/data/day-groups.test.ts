import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TimeEntry } from '#contract/time-entries.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { groupByDay } from './day-groups.ts'

const zone = 'Europe/Madrid'

/** From ranges such as `01T09:00 01T10:30`, in UTC of March 2026, with pauses between them. */
function entry(id: string, ...ranges: string[]): TimeEntry {
  const segments = ranges.map((range) => {
    const [start = '', end = ''] = range.split(' ').map((time) => new Date(`2026-03-${time}:00Z`).toISOString())
    return { start, end }
  })
  const [startTime, endTime] = [segments[0]!.start, segments.at(-1)!.end]
  const duration = segments.reduce((sum, { start, end }) => sum + Date.parse(end) - Date.parse(start), 0)
  const subject = { user: 'u', project: 'p', task: null, tags: [], notes: '' }
  return { id, ...subject, startTime, endTime, duration, segments, isRunning: false, createdAt: '', updatedAt: '' }
}

const summarize = (entries: TimeEntry[], range: Partial<Parameters<typeof groupByDay>[1]> = {}) =>
  groupByDay(entries, { zone, ...range }).map(({ from, entries, workedMs, carriedMs }) => [
    new Date(from).toISOString().slice(5, 13),
    entries.map(({ id }) => id).join(''),
    workedMs / MINUTE_MS,
    carriedMs / MINUTE_MS,
  ])

// prettier-ignore
test.each([
  ['a day with two entries, one with a pause', [entry('b', '02T10:00 02T11:00'), entry('a', '02T07:00 02T08:00', '02T08:20 02T09:00')],
    [['03-01T23', 'ba', 160, 0]]],
  ['days are local, not UTC', [entry('b', '02T23:30 03T00:30'), entry('a', '02T21:00 02T22:00')],
    [['03-02T23', 'b', 60, 0], ['03-01T23', 'a', 60, 0]]],
  ['an entry over midnight counts on both days', [entry('b', '03T08:00 03T09:00'), entry('a', '02T22:30 02T23:45')],
    [['03-02T23', 'b', 105, 45], ['03-01T23', 'a', 30, 0]]],
  ['an entry over midnight adds a day without entries', [entry('a', '02T22:30 02T23:45')],
    [['03-02T23', '', 45, 45], ['03-01T23', 'a', 30, 0]]],
  ['a day of 23 hours', [entry('a', '28T23:00 29T22:00')],
    [['03-28T23', 'a', 23 * 60, 0]]],
])('N2 %s', (_what, entries, days) => {
  expect(summarize(entries)).toEqual(days)
})

test('N2 a filtered range counts only work inside it, and lists entries that started before it under its first day', () => {
  const range = { from: Date.parse('2026-03-02T23:00Z'), to: Date.parse('2026-03-03T23:00Z') }
  const entries = [entry('b', '03T22:00 03T23:30'), entry('a', '02T22:00 03T01:00')]
  expect(summarize(entries, range)).toEqual([['03-02T23', 'ba', 180, 0]])
})

test('N2 the totals of all days add up to the durations of all entries', () => {
  const minutes = fc.array(fc.tuple(fc.nat(40_000), fc.integer({ min: 1, max: 3_000 })), { maxLength: 30 })
  const property = fc.property(minutes, (ranges) => {
    const entries = ranges.map(([start, length], index) => {
      const at = (minute: number) => new Date(Date.UTC(2026, 2, 1) + minute * MINUTE_MS).toISOString().slice(8, 16)
      return entry(String(index), `${at(start % 30_000)} ${at((start % 30_000) + length)}`)
    })
    const days = groupByDay(entries, { zone })
    expect(days.reduce((sum, { workedMs }) => sum + workedMs, 0)).toBe(
      entries.reduce((sum, { duration }) => sum + duration, 0),
    )
    expect(days.flatMap((day) => day.entries)).toHaveLength(entries.length)
  })
  fc.assert(property, { numRuns: 100 })
})
