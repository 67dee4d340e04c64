import { parseDate } from '@internationalized/date'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { type GridDay, layOutDay, linesIn } from './day-segments.ts'
import { createWallClockScale } from './wall-clock-scale.ts'

const zone = 'Europe/Madrid'

function gridDay(date: string): GridDay {
  const day = {
    from: parseDate(date).toDate(zone).getTime(),
    to: parseDate(date).add({ days: 1 }).toDate(zone).getTime(),
  }
  return { date, ...day, scale: createWallClockScale(day, zone) }
}

const range = (times: string) => {
  const [start = 0, end = 0] = times.split(' ').map((time) => Date.parse(`2026-${time}`))
  return { start, end }
}

// prettier-ignore
test.each<[what: string, date: string, ranges: string[], segments: string[]]>([
  ['nothing of other days',        '2026-03-02', ['03-01T09:00+01:00 03-01T10:00+01:00', '03-03T00:00+01:00 03-03T01:00+01:00'], []],
  ['an entry at its times',        '2026-03-02', ['03-02T09:00+01:00 03-02T10:30+01:00'], ['9-10.5 |start|end 0/1']],
  ['a night before midnight',      '2026-03-02', ['03-02T23:00+01:00 03-03T01:00+01:00'], ['23-24 |start| 0/1']],
  ['a night after midnight',       '2026-03-03', ['03-02T23:00+01:00 03-03T01:00+01:00'], ['0-1 ||end 0/1']],
  ['the middle of three days',     '2026-03-03', ['03-02T23:00+01:00 03-04T01:00+01:00'], ['0-24 || 0/1']],
  ['overlaps by start time',       '2026-03-02', ['03-02T09:30+01:00 03-02T11:00+01:00', '03-02T09:00+01:00 03-02T10:00+01:00'], ['9-10 |start|end 0/2', '9.5-11 |start|end 1/2']],
  ['a short entry made visible',   '2026-03-02', ['03-02T09:00+01:00 03-02T09:01+01:00', '03-02T09:05+01:00 03-02T10:00+01:00'], ['9-9.23 |start|end 0/2', '9.08-10 |start|end 1/2']],
  ['a short entry at midnight',    '2026-03-02', ['03-02T23:59+01:00 03-03T00:00+01:00'], ['23.77-24 |start|end 0/1']],
  ['an entry over a skipped hour', '2026-03-29', ['03-29T01:30+01:00 03-29T03:30+02:00'], ['1.5-3.5 |start|end 0/1']],
  ['a repeated hour',              '2026-10-25', ['10-25T02:00+02:00 10-25T03:00+01:00'], ['2-3 |start|end 0/1']],
])('N11 a day of the week shows %s', (_what, date, ranges, segments) => {
  const actual = layOutDay(ranges.map(range), gridDay(date)).map(({ top, bottom, hasStart, hasEnd, column, columns }) => {
    const hours = [top, bottom].map((clockMs) => Math.round((100 * clockMs) / HOUR_MS) / 100).join('-')
    return `${hours} |${hasStart ? 'start' : ''}|${hasEnd ? 'end' : ''} ${column}/${columns}`
  })
  expect(actual).toEqual(segments)
})

// prettier-ignore
test.each<[minutes: number, lines: number]>([[14, 1], [15, 1], [25, 1], [30, 2], [45, 3], [60, 4]])(
  'N11 a block of %i minutes has %i whole lines of text',
  (minutes, lines) => {
    expect(linesIn(minutes * MINUTE_MS)).toBe(lines)
  },
)
