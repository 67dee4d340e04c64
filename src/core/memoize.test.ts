import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

// prettier-ignore
test.each<[why: string, calls: string[], computed: string[]]>([
  ['the same argument again',      ['a', 'a', 'b', 'a'],           ['a', 'b']],
  ['undefined is a result too',    ['none', 'none'],               ['none']],
  ['the cache is just full',       ['a', 'b', 'c', 'a', 'b', 'c'], ['a', 'b', 'c']],
  ['one more clears a full cache', ['a', 'b', 'c', 'd', 'd', 'a'], ['a', 'b', 'c', 'd', 'a']],
])('each result is computed once while the cache has room: %s', (_why, calls, computed) => {
  const resultOf = (argument: string) => (argument === 'none' ? undefined : `result of ${argument}`)
  const seen: string[] = []
  const compute = (argument: string) => {
    seen.push(argument)
    return resultOf(argument)
  }
  expect(calls.map(memoize(3, compute))).toEqual(calls.map(resultOf))
  expect(seen).toEqual(computed)
})
