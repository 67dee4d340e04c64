import { expect, test, vi } from 'vitest'
import { timerPresets } from '#contract/timer-presets.ts'
import {
  applyQueue,
  isQueueUnread,
  lastQueuedBody,
  type Mutation,
  sendOrEnqueue,
  setMutationQueueLoader,
  setQueue,
  toQueuedRequest,
} from './mutation-queue.ts'

const item = (id: string, name = id) => ({ id, name })
const change = (optimisticPatch: Mutation['optimisticPatch'], more: Partial<Mutation> = {}) => ({
  list: 'tags',
  requests: [],
  optimisticPatch,
  failure: 'tags.failed.update' as const,
  ...more,
})

const keyed = (change: Mutation, key: number) => ({ ...change, key })

test('Q3 a mutation does not overtake the queue, even before the queue was read', async () => {
  localStorage.setItem('waiting-changes', '1')
  const [send, keep] = [vi.fn(), vi.fn(async () => undefined)]
  setMutationQueueLoader(async () => ({
    whenReady: Promise.resolve(),
    enqueue: keep,
    flush: vi.fn(),
    discard: vi.fn(),
  }))
  await sendOrEnqueue(change({}), send)
  expect(send).not.toHaveBeenCalled()
  expect(keep).toHaveBeenCalledOnce()
  expect(isQueueUnread()).toBe(true)

  setQueue([])
  expect(isQueueUnread()).toBe(false)
  expect(localStorage.getItem('waiting-changes')).toBeNull()
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
  ['a change of a missing item',       [change({ c: { name: 'C' } })],                                        ['a a', 'b b']],
  ['several items at once',            [change({ a: null, b: { name: 'B' } })],                               ['b B']],
  ['a change of another list',         [change({ a: null }, { list: 'tasks' })],                              ['a a', 'b b']],
])('Q2 a list shows the queue: %s', (_, changes, shown) => {
  setQueue(changes.map(keyed))
  expect(applyQueue('tags', [item('a'), item('b')]).map(({ id, name }) => `${id} ${name}`)).toEqual(shown)
})

test('Q2 items that refer to a deleted one show as the server will have them', () => {
  const items = [
    { id: 'a', project: 'p', task: 't' },
    { id: 'b', project: 'q', task: 't' },
    { id: 'c', project: 'q', task: null },
  ]
  const show = () =>
    applyQueue<(typeof items)[number]>('time-entries', items, (item, isGone) => {
      if (isGone('projects', item.project)) return null
      return isGone('tasks', item.task) ? { ...item, task: null } : item
    })
  setQueue(
    [change({ p: null, q: { name: 'Q' } }, { list: 'projects' }), change({ t: null }, { list: 'tasks' })].map(keyed),
  )
  expect(show()).toEqual([{ ...items[1], task: null }, items[2]])
  setQueue([change({ p: null }, { list: 'clients' })].map(keyed))
  expect(show()).toEqual(items)
})

test('Q2 the body of the last queued request to an endpoint is known', () => {
  const saved = (workDuration: number) => {
    const body = { workDuration, breakDuration: 5, repetitions: 4 }
    return change({}, { requests: [toQueuedRequest(timerPresets.syncSettings, { body })] })
  }
  setQueue([saved(30), saved(33), change({}, { requests: [toQueuedRequest(timerPresets.list, {})] })].map(keyed))
  expect(lastQueuedBody(timerPresets.syncSettings)?.workDuration).toBe(33)
  setQueue([])
  expect(lastQueuedBody(timerPresets.syncSettings)).toBeUndefined()
})
