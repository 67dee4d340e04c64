import { expect, test } from 'vitest'
import { setUpLegacyClients } from '#server/testing/legacy-setup.ts'

const NONE = { minutes: 0, sessions: 0 }

test('V33 a new goal reaches the user’s pages, a refused one and legacy clients do not hear of it', async () => {
  const { ann, legacy, page } = await setUpLegacyClients()
  const [old, own] = [await legacy(), await page()]
  const received: [who: string, name: string, message: unknown][] = []
  old.socket.onAny((name: string, message: unknown) => received.push(['old', name, message]))
  own.socket.onAny((name: string, message: unknown) => received.push(['own', name, message]))
  const days = Array.from({ length: 7 }, () => ({ minutes: 60, sessions: 0 }))
  const goal = { project: null, from: '2026-03-02', days, week: NONE }
  expect((await ann.put('/goals', { ...goal, project: 'unknown' })).statusCode).toBe(404)
  expect((await ann.put('/goals', goal)).statusCode).toBe(200)
  await expect.poll(() => received.length).toBe(1)
  await old.ping()
  expect(received).toEqual([['own', 'list:changed', { list: 'goals' }]])
})
