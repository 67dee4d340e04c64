import { expect, test } from 'vitest'
import { createStepWatch } from './step-watch.ts'

/** A watch that is checked every two seconds, and whose messages arrive while `arrives` says so. */
function run(arrives: (second: number) => boolean, seconds: number) {
  const watch = createStepWatch(0)
  const happened: [second: number, what: string][] = []
  let number = 0
  for (let second = 0; second <= seconds; second += 2) {
    const { needsMessage, isLost } = watch.check(second * 1_000)
    if (isLost) happened.push([second, 'lost'])
    if (!needsMessage) continue
    number += 1
    watch.sent(number, second * 1_000)
    if (!arrives(second)) continue
    const since = watch.readBack(number, second * 1_000, second * 1_000 + 5)
    if (since !== undefined) happened.push([second, `back, missed since ${since / 1_000}`])
  }
  return happened
}

test('O83 a server that reads back its messages is in step', () => {
  expect(run(() => true, 60)).toEqual([])
})

test('O83 a server whose messages do not come back is out of step within ten seconds, and learns since when', () => {
  expect(run((second) => second < 10 || second >= 30, 60)).toEqual([
    [18, 'lost'],
    [30, 'back, missed since 8'],
  ])
})

test('O83 a single message that is lost is no reason, because others notice it by its number', () => {
  expect(run((second) => second % 6 !== 0, 60)).toEqual([])
})

test('O83 a server that was asleep reads first, before it judges', () => {
  const watch = createStepWatch(0)
  watch.check(0)
  watch.sent(1, 0)
  expect(watch.check(60_000)).toMatchObject({ hasSlept: true, isLost: false })
  expect(watch.readBack(1, 0, 60_010)).toBeUndefined()
  expect(watch.isOut()).toBe(false)
})

test('O83 while out of step, each fetch of changes counts from the one before', () => {
  const watch = createStepWatch(100)
  watch.sent(1, 0)
  watch.check(0)
  for (const at of [2_000, 4_000, 6_000, 8_000]) watch.check(at)
  expect(watch.isOut()).toBe(true)
  expect(watch.takeMissedSince(8_000, 500)).toBe(100)
  expect(watch.takeMissedSince(12_999, 600)).toBeUndefined()
  expect(watch.takeMissedSince(13_000, 700)).toBe(500)
})
