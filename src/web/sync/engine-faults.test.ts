import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { createSyncEngine } from './engine.ts'
import { type NewOperation, type OperationKind, remove } from './operation.ts'
import { DISK_RETRY_MS, type Storage } from './storage.ts'
import type { Tabs } from './tabs.ts'
import { createMemoryStorage } from './testing/memory-storage.ts'

type Step =
  | { action: 'add'; tab: number; kind: string; items: string[] }
  | { action: 'flush' | 'run timers' | 'wait' | 'pass 30 s'; tab: number }
  | { action: 'set disk' | 'set server'; isWorking: boolean }

const anyTab = fc.nat(1)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    action: fc.constant('add' as const),
    tab: anyTab,
    kind: fc.constantFrom('a', 'b'),
    items: fc.subarray(['1', '2']),
  }),
  fc.record({ action: fc.constantFrom('flush', 'run timers', 'wait', 'pass 30 s'), tab: anyTab }),
  fc.record({ action: fc.constantFrom('set disk', 'set server'), isWorking: fc.boolean() }),
)
const anyChances = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))

/** Two tabs of one user with a server and a disk that may fail. `chance` decides how each request ends. */
function openDevice(chance: () => number) {
  const memory = createMemoryStorage()
  const received = new Set<string>()
  const timers = new Set<() => void>()
  const works = { disk: true, server: true }

  const disk: Storage = {
    change: async (user, edit) => {
      if (!works.disk) throw new DOMException('The disk is full', 'QuotaExceededError')
      return memory.change(user, edit)
    },
  }

  const createKind = (name: string): OperationKind<unknown> => ({
    name,
    batchSize: ({ length }) => 1 + Math.floor(chance() * length),
    async send(operations) {
      const ending = works.server ? 1 : chance()
      if (ending < 0.2) throw new ApiError('offline')
      if (ending < 0.4) throw new ApiError('internal')
      for (const { id } of operations) received.add(id)
      // The reply is lost.
      if (ending < 0.7) throw new ApiError('offline')
      const acknowledged = operations.slice(0, 1 + Math.floor(chance() * operations.length))
      return (data) =>
        remove(
          data,
          acknowledged.map(({ id }) => id),
        )
    },
  })

  const openTabs = createTabs()
  const pages = openTabs.map((tabs) => {
    const runLater = (task: () => void) => {
      timers.add(task)
      return () => timers.delete(task)
    }
    const session = { userId: () => 'user', onChange: () => () => {} }
    const page = createSyncEngine({ openDisk: async () => disk, tabs, session, runLater })
    for (const name of ['a', 'b']) page.register(createKind(name))
    page.start()
    return page
  })

  function runTimers() {
    const due = [...timers]
    timers.clear()
    for (const task of due) task()
  }

  return { pages, received, works, runTimers }
}

/** Two tabs that hear each other, with one lock. */
function createTabs(): Tabs[] {
  const listeners = new Map<number, () => void>()
  let last: Promise<unknown> = Promise.resolve()
  return [0, 1].map((own) => ({
    withLock: (task) => {
      const turn = last.then(task, task)
      last = turn
      return turn
    },
    post: () => {
      for (const [tab, listener] of listeners) if (tab !== own) queueMicrotask(listener)
    },
    onPost: (listener) => void listeners.set(own, listener),
    close: () => void listeners.delete(own),
  }))
}

const pause = () => new Promise((resolve) => setImmediate(resolve))

async function runStep({ pages, works, runTimers }: ReturnType<typeof openDevice>, step: Step, id: string) {
  switch (step.action) {
    case 'add':
      return pages[step.tab]!.enqueue({ id, kind: step.kind, items: step.items, payload: undefined })
    case 'flush':
      return void pages[step.tab]!.flush()
    case 'run timers':
      return runTimers()
    case 'wait':
      return pause()
    case 'pass 30 s':
      return void vi.setSystemTime(Date.now() + DISK_RETRY_MS)
    case 'set disk':
      return void (works.disk = step.isWorking)
    case 'set server':
      return void (works.server = step.isWorking)
  }
}

/** Lets everything work again until both tabs have sent all. */
async function recover({ pages, works, runTimers }: ReturnType<typeof openDevice>) {
  works.disk = true
  works.server = true
  for (let round = 0; round < 3; round++) {
    vi.setSystemTime(Date.now() + DISK_RETRY_MS)
    runTimers()
    await pause()
    await Promise.all(pages.map((page) => page.flush()))
  }
  await pause()
}

type Added = NewOperation & { tab: number }
const toAdded = (steps: readonly Step[]) =>
  steps.flatMap((step, index): Added[] => {
    if (step.action !== 'add') return []
    const { action: _action, ...operation } = step
    return [{ ...operation, id: String(index), payload: undefined }]
  })

const expectInOrder = (received: ReadonlySet<string>, added: readonly Added[]) => {
  const ids = added.map(({ id }) => id)
  expect([...received].filter((id) => ids.includes(id))).toEqual(ids)
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Runs any steps, and returns what the server has received first, in order. */
async function runSteps(steps: readonly Step[], chances: Iterator<number>) {
  const device = openDevice(() => chances.next().value as number)
  await Promise.all(device.pages.map((page) => page.whenRead()))
  for (const [index, step] of steps.entries()) await runStep(device, step, String(index))
  await recover(device)
  for (const page of device.pages) {
    expect(page.store.getState()).toMatchObject({ isDurable: true, data: { operations: [] } })
    page.stop()
  }
  return device.received
}

const OPTIONS = { seed: 2_026, numRuns: 300 }

test('Q3 Y2 whatever the server does, two tabs send everything, in order within a kind and about an item', async () => {
  const anyWithDisk = anyStep.filter(({ action }) => action !== 'set disk')
  const property = fc.asyncProperty(fc.array(anyWithDisk, { maxLength: 30 }), anyChances, async (steps, chances) => {
    const received = await runSteps(steps, chances)
    const added = toAdded(steps)
    expect(received.size).toBe(added.length)
    for (const name of ['a', 'b'])
      expectInOrder(
        received,
        added.filter(({ kind }) => kind === name),
      )
    for (const item of ['1', '2'])
      expectInOrder(
        received,
        added.filter(({ items }) => items.includes(item)),
      )
  })
  await fc.assert(property, OPTIONS)
})

test('Q8 Y2 whatever disk and server do, two tabs send everything, each tab its own operations in order', async () => {
  const property = fc.asyncProperty(fc.array(anyStep, { maxLength: 30 }), anyChances, async (steps, chances) => {
    const received = await runSteps(steps, chances)
    const added = toAdded(steps)
    expect(received.size).toBe(added.length)
    for (const name of ['a', 'b'])
      for (const own of [0, 1])
        expectInOrder(
          received,
          added.filter(({ kind, tab }) => kind === name && tab === own),
        )
  })
  await fc.assert(property, OPTIONS)
})
