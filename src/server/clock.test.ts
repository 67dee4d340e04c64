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

/** A site whose clock was set an hour ahead after these users had connected. */
function siteWithJump(users: string[]) {
  const { at, clocks, pass } = machine()
  const clock = createClock(undefined, clocks)
  for (const user of users) clock.observeClientTime(START, user)
  pass(HOUR_MS, 0)
  return {
    pass,
    /** Each user connects with a clock that shows this time. */
    connect: (users: string[], time: 'old' | 'new' | 'third') => {
      const moments = { old: at.wall - HOUR_MS, new: at.wall + 700, third: at.wall + 5 * HOUR_MS }
      for (const user of users) clock.observeClientTime(moments[time], user)
    },
    isFollowed: () => clock.now() === at.wall,
  }
}

// prettier-ignore
test.each<[string, users: string[], votes: [users: string[], time: 'old' | 'new' | 'third'][], isFollowed: boolean]>([
  ['nobody shows it',                                ['ann', 'ben'],                 [],                                               false],
  ['the only user shows it',                         ['ann'],                        [[['ann'], 'new']],                               true],
  ['one of two users shows it',                      ['ann', 'ben'],                 [[['ann'], 'new']],                               false],
  ['one user shows it again and again',              ['ann', 'ben'],                 [[['ann', 'ann', 'ann'], 'new']],                 false],
  ['both of two users show it',                      ['ann', 'ben'],                 [[['ann', 'ben'], 'new']],                        true],
  ['two of many users show it',                      ['ann', 'ben', 'cem', 'dan'],   [[['ann', 'ben'], 'new']],                        false],
  ['three of many users show it',                    ['ann', 'ben', 'cem', 'dan'],   [[['ann', 'ben', 'cem'], 'new']],                 true],
  ['as many show the old time',                      ['ann', 'ben', 'cem', 'dan'],   [[['eva', 'flo', 'gil'], 'old'], [['ann', 'ben', 'cem'], 'new']], false],
  ['more users show it than the old time',           ['ann', 'ben', 'cem', 'dan'],   [[['eva', 'flo', 'gil'], 'old'], [['ann', 'ben', 'cem', 'dan'], 'new']], true],
  ['users who showed the old time show it',          ['ann', 'ben', 'cem'],          [[['ann', 'ben', 'cem'], 'old'], [['ann', 'ben', 'cem'], 'new']], true],
  ['all show a third time',                          ['ann'],                        [[['ann', 'ben', 'cem'], 'third']],               false],
  ['three show it who came after the jump',          [],                             [[['ann', 'ben', 'cem'], 'new']],                 true],
])('O42 a new time of the machine if %s', (_what, users, votes, isFollowed) => {
  const site = siteWithJump(users)
  for (const vote of votes) site.connect(...vote)
  expect(site.isFollowed()).toBe(isFollowed)
})

test('O42 users who have not connected for a day do not count', () => {
  const site = siteWithJump(['ann', 'ben', 'cem'])
  site.pass(24 * HOUR_MS)
  site.connect(['ann'], 'new')
  expect(site.isFollowed()).toBe(true)
})

test('O42 a second jump needs new confirmations', () => {
  const site = siteWithJump(['ann', 'ben', 'cem'])
  site.connect(['ann', 'ben'], 'new')
  site.pass(HOUR_MS, 0)
  site.connect(['cem'], 'new')
  expect(site.isFollowed()).toBe(false)
})

test('O42 at the start the time of the database is preferred to that of the machine', () => {
  const { clocks, pass } = machine()
  expect(createClock(START + 900, clocks).now()).toBe(START)
  const clock = createClock(START - HOUR_MS, clocks)
  pass(10)
  expect(clock.now()).toBe(START - HOUR_MS + 10)
})
