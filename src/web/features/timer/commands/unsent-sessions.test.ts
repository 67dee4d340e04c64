import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { newId } from '#web/api/new-id.ts'
import { openTestPage, type TestPage } from '#web/features/timer/testing/test-page.ts'
import { createTestServer, type TestServer } from '#web/features/timer/testing/test-server.ts'

const TEN = Date.UTC(2026, 2, 2, 10)
const ENTRY = {
  id: newId(),
  startedAt: TEN - 5 * MINUTE_MS,
  endedAt: null,
  projectId: 'other',
  taskId: 'task',
  notes: 'n',
  tags: ['t'],
}

let server: TestServer
let page: TestPage
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS)
const begin = () => page.actions.start()
const stop = () => page.actions.stop({ save: true })

beforeEach(async () => {
  vi.useFakeTimers({
    now: TEN,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  server = createTestServer()
  page = await openTestPage(newId(), (commands) => Promise.resolve(server.receive(commands)))
})

afterEach(() => {
  page.close()
  vi.useRealTimers()
})

const [FIRST_END, BREAK_END, SECOND_END] = [25, 30, 55]

async function continueEntry() {
  await page.actions.selectEntry(ENTRY)
  await begin()
  await pass(2)
  await stop()
}

// prettier-ignore
test.each<[what: string, act: () => Promise<unknown>, count: number]>([
  ['the active one',                                 () => pass(3),                                                                        1],
  ['none for a break of a run that has saved none',  async () => { await page.actions.skip({ save: false }); await pass(1) },              0],
  ['a finished one during its break',                () => pass(FIRST_END + 1),                                                            1],
  ['a finished one and the active one',              () => pass(BREAK_END + 1),                                                            2],
  ['two finished ones of one run',                   () => pass(SECOND_END + 1),                                                           2],
  ['all of a finished run',                          () => pass(120),                                                                      4],
  ['two of two runs',                                async () => { await pass(3); await stop(); await begin() },                           2],
  ['none that is discarded',                         async () => { await pass(3); await page.actions.stop({ save: false }) },              0],
  ['several on one entry as one',                    async () => { await pass(3); await stop(); await continueEntry(); await continueEntry() }, 2],
])('D14 focus sessions that wait to be saved: %s', async (_what, act, count) => {
  await begin()
  await act()
  expect(page.store.getState().unsentSessionCount).toBe(count)
  await page.flush()
  expect(page.store.getState().unsentSessionCount).toBe(0)
})

// prettier-ignore
test.each<[what: string, act: () => Promise<unknown>, count: number]>([
  ['one that ends by itself, which the server saves', () => pass(SECOND_END + 1),                                             0],
  ['one that was stopped',                            async () => { await pass(3); await stop() }, 1],
  ['one with a note',                                 async () => { await pass(3); await page.actions.select({ notes: 'n' }) }, 1],
  ['the next one after a skip',                       async () => { await pass(FIRST_END + 1); await page.actions.skip({ save: false }); await pass(1) }, 1],
])('D14 focus sessions of a run that the server knows: %s', async (_what, act, count) => {
  await begin()
  await page.flush()
  await act()
  expect(page.store.getState().unsentSessionCount).toBe(count)
})
