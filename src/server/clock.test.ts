import { expect, test } from 'vitest'
import { HOUR_MS } from '#core/time/units.ts'
import { createClock } from './clock.ts'

const BEGINNING = 1_800_000_000_000

/** The clocks of a machine that has been up for a while. */
function machine() {
  const at = { wall: BEGINNING, mono: 500, awake: 9_000_000 }
  const clocks = { wall: () => at.wall, mono: () => at.mono, awake: () => at.awake }
  const pass = (wall: number, mono = wall, awake = mono) => {
    at.wall += wall
    at.mono += mono
    at.awake += awake
  }
  return { at, clocks, pass }
}

// prettier-ignore
test.each([
  ['goes on',                          1_000,             1_000, 1_000,    1_000],
  ['is corrected as it goes',          2_900,             1_000, 1_000,    2_900],
  ['is set an hour ahead',             HOUR_MS + 1_000,   1_000, 1_000,    1_000],
  ['is set an hour back',              1_000 - HOUR_MS,   1_000, 1_000,    1_000],
  ['went on while the machine slept',  HOUR_MS + 1_000,   1_000, HOUR_MS + 1_000, HOUR_MS + 1_000],
  ['was set while the machine slept',  3 * HOUR_MS,       1_000, HOUR_MS,  HOUR_MS],
])('O42 a clock of a machine that %s', (_what, wall, mono, awake, passed) => {
  const { clocks, pass } = machine()
  const { now } = createClock(undefined, clocks)
  pass(wall, mono, awake)
  expect(now()).toBe(BEGINNING + passed)
  pass(5_000)
  expect(now()).toBe(BEGINNING + passed + 5_000)
})

test('O42 a clock that is set right again is followed again, and each time somebody is told', () => {
  const { clocks, pass } = machine()
  const clock = createClock(undefined, clocks)
  const told: number[] = []
  clock.onSet((setMs) => told.push(setMs))
  pass(HOUR_MS, 0)
  clock.now()
  pass(1_500 - HOUR_MS, 0)
  expect(clock.now()).toBe(BEGINNING + 1_500)
  expect(told).toEqual([HOUR_MS, 1_500 - HOUR_MS])
})

test('O42 the new time counts once another clock shows it, and no third one ever', () => {
  const { at, clocks, pass } = machine()
  const clock = createClock(undefined, clocks)
  pass(-HOUR_MS, 0)
  clock.observeClientTime(BEGINNING + 5 * HOUR_MS)
  clock.observeClientTime(BEGINNING)
  expect(clock.now()).toBe(BEGINNING)
  clock.observeClientTime(at.wall + 700)
  expect(clock.now()).toBe(BEGINNING - HOUR_MS)
})

test('O42 what knows the time better than the machine is believed at the start', () => {
  const { clocks, pass } = machine()
  expect(createClock(BEGINNING + 900, clocks).now()).toBe(BEGINNING)
  const clock = createClock(BEGINNING - HOUR_MS, clocks)
  pass(10)
  expect(clock.now()).toBe(BEGINNING - HOUR_MS + 10)
})
