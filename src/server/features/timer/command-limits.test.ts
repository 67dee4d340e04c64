import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { createUserQueue, createWorkLimit } from './command-limits.ts'

const LIMIT = { times: 100, windowMs: 10 * MINUTE_MS }

function limitWithClock() {
  const clock = { now: 1_000_000 }
  const { run, check, isUsedUp } = createWorkLimit(LIMIT, () => clock.now)
  const work = async (userId: string, work: number) => {
    check(userId)
    await run(userId, async () => ({ work }))
  }
  return { clock, isUsedUp, work }
}

const refusalFor = (retryAfterSeconds: number) =>
  expect.objectContaining({ code: 'rate-limited', retryAfterSeconds }) as Error

test('T37 a user who has used up the limit is told when to come back, and others go on', async () => {
  const { clock, isUsedUp, work } = limitWithClock()
  for (let times = 0; times < 100; times += 1) await work('ann', 1)
  expect(isUsedUp('ann')).toBe(true)
  await expect(work('ann', 1)).rejects.toEqual(refusalFor(6))
  await work('ben', 1)
  clock.now += 6_000
  await work('ann', 1)
})

test('T37 work beyond the limit is paid back first, and no more is saved up than the limit', async () => {
  const { clock, isUsedUp, work } = limitWithClock()
  await work('ann', 150)
  await expect(work('ann', 1)).rejects.toEqual(refusalFor(306))
  clock.now += 5 * MINUTE_MS
  expect(isUsedUp('ann')).toBe(true)
  clock.now += 1_000 * MINUTE_MS
  await work('ann', 99)
  expect(isUsedUp('ann')).toBe(false)
  await work('ann', 1)
  expect(isUsedUp('ann')).toBe(true)
})

test('T37 a clock that is set back takes nothing', async () => {
  const { clock, isUsedUp, work } = limitWithClock()
  await work('ann', 50)
  clock.now -= MINUTE_MS
  expect(isUsedUp('ann')).toBe(false)
})

test('T37 without a limit nothing is refused', async () => {
  const { run, check } = createWorkLimit(null, () => 0)
  expect(await run('ann', async () => ({ work: 1_000_000 }))).toEqual({ work: 1_000_000 })
  expect(() => check('ann')).not.toThrow()
})

test('O82 the work of one user runs in order, takes a quarter of the time at most, and does not delay others', async () => {
  const { run } = createUserQueue()
  const events: string[] = []
  const work = (name: string, ms: number) => async () => {
    const startedAt = performance.now()
    while (performance.now() - startedAt < ms);
    events.push(name)
  }
  const startedAt = performance.now()
  await Promise.all([
    run('ann', work('first', 30)),
    run('ann', () => Promise.reject(new Error('failed'))).catch(() => events.push('failed')),
    run('ann', work('third', 0)),
    run('ben', work('other', 0)),
  ])
  expect(events).toEqual(['first', 'other', 'failed', 'third'])
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(119)
})

test('T37 a user with many requests at once is told to wait', async () => {
  const { run, check } = createUserQueue()
  const waiting = Array.from({ length: 10 }, () => run('ann', async () => undefined))
  expect(() => check('ann')).toThrow(refusalFor(1))
  expect(() => check('ben')).not.toThrow()
  await Promise.all(waiting)
  expect(() => check('ann')).not.toThrow()
})
