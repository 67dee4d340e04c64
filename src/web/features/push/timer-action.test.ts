import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onTimerAction } from './timer-action.ts'

/** A fake service worker that records the page's messages and can send some. */
function workerOf(page: EventTarget) {
  const asked: unknown[] = []
  const registration = { active: { postMessage: (message: unknown) => asked.push(message) } }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: Object.assign(page, { getRegistration: async () => registration }),
  })
  return { asked, say: (data: unknown) => page.dispatchEvent(new MessageEvent('message', { data })) }
}

let worker: ReturnType<typeof workerOf>
beforeEach(() => void (worker = workerOf(new EventTarget())))
afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))

test('P6 a listener gets the known actions of notifications, and nothing else, until it unsubscribes', () => {
  const listener = vi.fn()
  const stop = onTimerAction(listener)
  for (const action of ['pause', 'resume', 'stop', 'delete', '', undefined])
    worker.say({ type: 'timer-action', action })
  for (const data of [undefined, null, 'stop', { action: 'stop' }, { type: 'other', action: 'stop' }]) worker.say(data)
  expect(listener.mock.calls).toEqual([['pause'], ['resume'], ['stop']])
  stop()
  worker.say({ type: 'timer-action', action: 'stop' })
  expect(listener).toHaveBeenCalledTimes(3)
})

test('P6 a window that an action opened requests it from the worker, and cleans its address', async () => {
  const listener = vi.fn()
  history.replaceState({ kept: true }, '', '/?timer=stop&view=week#now')
  const stop = onTimerAction(listener)
  await vi.waitFor(() => expect(worker.asked).toEqual([{ type: 'opened-for' }]))
  expect(location.pathname + location.search + location.hash).toBe('/?view=week#now')
  expect(history.state).toEqual({ kept: true })
  // A link on another site has the same address, so nothing happens without the worker.
  expect(listener).not.toHaveBeenCalled()
  worker.say({ type: 'timer-action', action: 'stop' })
  expect(listener.mock.calls).toEqual([['stop']])
  stop()
})

test('a window that no action opened sends no request', async () => {
  history.replaceState(null, '', '/?view=week')
  onTimerAction(vi.fn())()
  await Promise.resolve()
  expect(worker.asked).toEqual([])
  expect(location.search).toBe('?view=week')
})

test('a page without service workers does not fail', () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  expect(() => onTimerAction(vi.fn())()).not.toThrow()
})
