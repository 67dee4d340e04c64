import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EntryState, findFormerValues, pairValues, stateBefore } from './entry-history.ts'

const id = fc.constantFrom('a', 'b', 'c')
const state = fc
  .record({
    projectId: id,
    taskId: fc.option(id),
    notes: fc.constantFrom('', 'one', 'two'),
    tags: fc.uniqueArray(id).map((tags) => tags.toSorted()),
    times: fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { minLength: 2, maxLength: 6 }),
  })
  .map(({ times, ...subject }): EntryState => {
    const edges = times.toSorted((a, b) => a - b).slice(0, 2 * Math.floor(times.length / 2))
    const segments = Array.from({ length: edges.length / 2 }, (_, at) => [edges[2 * at]!, edges[2 * at + 1]!] as const)
    const durationMs = segments.reduce((sum, [start, end]) => sum + end - start, 0)
    return { ...subject, startedAt: edges[0]!, endedAt: edges.at(-1)!, durationMs, segments }
  })

test('E12 every earlier state of an entry follows from its present one and the replaced values', () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 8 }), (states) => {
      const present = states.at(-1)!
      const changes = states
        .slice(1)
        .map((after, index) => findFormerValues(states[index]!, after) ?? {})
        .toReversed()
      for (const [index, expected] of states.entries())
        expect(stateBefore(present, changes.slice(0, states.length - 1 - index))).toEqual(expected)
    }),
  )
})

test('E12 a change has the values before and after it, of the changed fields alone', () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 8 }), (states) => {
      const present = states.at(-1)!
      const changes = states.slice(1).map((after, index) => findFormerValues(states[index]!, after) ?? {})
      const pairs = pairValues(present, changes.toReversed()).toReversed()
      for (const [index, { before, after }] of pairs.entries()) {
        expect(Object.keys(before).toSorted()).toEqual(Object.keys(after).toSorted())
        expect(stateBefore(states[index]!, [after])).toEqual(states[index + 1])
        expect(stateBefore(states[index + 1]!, [before])).toEqual(states[index])
      }
    }),
  )
})

test('E12 the order of tags is no change', () => {
  const entry = { projectId: 'p', taskId: null, notes: '', startedAt: 0, endedAt: 1, durationMs: 1, segments: [[0, 1]] }
  const withTags = (tags: string[]) => ({ ...entry, tags }) as unknown as EntryState
  expect(findFormerValues(withTags(['a', 'b']), withTags(['b', 'a']))).toBeUndefined()
  expect(findFormerValues(withTags(['a', 'b']), withTags(['a']))).toEqual({ tags: ['a', 'b'] })
})
