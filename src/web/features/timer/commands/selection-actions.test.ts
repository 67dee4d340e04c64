import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSegmentUnion, type Segment } from '#core/time/segments.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { newId } from '#web/api/new-id.ts'
import { readSelection } from '#web/features/timer/selection/selection.ts'
import { elapsedSeconds, remainingSeconds } from '#web/features/timer/stored-state.ts'
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
/** The saved segments in minutes since ten o'clock. */
const saved = () => {
  const focusSessions = focusSessionsAt(server.history(), Date.now()).filter(({ status }) => status === 'saved')
  return createSegmentUnion(focusSessions.flatMap(({ segments }) => segments)).parts.map(toMinutes)
}
const toMinutes = ([from, to]: Segment) => `${(from - TEN) / MINUTE_MS}-${(to - TEN) / MINUTE_MS}`
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

test('Y10 a selected entry is continued from its start, and selecting it again clears it', async () => {
  await page.actions.selectEntry(ENTRY)
  await page.actions.selectEntry(ENTRY)
  expect(page.store.getState().selection).toMatchObject({
    selectedEntry: null,
    projectId: 'other',
    notes: '',
    tags: [],
  })
  await page.actions.selectEntry(ENTRY)
  await begin()
  const subject = { projectId: 'other', taskId: 'task' }
  expect(page.view()).toMatchObject({ isInfinite: true, entryId: ENTRY.id, subject })
  await pass(1)
  const { view, now } = page.store.getState()
  expect(elapsedSeconds(view, now)).toBe(360)
  expect(remainingSeconds(view, now)).toBe(null)
  expect(await page.actions.selectEntry({ ...ENTRY, id: newId() })).toEqual({ ok: false, code: 'already-running' })
  expect(await page.actions.selectEntry(null)).toEqual({ ok: false, code: 'already-running' })
  expect(page.view().entryId).toBe(ENTRY.id)
})

test.each([
  ['running', async () => undefined, ['-5-3']],
  ['paused', () => page.actions.pause(), ['-5-1']],
])('Y10 selecting the entry that is being continued stops it and saves it: %s', async (_status, act, times) => {
  await page.actions.selectEntry(ENTRY)
  await begin()
  await pass(1)
  await act()
  await pass(2)
  expect(await page.actions.selectEntry(ENTRY)).toMatchObject({ ok: true })
  expect(page.view()).toMatchObject({ status: 'idle', isInfinite: false, entryId: null })
  expect(page.store.getState().selection).toMatchObject({ selectedEntry: null, projectId: 'other', taskId: 'task' })
  await page.flush()
  expect(focusSessionsAt(server.history(), Date.now())).toMatchObject([{ entryId: ENTRY.id, status: 'saved' }])
  expect(saved()).toEqual(times)
})

const notes = () => page.store.getState().selection.notes

// prettier-ignore
test.each<[what: string, act: () => Promise<unknown>, next: string]>([
  ['typed before it',                 async () => { await page.actions.select({ notes: 'first' }); await begin(); await pass(1); await stop() },        ''],
  ['typed during it',                 async () => { await begin(); await page.actions.select({ notes: 'first' }); await pass(1); await stop() },        ''],
  ['of a run that ended by itself',   async () => { await begin(); await page.actions.select({ notes: 'first' }); await pass(120) },                   ''],
  ['of a continued entry',            async () => { await page.actions.selectEntry(ENTRY); await begin(); await pass(1); await stop() },               ''],
  ['of an entry that was deselected', async () => { await page.actions.selectEntry(ENTRY); await page.actions.selectEntry(null) },                     ''],
  ['typed after it',                  async () => { await begin(); await pass(1); await stop(); await page.actions.select({ notes: 'second' }) },      'second'],
  ['typed as it was stopped',         async () => { await begin(); await pass(1); await Promise.all([page.actions.select({ notes: 'first' }), stop()]) }, ''],
  ['of a start that was discarded',   async () => { await page.actions.select({ notes: 'first' }); await begin(); await page.sync.discard() },         'first'],
])('D12 the next run begins with the note that was typed for it, not with one %s', async (_what, act, next) => {
  await act()
  expect(page.view().status).toBe('idle')
  expect(notes()).toBe(next)
  await begin()
  expect(page.view().subject).toMatchObject({ notes: next })
})

test('D12 the next run begins with the tags that were chosen for it, on the project and task of the one before', async () => {
  await page.actions.select({ projectId: 'other', taskId: 'task', tags: ['a'] })
  await begin()
  await page.actions.select({ tags: ['a', 'b'] })
  await pass(1)
  expect(page.view().subject).toMatchObject({ tags: ['a', 'b'] })
  await stop()
  expect(page.store.getState().selection).toMatchObject({ projectId: 'other', taskId: 'task', tags: [] })
  await page.actions.select({ tags: ['c'] })
  await begin()
  expect(page.view().subject).toMatchObject({ projectId: 'other', taskId: 'task', tags: ['c'] })
})

test('D12 the note and tags of a run are not those of the next one after a reload in between', async () => {
  await page.actions.select({ notes: 'plan', tags: ['a'] })
  const stored = (status: string) => JSON.stringify({ ...page.store.getState().selection, status })
  localStorage.setItem('timer-state', stored('running'))
  expect(readSelection()).toMatchObject({ notes: '', tags: [] })
  localStorage.setItem('timer-state', stored('idle'))
  expect(readSelection()).toMatchObject({ notes: 'plan', tags: ['a'] })
})

test('D12 the note and the tags stay for all focus sessions of their run', async () => {
  await begin()
  await page.actions.select({ notes: 'plan', tags: ['a'] })
  await pass(31)
  expect(page.view()).toMatchObject({ repetition: 2, subject: { notes: 'plan', tags: ['a'] } })
})

test('Y10 starting a paused stopwatch begins a new run and saves the earlier one', async () => {
  await page.actions.start({ stopwatch: true })
  await pass(3)
  await page.actions.pause()
  await pass(1)
  await begin()
  expect(page.view()).toMatchObject({ status: 'running', isInfinite: true, runningSince: TEN + 4 * MINUTE_MS })
  await page.flush()
  expect(saved()).toEqual(['0-3'])
})

test('Y11 D12 the subject of a run of another device becomes the selection, and stays so without its note', async () => {
  const other = await openTestPage(newId(), (commands) => Promise.resolve(server.receive(commands)))
  await other.actions.select({ projectId: 'garden', notes: 'beds' })
  await other.actions.setConfig({ workDuration: 10, breakDuration: 2, repetitions: 1 })
  await other.actions.start()
  await other.flush()
  await page.applySnapshot(server.read())
  await other.actions.stop({ save: true })
  await other.flush()
  await page.applySnapshot(server.read())
  expect(page.view().status).toBe('idle')
  expect(page.store.getState().selection).toMatchObject({ projectId: 'garden', notes: '', workDuration: 10 })
  other.close()
})
