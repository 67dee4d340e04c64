import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onTimerAction } from './timer-action.ts'

/** The browser's side of a service worker: what it hears from the page, and how it speaks to it. */
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

test('P6 a press on a notification is heard until nobody listens, and nothing else is', () => {
  const heard = vi.fn()
  const stop = onTimerAction(heard)
  for (const action of ['pause', 'resume', 'stop', 'delete', '', undefined])
    worker.say({ type: 'timer-action', action })
  for (const data of [undefined, null, 'stop', { action: 'stop' }, { type: 'other', action: 'stop' }]) worker.say(data)
  expect(heard.mock.calls).toEqual([['pause'], ['resume'], ['stop']])
  stop()
  worker.say({ type: 'timer-action', action: 'stop' })
  expect(heard).toHaveBeenCalledTimes(3)
})

test('P6 a window opened by a press asks the worker for it, and its address is as without', async () => {
  const heard = vi.fn()
  history.replaceState({ kept: true }, '', '/?timer=stop&view=week#now')
  const stop = onTimerAction(heard)
  await vi.waitFor(() => expect(worker.asked).toEqual([{ type: 'opened-for' }]))
  expect(location.pathname + location.search + location.hash).toBe('/?view=week#now')
  expect(history.state).toEqual({ kept: true })
  // A link on another site looks the same: without the worker's word it does nothing.
  expect(heard).not.toHaveBeenCalled()
  worker.say({ type: 'timer-action', action: 'stop' })
  expect(heard.mock.calls).toEqual([['stop']])
  stop()
})

test('a window that was opened otherwise asks nothing', async () => {
  history.replaceState(null, '', '/?view=week')
  onTimerAction(vi.fn())()
  await Promise.resolve()
  expect(worker.asked).toEqual([])
  expect(location.search).toBe('?view=week')
})

test('a page without service workers listens to nothing, and fails at nothing', () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  expect(() => onTimerAction(vi.fn())()).not.toThrow()
})
