import { expect, test } from 'vitest'
import { toWeekColumns } from './week-columns.ts'

test('L12 a chart of weeks names each by its first day and its range, and marks the current one', () => {
  const series = [
    { day: '2026-02-23', milliseconds: 0, parts: [] },
    { day: '2026-03-02', milliseconds: 3_600_000, parts: [] },
  ]
  expect(toWeekColumns(series, { id: 'p1', name: 'Atlas', color: '#0f766e' }, 'en-GB')).toEqual([
    {
      id: '2026-02-23',
      label: '23 Feb',
      title: '23 Feb\u2009–\u20091 Mar',
      milliseconds: 0,
      parts: [{ id: 'p1', label: 'Atlas', color: '#0f766e', milliseconds: 0 }],
      isCurrent: false,
    },
    {
      id: '2026-03-02',
      label: '2 Mar',
      title: '2\u2009–\u20098 Mar',
      milliseconds: 3_600_000,
      parts: [{ id: 'p1', label: 'Atlas', color: '#0f766e', milliseconds: 3_600_000 }],
      isCurrent: true,
    },
  ])
})
