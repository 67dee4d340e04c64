import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

// prettier-ignore
test.each<[why: string, things: string[], asked: string[]]>([
  ['the same thing again',            ['a', 'a', 'b', 'a'],           ['a', 'b']],
  ['what has no answer',              ['none', 'none'],               ['none']],
  ['as many things as there is room', ['a', 'b', 'c', 'a', 'b', 'c'], ['a', 'b', 'c']],
  ['one more: all are forgotten',     ['a', 'b', 'c', 'd', 'd', 'a'], ['a', 'b', 'c', 'd', 'a']],
])('each thing is asked about once, as long as there is room: %s', (_why, things, asked) => {
  const seen: string[] = []
  const ask = (thing: string) => {
    seen.push(thing)
    return thing === 'none' ? undefined : `about ${thing}`
  }
  const answers = things.map(memoize(3, ask))
  expect(seen).toEqual(asked)
  expect(answers).toEqual(things.map((thing) => (thing === 'none' ? undefined : `about ${thing}`)))
})
