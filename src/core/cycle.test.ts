import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cycleLength } from './cycle.ts'

// prettier-ignore
const cases: [what: string, work: number, pause: number, repetitions: number, minutes: number][] = [
  ['a break follows the last session too', 25, 5, 4, 120],
  ['one session',                          25, 5, 1, 30],
  ['without breaks',                       50, 0, 3, 150],
  ['the shortest',                         1, 0, 1, 1],
  ['the longest',                          180, 60, 20, 4_800],
]

test.each(cases)('F6 %s', (_what, workMinutes, breakMinutes, repetitions, minutes) => {
  expect(cycleLength({ workMinutes, breakMinutes, repetitions })).toEqual({
    minutes,
    workMinutes: workMinutes * repetitions,
  })
})

test('F6 a cycle is as long as its phases one after the other', () => {
  const minutesIn = (minimum: number, maximum: number) => fc.integer({ min: minimum, max: maximum })
  fc.assert(
    fc.property(minutesIn(1, 180), minutesIn(0, 60), minutesIn(1, 20), (workMinutes, breakMinutes, repetitions) => {
      let clock = 0
      for (let session = 1; session <= repetitions; session++) clock += workMinutes + breakMinutes
      expect(cycleLength({ workMinutes, breakMinutes, repetitions }).minutes).toBe(clock)
    }),
  )
})
