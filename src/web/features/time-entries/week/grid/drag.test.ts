import { parseDate } from '@internationalized/date'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#core/time/units.ts'
import { type Drag, draggedRange, FINE_SNAP_MS, type DragHandle, type GridPosition, SNAP_MS } from './drag.ts'
import { createWallClockScale } from './wall-clock-scale.ts'

const zone = 'Europe/Madrid'
const FORMAT = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })

/** A week in which the clocks go forward on its Sunday, the 29th. */
const MONDAY = parseDate('2026-03-23')
const midnight = (day: number) => MONDAY.add({ days: day }).toDate(zone).getTime()
const scales = [0, 1, 2, 3, 4, 5, 6].map((day) =>
  createWallClockScale({ from: midnight(day), to: midnight(day + 1) }, zone),
)
const week = { scales, zone }

/** `1 09:30` is Tuesday at half past nine. */
const position = (text: string): GridPosition => {
  const [day = '', clock = ''] = text.split(' ')
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  return { day: Number(day), clockMs: ((hours * 60 + minutes) * 60 + seconds) * 1_000 }
}
const timestamp = (text: string) => Date.parse(`2026-03-${text}`)
const formatTime = (at: number) => FORMAT.format(at).slice(8)

const EMPTY: DragHandle = { part: 'space' }
const handle = (part: 'block' | 'start' | 'end', start: string, end: string): DragHandle => ({
  part,
  id: 'e',
  range: { start: timestamp(start), end: timestamp(end) },
})
const MORNING = ['24T09:00:37+01:00', '24T10:00:12+01:00'] as const

// prettier-ignore
const DRAGS: [what: string, handle: DragHandle, from: string, to: string, start: string, end: string, isFine?: boolean][] = [
  ['drawn down',                     EMPTY, '1 09:02', '1 10:31',                '24 09:00:00', '24 10:30:00'],
  ['drawn up',                       EMPTY, '1 10:31', '1 09:02',                '24 09:00:00', '24 10:30:00'],
  ['drawn into another day',         EMPTY, '1 09:00', '3 10:00',                '24 09:00:00', '24 10:00:00'],
  ['drawn less than a step',         EMPTY, '1 09:02', '1 09:03',                '24 09:00:00', '24 09:05:00'],
  ['drawn to the minute',            EMPTY, '1 09:02', '1 10:31',                '24 09:02:00', '24 10:31:00', true],
  ['drawn to the end of the day',    EMPTY, '1 23:30', '1 24:00',                '24 23:30:00', '25 00:00:00'],
  ['drawn across a skipped hour',    EMPTY, '6 01:00', '6 04:00',                '29 01:00:00', '29 04:00:00'],
  ['drawn inside a skipped hour',    EMPTY, '6 02:10', '6 02:50',                '29 03:00:00', '29 03:05:00'],
  ['moved down',                     handle('block', ...MORNING), '1 09:30', '1 11:00', '24 10:30:00', '24 11:29:35'],
  ['moved to another day',           handle('block', ...MORNING), '1 09:30', '3 09:31', '26 09:00:37', '26 10:00:12'],
  ['moved to another day and up',    handle('block', ...MORNING), '1 09:30', '0 08:30', '23 08:00:00', '23 08:59:35'],
  ['moved over midnight',            handle('block', ...MORNING), '1 09:30', '1 23:50', '24 23:20:00', '25 00:19:35'],
  ['moved before midnight',          handle('block', '24T00:10+01:00', '24T01:00+01:00'), '1 00:30', '1 00:00', '23 23:40:00', '24 00:30:00'],
  ['dragged by its second day',      handle('block', '23T23:00+01:00', '24T01:00+01:00'), '1 00:30', '2 00:30', '24 23:00:00', '25 01:00:00'],
  ['moved to a day of 23 hours',     handle('block', ...MORNING), '1 09:30', '6 09:30', '29 09:00:37', '29 10:00:12'],
  ['moved by the minute',            handle('block', ...MORNING), '1 09:30', '1 09:33', '24 09:04:00', '24 10:03:35', true],
  ['dropped where it was',           handle('block', ...MORNING), '1 09:30', '1 09:31', '24 09:00:37', '24 10:00:12'],
  ['a later start',                  handle('start', ...MORNING), '1 09:00', '1 09:22', '24 09:20:00', '24 10:00:12'],
  ['a start after the end',          handle('start', ...MORNING), '1 09:00', '1 12:00', '24 09:55:12', '24 10:00:12'],
  ['a later end',                    handle('end', ...MORNING),   '1 10:00', '1 10:44', '24 09:00:37', '24 10:45:00'],
  ['an end on the next day',         handle('end', ...MORNING),   '1 10:00', '2 01:00', '24 09:00:37', '25 01:00:00'],
  ['an end before the start',        handle('end', ...MORNING),   '1 10:00', '1 08:00', '24 09:00:37', '24 09:05:37'],
]

test.each(DRAGS)('N13 %s', (_what, handle, from, to, start, end, isFine = false) => {
  const drag = { handle, from: position(from), to: position(to), stepMs: isFine ? FINE_SNAP_MS : SNAP_MS }
  const range = draggedRange(drag, week)
  expect([formatTime(range.start), formatTime(range.end)]).toEqual([start, end])
})

const anyPosition = fc.record({ day: fc.integer({ min: 0, max: 6 }), clockMs: fc.integer({ min: 0, max: DAY_MS }) })
const anyDrag: fc.Arbitrary<Drag> = fc.record({
  handle: fc.oneof(
    fc.constant<DragHandle>(EMPTY),
    fc.record({
      part: fc.constantFrom('block' as const, 'start' as const, 'end' as const),
      id: fc.constant('e'),
      range: fc
        .tuple(fc.integer({ min: midnight(0), max: midnight(7) }), fc.integer({ min: MINUTE_MS, max: DAY_MS }))
        .map(([start, length]) => ({ start, end: start + length })),
    }),
  ),
  from: anyPosition,
  to: anyPosition,
  stepMs: fc.constantFrom(SNAP_MS, FINE_SNAP_MS),
})

test('N13 resizing keeps the other edge, moving keeps the duration, drawing stays in one day', () => {
  const property = fc.property(anyDrag, (drag) => {
    const { start, end } = draggedRange(drag, week)
    const { handle } = drag
    expect(end).toBeGreaterThan(start)
    if (handle.part === 'space') {
      expect(start).toBeGreaterThanOrEqual(midnight(drag.from.day))
      expect(end).toBeLessThanOrEqual(midnight(drag.from.day + 1))
    }
    if (handle.part === 'block') expect(end - start).toBe(handle.range.end - handle.range.start)
    if (handle.part === 'start') expect(end).toBe(handle.range.end)
    if (handle.part === 'end') expect(start).toBe(handle.range.start)
  })
  fc.assert(property, { numRuns: 1_000 })
})
