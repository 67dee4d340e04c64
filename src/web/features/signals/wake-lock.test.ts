import { expect, test, vi } from 'vitest'
import { createLockHolder } from './wake-lock.ts'

/** A fake wake lock whose requests are answered by the test. */
function screen() {
  const state = { isWanted: false, asked: 0, held: 0 }
  let answer: (isGranted: boolean) => void = () => undefined
  const request = () => {
    state.asked += 1
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
  const adjust = createLockHolder(() => state.isWanted, request)
  return {
    state,
    want(isWanted: boolean) {
      state.isWanted = isWanted
      adjust()
    },
    answer: async (isGranted = true) => {
      answer(isGranted)
      await new Promise(process.nextTick)
    },
    /** As browsers do when a page is hidden. */
    takeAway: () => current?.release(),
  }
}

test('G5 one lock is held however often the timer ticks, and released when it is no longer wanted', async () => {
  const { state, want, answer } = screen()
  want(false)
  want(true)
  want(true)
  await answer()
  want(true)
  expect(state).toMatchObject({ asked: 1, held: 1 })
  want(false)
  await vi.waitFor(() => expect(state.held).toBe(0))
})

test('G5 a lock that the browser released is requested again', async () => {
  const { state, want, answer, takeAway } = screen()
  want(true)
  await answer()
  await takeAway()
  want(true)
  await answer()
  expect(state).toMatchObject({ asked: 2, held: 1 })
})

test('G5 a pause during the request leaves no lock', async () => {
  const { state, want, answer } = screen()
  want(true)
  want(false)
  await answer()
  await vi.waitFor(() => expect(state).toMatchObject({ asked: 1, held: 0 }))
})

test('G5 a refused lock is not requested again until it is wanted anew', async () => {
  const { state, want, answer } = screen()
  want(true)
  await answer(false)
  want(true)
  expect(state.asked).toBe(1)
  want(false)
  want(true)
  await answer()
  expect(state).toMatchObject({ asked: 2, held: 1 })
})
