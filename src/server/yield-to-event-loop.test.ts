import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { countRequest, createPacer, createYielder, sortPaced } from './yield-to-event-loop.ts'

test('O90 a computation that had to wait for a slow client does not rest for as long', async () => {
  const pacer = createPacer()
  const startedAt = Date.now()
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  await pacer.yieldToEventLoop()
  vi.restoreAllMocks()
  expect(Date.now() - startedAt).toBeLessThan(2_000)
})

test('O90 a computation rests twice as long as it has worked if others ask meanwhile', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const pacer = createPacer(0)
  countRequest()
  // Together more than is done at full speed.
  now.mockReturnValue(49)
  await pacer.yieldToEventLoop()
  now.mockReturnValue(49 + 52)
  const startedAt = Date.now()
  await pacer.yieldToEventLoop()
  vi.restoreAllMocks()
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(95)
})

test('O90 a list sorted in steps has the order of one that is sorted at once, equal items included', async () => {
  const items = fc.array(fc.record({ name: fc.nat(50), place: fc.nat() }), { maxLength: 1_500, size: 'max' })
  await fc.assert(
    fc.asyncProperty(items, async (items) => {
      const compare = (a: { name: number }, b: { name: number }) => a.name - b.name
      expect(await sortPaced(items, compare, createYielder())).toEqual(items.toSorted(compare))
    }),
    { numRuns: 50 },
  )
})
