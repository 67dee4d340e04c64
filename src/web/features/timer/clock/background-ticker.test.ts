import { afterEach, expect, test, vi } from 'vitest'
import { IDLE } from '#core/timer/state.ts'
import { createTimerStore } from '#web/features/timer/store.ts'
import { tickWhileHidden } from './background-ticker.ts'
import { createClock } from './clock.ts'

/** The running workers, which tick when the test dispatches a message. */
const workers = new Set<EventTarget>()
vi.stubGlobal(
  'Worker',
  class extends EventTarget {
    constructor() {
      super()
      workers.add(this)
    }
    terminate = () => workers.delete(this)
  },
)

function setVisible(isVisible: boolean) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: isVisible ? 'visible' : 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}

afterEach(() => setVisible(true))

test('G6 a worker ticks only while the timer runs on a hidden page', () => {
  let wall = 0
  const store = createTimerStore(createClock({ wall: () => wall, mono: () => wall }))
  const stop = tickWhileHidden(store)
  setVisible(false)
  expect(workers.size).toBe(0)

  store.setState({ view: { ...IDLE, status: 'running', runId: 'run', runningSince: 0 } })
  expect(workers.size).toBe(1)
  wall = 5_000
  for (const worker of workers) worker.dispatchEvent(new Event('message'))
  expect(store.getState().now).toBe(5_000)

  store.setState({ view: { ...IDLE, status: 'running', runId: 'run', runningSince: 0 } })
  expect(workers.size).toBe(1)
  setVisible(true)
  expect(workers.size).toBe(0)
  setVisible(false)
  expect(workers.size).toBe(1)
  stop()
  expect(workers.size).toBe(0)
  store.reset()
})
