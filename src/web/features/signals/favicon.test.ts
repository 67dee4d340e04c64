import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { IDLE, type TimerState } from '#core/timer/state.ts'
import { drawFavicon, stepsLeft } from './favicon.ts'

const WORK: TimerState = { ...IDLE, status: 'running', runId: 'run', phaseMs: 24 * MINUTE_MS, runningSince: 0 }

// prettier-ignore
test.each<[string, Partial<TimerState>, number, number]>([
  ['at the start',                 {},                              0,              24],
  ['a moment later',               {},                              1_000,          24],
  ['after a step',                 {},                              MINUTE_MS,         23],
  ['half-way',                     {},                              12 * MINUTE_MS,    12],
  ['in the last second',           {},                              24 * MINUTE_MS - 1, 1],
  ['at the end',                   {},                              24 * MINUTE_MS,    0],
  ['paused half-way, much later',  { runningSince: null, segments: [[0, 12 * MINUTE_MS]] }, 99 * MINUTE_MS, 12],
  ['without an end',               { phaseMs: null },               99 * MINUTE_MS,    24],
])('G4 the ring %s', (_when, view, now, steps) => {
  expect(stepsLeft({ ...WORK, ...view }, now)).toBe(steps)
})

// prettier-ignore
test.each([
  ['a quarter is over', 18, 'M25.50 16.00A9.5 9.5 0 1 1 16 6.5'],
  ['a half is over',    12, 'M16.00 25.50A9.5 9.5 0 0 1 16 6.5'],
  ['a quarter is left', 6,  'M6.50 16.00A9.5 9.5 0 0 1 16 6.5'],
])('G4 the remaining part of the ring ends at the top: %s', (_when, steps, path) => {
  expect(drawFavicon(WORK, steps, '#0284c7')).toContain(`d="${path}"`)
})

test('G4 work, a break, a pause and two projects look different, and nothing else changes the icon', () => {
  const pictures = [
    drawFavicon(WORK, 12, '#0284c7'),
    drawFavicon({ ...WORK, mode: 'break' }, 12, '#0284c7'),
    drawFavicon({ ...WORK, status: 'paused' }, 12, '#0284c7'),
    drawFavicon(WORK, 12, '#d97706'),
  ]
  expect(new Set(pictures).size).toBe(4)
  expect(drawFavicon({ ...WORK, repetition: 3, lastAt: 9 }, 12, '#0284c7')).toBe(pictures[0])
})
