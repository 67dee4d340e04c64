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

test('Q3 what waits is not overtaken even before it has been read', async () => {
  localStorage.setItem('waiting-changes', '1')
  const [send, keep] = [vi.fn(), vi.fn(async () => undefined)]
  setMutationQueueLoader(async () => ({ isReady: Promise.resolve(), enqueue: keep, flush: vi.fn(), discard: vi.fn() }))
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
  ['something new',                    [change({ c: item('c') }, { isNew: true })],                           ['a a', 'b b', 'c c']],
  ['something new that is there',      [change({ a: item('a', 'A') }, { isNew: true })],                      ['a A', 'b b']],
  ['something new that was changed',   [change({ c: item('c') }, { isNew: true }), change({ c: { name: 'C' } })], ['a a', 'b b', 'c C']],
  ['something new that was deleted',   [change({ c: item('c') }, { isNew: true }), change({ c: null })],      ['a a', 'b b']],
  ['a change to what is not there',    [change({ c: { name: 'C' } })],                                        ['a a', 'b b']],
  ['many at once',                     [change({ a: null, b: { name: 'B' } })],                               ['b B']],
  ['a change to another list',         [change({ a: null }, { list: 'tasks' })],                              ['a a', 'b b']],
])('Q2 a list shows %s that waits', (_, changes, shown) => {
  setQueue(changes.map(keyed))
  expect(applyQueue('tags', [item('a'), item('b')]).map(({ id, name }) => `${id} ${name}`)).toEqual(shown)
})

test('Q2 what is deleted and what goes with it shows as the server will have it', () => {
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

test('Q2 what was last said to an address is known while it waits', () => {
  const said = (workDuration: number) => {
    const body = { workDuration, breakDuration: 5, repetitions: 4 }
    return change({}, { requests: [toQueuedRequest(timerPresets.syncSettings, { body })] })
  }
  setQueue([said(30), said(33), change({}, { requests: [toQueuedRequest(timerPresets.list, {})] })].map(keyed))
  expect(lastQueuedBody(timerPresets.syncSettings)?.workDuration).toBe(33)
  setQueue([])
  expect(lastQueuedBody(timerPresets.syncSettings)).toBeUndefined()
})
