import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMessageGaps } from './message-gaps.ts'

const message = (server: string, number: number) => ({ server, number, sentAt: number * 100 })

test('O83 messages in order have no gaps, wherever the reader begins', () => {
  const gaps = createMessageGaps()
  expect(gaps.read(message('a', 57), 0)).toEqual({ isNewServer: true })
  expect(gaps.read(message('b', 1), 0)).toEqual({ isNewServer: true })
  expect(gaps.read(message('a', 58), 0)).toEqual({ isNewServer: false })
  expect(gaps.read(message('b', 2), 0)).toEqual({ isNewServer: false })
})

test('O83 a number that is skipped tells since when messages are missing, once', () => {
  const gaps = createMessageGaps()
  gaps.read(message('a', 1), 0)
  gaps.read(message('b', 1), 0)
  expect(gaps.read(message('a', 4), 0)).toEqual({ isNewServer: false, missedSince: 100 })
  expect(gaps.read(message('a', 5), 0)).toEqual({ isNewServer: false })
  expect(gaps.read(message('b', 2), 0)).toEqual({ isNewServer: false })
})

test('O83 a message that arrives twice or late is no gap', () => {
  const gaps = createMessageGaps()
  for (const number of [1, 2, 2, 3]) expect(gaps.read(message('a', number), 0).missedSince).toBeUndefined()
  expect(gaps.read(message('a', 5), 0).missedSince).toBe(300)
  for (const number of [4, 6]) expect(gaps.read(message('a', number), 0).missedSince).toBeUndefined()
})

test('O83 a server that falls silent may have sent messages that were lost, unless it said that it stops', () => {
  const gaps = createMessageGaps()
  gaps.read(message('dead', 3), 0)
  gaps.read(message('stopped', 3), 0)
  gaps.forget('stopped')
  gaps.read(message('alive', 3), 5_000)
  expect(gaps.forgetSilent(8_000)).toEqual([])
  expect(gaps.forgetSilent(8_001)).toEqual([{ server: 'dead', missedSince: 300 }])
  expect(gaps.forgetSilent(8_002)).toEqual([])
  expect(gaps.read(message('dead', 9), 8_003)).toEqual({ isNewServer: true })
  gaps.restartSilence(20_000)
  expect(gaps.forgetSilent(28_000)).toEqual([])
})

test('O83 whatever is lost of a server’s messages is noticed by the next one that arrives', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 40 }), (arrivals) => {
      const gaps = createMessageGaps()
      let lastArrived: number | undefined
      for (const [index, arrives] of arrivals.entries()) {
        if (!arrives) continue
        const number = index + 1
        const isGap = lastArrived !== undefined && lastArrived !== number - 1
        const { missedSince } = gaps.read(message('a', number), 0)
        expect(missedSince).toBe(isGap ? lastArrived! * 100 : undefined)
        lastArrived = number
      }
    }),
  )
})
