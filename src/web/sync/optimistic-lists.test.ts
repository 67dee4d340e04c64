import { expect, test } from 'vitest'
import { timerPresets } from '#contract/timer-presets.ts'
import { applyMutations, lastPendingBody, type Mutation, toQueuedRequest } from './mutations.ts'

const item = (id: string, name = id) => ({ id, name })
const change = (optimisticPatch: Mutation['optimisticPatch'], more: Partial<Mutation> = {}): Mutation => ({
  list: 'tags',
  requests: [],
  optimisticPatch,
  failure: 'tags.failed.update',
  ...more,
})

// prettier-ignore
test.each<[what: string, Mutation[], string[]]>([
  ['nothing',                          [],                                                                    ['a a', 'b b']],
  ['a change',                         [change({ a: { name: 'A' } })],                                        ['a A', 'b b']],
  ['a deletion',                       [change({ a: null })],                                                 ['b b']],
  ['a creation',                       [change({ c: item('c') }, { isNew: true })],                           ['a a', 'b b', 'c c']],
  ['a creation of an existing item',   [change({ a: item('a', 'A') }, { isNew: true })],                      ['a A', 'b b']],
  ['a creation, then a change',        [change({ c: item('c') }, { isNew: true }), change({ c: { name: 'C' } })], ['a a', 'b b', 'c C']],
  ['a creation, then its deletion',    [change({ c: item('c') }, { isNew: true }), change({ c: null })],      ['a a', 'b b']],
  ['a deletion that was undone',       [change({ b: null }), change({ b: item('b') }, { isNew: true })],      ['a a', 'b b']],
  ['a change of a missing item',       [change({ c: { name: 'C' } })],                                        ['a a', 'b b']],
  ['several items at once',            [change({ a: null, b: { name: 'B' } })],                               ['b B']],
  ['a change of another list',         [change({ a: null }, { list: 'tasks' })],                              ['a a', 'b b']],
])('Q2 a list shows pending mutations: %s', (_, mutations, shown) => {
  const items = applyMutations(mutations, 'tags', [item('a'), item('b')])
  expect(items.map(({ id, name }) => `${id} ${name}`)).toEqual(shown)
})

test('Q2 a list that shows pending mutations stays the same when they are applied again', () => {
  const mutations = [change({ c: item('c') }, { isNew: true }), change({ a: null }), change({ c: { name: 'C' } })]
  const shown = applyMutations(mutations, 'tags', [item('a'), item('b')])
  expect(applyMutations(mutations, 'tags', shown)).toEqual(shown)
})

test('Q2 items that refer to a deleted one show as the server will have them', () => {
  const items = [
    { id: 'a', project: 'p', task: 't' },
    { id: 'b', project: 'q', task: 't' },
    { id: 'c', project: 'q', task: null },
  ]
  const show = (mutations: Mutation[]) =>
    applyMutations<(typeof items)[number]>(mutations, 'time-entries', items, (item, isDeleted) => {
      if (isDeleted('projects', item.project)) return null
      return isDeleted('tasks', item.task) ? { ...item, task: null } : item
    })
  const deletions = [
    change({ p: null, q: { name: 'Q' } }, { list: 'projects' }),
    change({ t: null }, { list: 'tasks' }),
  ]
  expect(show(deletions)).toEqual([{ ...items[1], task: null }, items[2]])
  expect(show([change({ p: null }, { list: 'clients' })])).toEqual(items)
  const undone = change({ p: { id: 'p' } }, { list: 'projects', isNew: true })
  expect(show([change({ p: null }, { list: 'projects' }), undone])).toEqual(items)
})

test('Q2 the body of the last pending request to an endpoint is known', () => {
  const saved = (workDuration: number) => {
    const body = { workDuration, breakDuration: 5, repetitions: 4 }
    return change({}, { requests: [toQueuedRequest(timerPresets.syncSettings, { body })] })
  }
  const mutations = [saved(30), saved(33), change({}, { requests: [toQueuedRequest(timerPresets.list, {})] })]
  expect(lastPendingBody(mutations, timerPresets.syncSettings)?.workDuration).toBe(33)
  expect(lastPendingBody([], timerPresets.syncSettings)).toBeUndefined()
})
