import { expect, test } from 'vitest'
import { HOUR_MS } from '#core/time/units.ts'
import { createClock } from './clock.ts'

const START = 1_800_000_000_000

/** The clocks of a machine that has been up for a while. */
function machine() {
  const at = { wall: START, monotonic: 500, boot: 9_000_000 }
  const clocks = { wall: () => at.wall, monotonic: () => at.monotonic, boot: () => at.boot }
  const pass = (wall: number, monotonic = wall, boot = monotonic) => {
    at.wall += wall
    at.monotonic += monotonic
    at.boot += boot
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
])('O42 a clock of a machine that %s', (_what, wall, monotonic, boot, passed) => {
  const { clocks, pass } = machine()
  const { now } = createClock(undefined, clocks)
  pass(wall, monotonic, boot)
  expect(now()).toBe(START + passed)
  pass(5_000)
  expect(now()).toBe(START + passed + 5_000)
})

test('O42 a clock that is set back to the right time is followed again, and each change is reported', () => {
  const { clocks, pass } = machine()
  const clock = createClock(undefined, clocks)
  const changes: number[] = []
  clock.onSet((setMs) => changes.push(setMs))
  pass(HOUR_MS, 0)
  clock.now()
  pass(1_500 - HOUR_MS, 0)
  expect(clock.now()).toBe(START + 1_500)
  expect(changes).toEqual([HOUR_MS, 1_500 - HOUR_MS])
})

test('O42 the new time applies once a client shows the same, and no other time ever does', () => {
  const { at, clocks, pass } = machine()
  const clock = createClock(undefined, clocks)
  pass(-HOUR_MS, 0)
  clock.observeClientTime(START + 5 * HOUR_MS)
  clock.observeClientTime(START)
  expect(clock.now()).toBe(START)
  clock.observeClientTime(at.wall + 700)
  expect(clock.now()).toBe(START - HOUR_MS)
})

test('O42 at the start the time of the database is preferred to that of the machine', () => {
  const { clocks, pass } = machine()
  expect(createClock(START + 900, clocks).now()).toBe(START)
  const clock = createClock(START - HOUR_MS, clocks)
  pass(10)
  expect(clock.now()).toBe(START - HOUR_MS + 10)
})
