import { expect, test } from 'vitest'
import { createClock, detectJump, estimateOffset, type Probe } from './clock.ts'

const probe = (sentAt: number, serverAt: number, receivedAt: number): Probe => ({ sentAt, serverAt, receivedAt })

// prettier-ignore
test.each<[string, Probe[], number | undefined]>([
  ['no probe',                          [],                                                              undefined],
  ['one probe, at its middle',          [probe(1_000, 6_050, 1_100)],                                    5_000],
  ['a server that is behind',           [probe(10_000, 4_000, 10_000)],                                  -6_000],
  ['the quickest of several',           [probe(0, 900, 1_000), probe(0, 510, 20), probe(0, 800, 600)],   500],
  ['a probe of more than two seconds',   [probe(0, 9_000, 2_001)],                                       undefined],
  ['a reply that came before its request', [probe(100, 9_000, 50)],                               undefined],
  ['a quick one that is nine probes old', [probe(0, 77, 0), ...Array.from({ length: 8 }, () => probe(0, 60, 100))], 10],
  ['a quick one that a slower, newer one contradicts', [probe(0, 1_200_000, 2), probe(5, 45, 85)],       0],
  ['a quick one that is consistent with a slower, newer one', [probe(0, 300, 0), probe(0, 50, 100)],          300],
])('the estimated offset of %s', (_what, probes, offset) => {
  expect(estimateOffset(probes)).toBe(offset)
})

// prettier-ignore
test.each([
  ['a second passes',                1_000,     1_000,  false],
  ['a throttled minute',             60_000,    60_000, false],
  ['a clock that is set a little',   2_900,     1_000,  false],
  ['sleep, monotonic clock stops',   3_600_000, 1_000,  true],
  ['a clock that is set back',       -600_000,  1_000,  true],
  ['sleep, wall clock stops',        1_000,     9_000,  true],
])('a jump is detected: %s', (_what, wall, mono, isJump) => {
  expect(detectJump({ wall: 5, mono: 7 }, { wall: 5 + wall, mono: 7 + mono })).toBe(isJump)
})

function device() {
  const at = { wall: 1_000_000, mono: 0 }
  const clock = createClock({ wall: () => at.wall, mono: () => at.mono })
  const pass = (wall: number, mono = wall) => {
    at.wall += wall
    at.mono += mono
  }
  const receiveTime = (serverAt: number) => clock.addProbe(probe(at.wall, serverAt, at.wall))
  return { at, clock, pass, receiveTime }
}

test('Y1 a wrong clock shows the server’s time after a probe, and reports its skew', () => {
  const { clock, pass, receiveTime } = device()
  expect(clock.skew()).toBe(null)
  receiveTime(820_000)
  pass(5_000)
  expect(clock.now()).toBe(825_000)
  expect(clock.skew()).toBe(180_000)
})

// prettier-ignore
test.each([
  ['an hour of sleep',          3_600_000,  1_000],
  ['an hour of sleep on a device whose monotonic clock goes on', 3_600_000, 3_600_000],
])('Y1 %s counts', (_what, wall, mono) => {
  const { clock, pass, receiveTime } = device()
  receiveTime(2_000_000)
  pass(wall, mono)
  expect(clock.now()).toBe(5_600_000)
})

test('Y21 one probe corrects an offset that was estimated while only one of the clocks had advanced', () => {
  const { at, clock, pass, receiveTime } = device()
  receiveTime(3_200_000)
  pass(1_200_000)
  expect(clock.now()).toBe(4_400_000)
  clock.addProbe(probe(at.wall - 40, 3_199_980, at.wall))
  expect(clock.now()).toBe(3_200_000)
})

test('Y1 time does not go back with the device’s clock, and the next command waits for the server’s time', async () => {
  const { clock, pass, receiveTime } = device()
  let isReachable = false
  clock.setServerTimeRequest(() => {
    if (isReachable) {
      pass(200)
      receiveTime(2_003_250)
    }
    return Promise.resolve()
  })
  receiveTime(2_000_000)
  pass(-600_000, 3_000)
  expect(clock.now()).toBe(2_003_000)
  isReachable = true
  expect(await clock.syncedNow()).toBe(2_003_050)
})

test('Y1 a device requests the server’s time once before its first command', async () => {
  const { clock, receiveTime } = device()
  let requests = 0
  clock.setServerTimeRequest(async () => {
    requests += 1
    if (requests === 2) receiveTime(9_000_000)
  })
  expect(await clock.syncedNow()).toBe(1_000_000)
  expect(await clock.syncedNow()).toBe(1_000_000)
  expect(requests).toBe(1)
  const other = device()
  other.clock.setServerTimeRequest(async () => other.receiveTime(9_000_000))
  expect(await other.clock.syncedNow()).toBe(9_000_000)
})

test('a synchronized clock sends no request before a command', async () => {
  const { clock, receiveTime } = device()
  receiveTime(2_000_000)
  clock.setServerTimeRequest(() => Promise.reject(new Error('requested')))
  expect(await clock.syncedNow()).toBe(2_000_000)
})

test('a stored offset counts until the first probe', () => {
  const { clock, receiveTime } = device()
  clock.restoreOffset(-5_000)
  expect(clock.now()).toBe(995_000)
  receiveTime(1_000_300)
  clock.restoreOffset(-5_000)
  expect(clock.now()).toBe(1_000_300)
})

test('Y1 a stored offset is ignored after the device’s clock was set back', () => {
  const { clock, pass, receiveTime } = device()
  clock.restoreOffset(0)
  receiveTime(1_000_000)
  pass(-600_000, 3_000)
  expect(clock.now()).toBe(1_003_000)
  clock.restoreOffset(0)
  expect(clock.now()).toBe(1_003_000)
})
