import { expect, test } from 'vitest'
import { createBatchLoader } from './batch-loader.ts'

/** A loader whose queries the test answers. */
function setUp() {
  const queries: { keys: number[]; answer: () => void; fail: () => void }[] = []
  const load = createBatchLoader((keys: number[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<number, string>>()
    const answer = () => resolve(new Map(keys.filter((key) => key < 5_000).map((key) => [key, `value ${key}`])))
    queries.push({ keys, answer, fail: () => reject(new Error('unreachable')) })
    return promise
  })
  return { load, queries }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a first call is answered by a query of its own, and calls meanwhile by the next query', async () => {
  const { load, queries } = setUp()
  const first = load(1)
  await nextTurn()
  const later = [load(2), load(3), load(2)]
  await nextTurn()
  expect(queries.map(({ keys }) => keys)).toEqual([[1]])
  queries[0]!.answer()
  expect(await first).toBe('value 1')
  await nextTurn()
  queries[1]!.answer()
  expect(await Promise.all(later)).toEqual(['value 2', 'value 3', 'value 2'])
  expect(queries.map(({ keys }) => keys)).toEqual([[1], [2, 3]])
})

test('a key that is being loaded is loaded again for a later call, because its value may have changed', async () => {
  const { load, queries } = setUp()
  const calls = [load(1)]
  await nextTurn()
  calls.push(load(1))
  queries[0]!.answer()
  await nextTurn()
  queries[1]!.answer()
  expect(await Promise.all(calls)).toEqual(['value 1', 'value 1'])
})

test('a key without a value gives undefined; many keys are split', async () => {
  const { load, queries } = setUp()
  const calls = Promise.all([load(9_999), ...Array.from({ length: 600 }, (_, key) => load(key))])
  await nextTurn()
  queries[0]!.answer()
  await nextTurn()
  queries[1]!.answer()
  expect((await calls).slice(0, 3)).toEqual([undefined, 'value 0', 'value 1'])
  expect(queries.map(({ keys }) => keys.length)).toEqual([500, 101])
})

test('a query that fails rejects its own calls only', async () => {
  const { load, queries } = setUp()
  const failed = load(1)
  await nextTurn()
  const later = load(2)
  queries[0]!.fail()
  await expect(failed).rejects.toThrow('unreachable')
  await nextTurn()
  queries[1]!.answer()
  expect(await later).toBe('value 2')
})
