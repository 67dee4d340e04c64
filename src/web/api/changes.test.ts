import { expect, test, vi } from 'vitest'
import { type Change, isNewWaiting, keepChangesWith, sendOrKeep, setWaiting, withWaiting } from './changes.ts'

const item = (id: string, name = id) => ({ id, name })
const change = (shows: Change['shows'], more: Partial<Change> = {}) => ({
  list: 'tags',
  calls: [],
  shows,
  failure: 'tags.failed.update' as const,
  ...more,
})

test('Q3 what waits is not overtaken even before it has been read', async () => {
  localStorage.setItem('waiting-changes', '1')
  const [send, keep] = [vi.fn(), vi.fn()]
  keepChangesWith(async () => ({ isReady: Promise.resolve(), keep, flush: vi.fn(), discard: vi.fn() }))
  await sendOrKeep(change({}), send)
  expect(send).not.toHaveBeenCalled()
  expect(keep).toHaveBeenCalledOnce()
  expect(isNewWaiting()).toBe(true)

  setWaiting([])
  expect(isNewWaiting()).toBe(false)
  expect(localStorage.getItem('waiting-changes')).toBeNull()
})

// prettier-ignore
test.each<[what: string, Change[], string[]]>([
  ['nothing',                          [],                                                                    ['a a', 'b b']],
  ['a change',                         [change({ a: { name: 'A' } })],                                        ['a A', 'b b']],
  ['a deletion',                       [change({ a: null })],                                                 ['b b']],
  ['something new',                    [change({ c: item('c') }, { isNew: true })],                           ['a a', 'b b', 'c c']],
  ['something new that is there',      [change({ a: item('a', 'A') }, { isNew: true })],                      ['a A', 'b b']],
  ['something new that was changed',   [change({ c: item('c') }, { isNew: true }), change({ c: { name: 'C' } })], ['a a', 'b b', 'c C']],
  ['something new that was deleted',   [change({ c: item('c') }, { isNew: true }), change({ c: null })],      ['a a', 'b b']],
  ['a change to what is not there',    [change({ c: { name: 'C' } })],                                        ['a a', 'b b']],
  ['many at once',                     [change({ a: null, b: { name: 'B' } })],                               ['b B']],
  ['a change to another list',         [change({ a: null }, { list: 'tasks' })],                              ['a a', 'b b']],
])('Q2 a list shows %s that waits', (_, changes, shown) => {
  setWaiting(changes.map((change, key) => ({ ...change, key })))
  expect(withWaiting('tags', [item('a'), item('b')]).map(({ id, name }) => `${id} ${name}`)).toEqual(shown)
})
