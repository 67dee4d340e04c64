import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

// prettier-ignore
test.each([
  ['rhythm',  {},                                                                                          72],
  ['summary', { group: 'hour' },                                                                           75],
  ['summary', { group: 'day', subgroup: 'hour', rounding: 'up', roundingMinutes: '15', roundingPer: 'day' }, 78],
  ['summary', { group: 'day', subgroup: 'tag' },                                                           12],
])('a %s by %j of an entry of three days yields to other requests after each part of it', async (report, query, parts) => {
  const { db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const project = await make('/projects', { name: 'p' })
  const tags = [await make('/tags', { name: 'a' }), await make('/tags', { name: 'b' })]
  await trackTime(db, ann.user.id, { project, tags, worked: [['2026-03-02T00:00Z', '2026-03-05T00:00Z']] })
  const address = new URLSearchParams({ from: '2026-03-01', to: '2026-03-31', zone: 'UTC', ...query })
  yieldAtEveryChance()
  const turns = countTurns()
  expect((await ann.get(`/reports/${report}?${address.toString()}`)).statusCode).toBe(200)
  expect(turns()).toBeGreaterThanOrEqual(parts)
})

/** Makes every step seem to take nine milliseconds, after which the server yields. */
function yieldAtEveryChance() {
  let at = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (at += 9))
  onTestFinished(() => clock.mockRestore())
}

/** Counts turns of the event loop. */
function countTurns() {
  let turns = 0
  const turn = () => {
    turns += 1
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  onTestFinished(() => clearImmediate(next))
  return () => turns
}
