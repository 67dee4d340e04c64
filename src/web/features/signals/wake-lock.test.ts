import { expect, test, vi } from 'vitest'
import { createLockHolder } from './wake-lock.ts'

/** A fake wake lock. The test grants or refuses each request. */
function screen() {
  const state = { isNeeded: false, requests: 0, held: 0 }
  let answer: (isGranted: boolean) => void = () => undefined
  const request = () => {
    state.requests += 1
    const lock = {
      released: false,
      release: async () => {
        if (!lock.released) state.held -= 1
        lock.released = true
      },
    }
    return new Promise<typeof lock>((resolve, reject) => {
      answer = (isGranted) => {
        if (!isGranted) return reject(new DOMException('', 'NotAllowedError'))
        state.held += 1
        current = lock
        resolve(lock)
      }
    })
  }
  let current: Awaited<ReturnType<typeof request>> | undefined
  const update = createLockHolder(() => state.isNeeded, request)
  return {
    state,
    setNeeded(isNeeded: boolean) {
      state.isNeeded = isNeeded
      update()
    },
    answer: async (isGranted = true) => {
      answer(isGranted)
      await new Promise(process.nextTick)
    },
    /** Browsers do this when a page is hidden. */
    releaseByBrowser: () => current?.release(),
  }
}

test('G5 one lock is held however often the timer ticks, and released when it is no longer needed', async () => {
  const { state, setNeeded, answer } = screen()
  setNeeded(false)
  setNeeded(true)
  setNeeded(true)
  await answer()
  setNeeded(true)
  expect(state).toMatchObject({ requests: 1, held: 1 })
  setNeeded(false)
  await vi.waitFor(() => expect(state.held).toBe(0))
})

test('G5 a lock that the browser released is requested again', async () => {
  const { state, setNeeded, answer, releaseByBrowser } = screen()
  setNeeded(true)
  await answer()
  await releaseByBrowser()
  setNeeded(true)
  await answer()
  expect(state).toMatchObject({ requests: 2, held: 1 })
})

test('G5 a pause during the request leaves no lock', async () => {
  const { state, setNeeded, answer } = screen()
  setNeeded(true)
  setNeeded(false)
  await answer()
  await vi.waitFor(() => expect(state).toMatchObject({ requests: 1, held: 0 }))
})

test('G5 a refused lock is requested again only after a pause', async () => {
  const { state, setNeeded, answer } = screen()
  setNeeded(true)
  await answer(false)
  setNeeded(true)
  expect(state.requests).toBe(1)
  setNeeded(false)
  setNeeded(true)
  await answer()
  expect(state).toMatchObject({ requests: 2, held: 1 })
})
