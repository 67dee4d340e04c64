import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { totalOf } from '#core/time/segments.ts'
import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { elapsedAt } from '#core/timer/state.ts'
import { newId } from '#web/api/new-id.ts'
import { openTestPage, type TestPage } from '#web/features/timer/testing/test-page.ts'
import { createTestServer, type TestServer } from '#web/features/timer/testing/test-server.ts'
import type { CommandOutcome } from './submit-command.ts'

const SUBJECT = { projectId: 'other', taskId: 'task', notes: '', tags: ['t'] }

let server: TestServer
let page: TestPage
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS)
const savedMinutes = () =>
  focusSessionsAt(server.history(), Date.now())
    .filter(({ status }) => status === 'saved')
    .map(({ subject, segments }) => [subject.projectId, totalOf(segments) / MINUTE_MS])
const elapsedMinutes = () => elapsedAt(page.view(), page.store.getState().now) / MINUTE_MS
const undo = async (outcome: CommandOutcome) => (outcome.ok && outcome.undo ? await outcome.undo() : undefined)

beforeEach(async () => {
  vi.useFakeTimers({
    now: Date.UTC(2026, 2, 2, 10),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  server = createTestServer()
  page = await openTestPage(newId(), (commands) => Promise.resolve(server.receive(commands)))
})

afterEach(() => {
  page.close()
  vi.useRealTimers()
})

test.each([
  ['a focus session', false],
  ['a stopwatch', true],
])('Y26 a switch saves what runs and starts the other work in the same way: %s', async (_what, stopwatch) => {
  await page.actions.start({ stopwatch })
  await pass(10)
  await page.actions.switchTo({ subject: SUBJECT })
  expect(page.view()).toMatchObject({ status: 'running', isInfinite: stopwatch, subject: SUBJECT })
  expect(elapsedMinutes()).toBe(0)
  expect(page.store.getState().selection).toMatchObject({ projectId: 'other', taskId: 'task' })
  await pass(5)
  await page.actions.stop({ save: true })
  await page.flush()
  expect(savedMinutes()).toEqual([
    ['other', 5],
    ['focus', 10],
  ])
})

test('Y26 less than a minute is saved as well, and an idle timer just starts', async () => {
  expect(await page.actions.switchTo({ subject: SUBJECT })).not.toHaveProperty('undo')
  await vi.advanceTimersByTimeAsync(2_000)
  await page.actions.switchTo({ subject: { ...SUBJECT, projectId: 'third' } })
  await page.flush()
  expect(savedMinutes()).toEqual([['other', 2_000 / MINUTE_MS]])
})

test.each([
  ['before the server knows of it', async () => undefined],
  ['after the server knows of it', () => page.flush()],
])('Y26 T38 the undo of a switch drops the new run, and the old one goes on: %s', async (_when, send) => {
  await page.actions.start()
  await pass(10)
  const outcome = await page.actions.switchTo({ subject: SUBJECT })
  await send()
  await pass(1)
  expect(await undo(outcome)).toMatchObject({ ok: true })
  expect(page.view()).toMatchObject({ status: 'running', subject: { projectId: 'focus' }, phaseMs: 25 * MINUTE_MS })
  expect(elapsedMinutes()).toBe(11)
  await page.flush()
  expect(page.rejections).toEqual([])
  expect(server.history().runs).toHaveLength(1)
  expect(savedMinutes()).toEqual([])
  await page.actions.stop({ save: true })
  await page.flush()
  expect(savedMinutes()).toEqual([['focus', 11]])
})

// prettier-ignore
test.each<[string, () => Promise<CommandOutcome>]>([
  ['a reset',             () => page.actions.reset()],
  ['a stop with No',      () => page.actions.stop({ save: false })],
  ['a skip with No',      () => page.actions.skip({ save: false })],
])('D19 T38 discarded work is brought back: %s', async (_what, discard) => {
  await page.actions.start()
  await vi.advanceTimersByTimeAsync(30_000)
  const outcome = await discard()
  await page.flush()
  await vi.advanceTimersByTimeAsync(30_000)
  await undo(outcome)
  expect(page.view()).toMatchObject({ status: 'running', mode: 'work', phase: 0 })
  expect(elapsedMinutes()).toBe(1)
  await page.flush()
  expect(page.rejections).toEqual([])
})

test('Y26 an undo is refused if the timer was used since then', async () => {
  await page.actions.start()
  await pass(1)
  const outcome = await page.actions.reset()
  await page.actions.start()
  expect(await undo(outcome)).toEqual({ ok: false, code: 'stale' })
  expect(page.view().status).toBe('running')
})

test('Y26 a preset starts with its lengths, and stays selected', async () => {
  await page.actions.start({ stopwatch: true })
  const config = { workMs: 50 * MINUTE_MS, breakMs: 10 * MINUTE_MS, repetitions: 2 }
  await page.actions.switchTo({ config, presetId: 'p1' })
  expect(page.view()).toMatchObject({ isInfinite: false, phaseMs: 50 * MINUTE_MS, subject: { projectId: 'focus' } })
  expect(page.store.getState().selection).toMatchObject({ selectedPresetId: 'p1', workDuration: 50 })
})

test('D20 T39 a corrected start is the truth on the server, too', async () => {
  await page.actions.start()
  await pass(5)
  await page.actions.moveStart(Date.now() - 15 * MINUTE_MS)
  expect(elapsedMinutes()).toBe(15)
  await page.flush()
  await page.actions.stop({ save: true })
  await page.flush()
  expect(savedMinutes()).toEqual([['focus', 15]])
})
