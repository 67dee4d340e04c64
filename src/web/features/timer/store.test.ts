import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { newId } from '#web/api/new-id.ts'
import { numberCommands } from './commands/stored-commands.ts'
import type { PhaseChange } from './phase-change.ts'
import { elapsedSeconds, toStoredState } from './stored-state.ts'
import { openTestPage, type TestPage } from './testing/test-page.ts'
import { createTestServer, type TestServer } from './testing/test-server.ts'

const TEN = Date.UTC(2026, 2, 2, 10)

let userId: string
let server: TestServer
let page: TestPage
const openTab = () => openTestPage(userId, (commands) => Promise.resolve(server.receive(commands)))
/** Advances the clock of every device. With `pass` the page ticks, with `sleep` it does not. */
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS)
const sleep = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE_MS)
const saved = () =>
  focusSessionsAt(server.history(), Date.now())
    .filter(({ status }) => status === 'saved')
    .flatMap(({ segments }) => segments)
    .map(([from, to]) => `${(from - TEN) / MINUTE_MS}-${(to - TEN) / MINUTE_MS}`)

beforeEach(async () => {
  vi.useFakeTimers({
    now: TEN,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  userId = newId()
  server = createTestServer()
  page = await openTab()
})

afterEach(() => {
  page.close()
  vi.useRealTimers()
})

const begin = () => page.actions.start()

// prettier-ignore
test.each<[string, () => Promise<unknown>, object]>([
  ['start',              async () => undefined,                                           { status: 'running', mode: 'work', repetition: 1, phaseMs: 25 * MINUTE_MS }],
  ['pause',              () => page.actions.pause(),                                      { status: 'paused' }],
  ['start when paused',  async () => { await page.actions.pause(); await begin() },       { status: 'running', phase: 0 }],
  ['stop',               () => page.actions.stop({ save: true }),                         { status: 'idle', mode: 'work', repetition: 1 }],
  ['reset',              () => page.actions.reset(),                                      { status: 'idle' }],
  ['skip',               () => page.actions.skip({ save: true }),                         { status: 'running', mode: 'break' }],
  ['select',             () => page.actions.select({ notes: 'plan' }),                    { status: 'running', subject: { projectId: 'focus', taskId: null, notes: 'plan', tags: [] } }],
  ['another project',    () => page.actions.select({ projectId: 'other' }),               { status: 'running', subject: { projectId: 'other', taskId: null, notes: '', tags: [] } }],
  ['no project',         () => page.actions.select({ projectId: null }),                  { status: 'idle' }],
  ['another length',     () => page.actions.setConfig({ workDuration: 50 }),              { status: 'running', phaseMs: 25 * MINUTE_MS, config: { workMs: 50 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 4 } }],
])('Y5 %s shows at once without a server, and the server reaches the same state', async (_what, act, shown) => {
  await begin()
  await pass(3)
  await act()
  expect(page.view()).toMatchObject(shown)
  const { view } = page.store.getState()
  await page.flush()
  expect(page.store.getState()).toMatchObject({ pending: [], unsentSessionCount: 0, view: { ...view } })
})

test('Y5 commands without a network are saved to the second once there is one', async () => {
  await begin()
  await pass(4)
  await page.actions.pause()
  await pass(10)
  await page.actions.resume()
  await pass(2)
  await page.actions.stop({ save: true })
  expect(page.store.getState()).toMatchObject({ unsentSessionCount: 1, view: { status: 'idle' } })
  expect(server.receivedTypes()).toEqual([])
  await pass(60)
  await page.flush()
  expect(saved()).toEqual(['0-4', '14-16'])
  expect(page.store.getState().unsentSessionCount).toBe(0)
})

test('Y5 a command outlives its tab before it was sent', async () => {
  await begin()
  page.close()
  await pass(7)
  page = await openTab()
  expect(elapsedSeconds(page.view(), Date.now())).toBe(420)
  await page.flush()
  expect(server.receivedTypes()).toEqual(['start'])
})

// prettier-ignore
test.each<[string, () => Promise<unknown>, object]>([
  ['start without a project',   async () => { await page.actions.select({ projectId: null }); return begin() },  { ok: false, code: 'project-required' }],
  ['start a running timer',     async () => { await begin(); return begin() },                                   { ok: false, code: 'already-running' }],
  ['pause an idle timer',       () => page.actions.pause(),                                                      { ok: false, code: 'not-active' }],
  ['resume a running timer',    async () => { await begin(); return page.actions.resume() },                     { ok: false, code: 'not-paused' }],
  ['skip a stopwatch',          async () => { await page.actions.start({ stopwatch: true }); return page.actions.skip({ save: true }) }, { ok: false, code: 'infinite' }],
])('Y5 it is rejected to %s', async (_what, act, outcome) => {
  expect(await act()).toEqual(outcome)
})

test('Y5 two tabs that start at the same moment start one timer', async () => {
  const other = await openTab()
  const outcomes = await Promise.all([begin(), other.actions.start()])
  expect(outcomes).toMatchObject([{ ok: true }, { ok: false, code: 'already-running' }])
  await vi.waitFor(() => expect(other.view().runId).toBe(page.view().runId))
  other.close()
})

test('Y6 stop and skip end the phase at the time of the click, not of the answer in the dialog', async () => {
  await begin()
  await pass(24)
  const at = Date.now()
  await pass(2)
  expect(page.view().mode).toBe('break')
  await page.actions.stop({ save: true, at })
  await page.flush()
  expect(saved()).toEqual(['0-24'])
})

test('Y7 a rejected command is rolled back, and reported if its user would otherwise be misled', async () => {
  await begin()
  await page.flush()
  const other = await openTestPage(newId(), (commands) => Promise.resolve(server.receive(commands)))
  await other.applySnapshot(server.read())
  await pass(1)
  await other.actions.stop({ save: true })
  await other.flush()
  await pass(1)
  await page.actions.pause()
  await page.actions.select({ notes: 'late' })
  await page.flush()
  expect(page.view().status).toBe('idle')
  expect(page.rejections.map(({ code, event }) => [event.type, code])).toEqual([
    ['pause', 'not-active'],
    ['subject', 'not-active'],
  ])
  other.close()
})

test('Y4 an older snapshot changes nothing', async () => {
  await begin()
  await page.flush()
  const old = server.read()
  await page.actions.pause()
  await page.flush()
  await page.applySnapshot(old)
  expect(page.view().status).toBe('paused')
})

test('Y4 a command that the server already has is not applied again, although its reply has not arrived yet', async () => {
  const other = await openTestPage(newId(), (commands) => Promise.resolve(server.receive(commands)))
  await begin()
  await page.flush()
  await pass(1)
  await page.actions.pause()
  // By the server's clock it is five seconds earlier.
  vi.setSystemTime(Date.now() - 5_000)
  server.receive(numberCommands(page.sync.store.getState().data, page.store.getState().pending))
  await other.applySnapshot(server.read())
  await vi.advanceTimersByTimeAsync(1_000)
  await other.actions.resume()
  await other.flush()
  await page.applySnapshot(server.read())
  expect(page.store.getState().pending).toHaveLength(1)
  expect(page.view().status).toBe('running')
  other.close()
})

test('Y8 phases end at their own time, however late the page refreshes, and each is notified once', async () => {
  const changes: [string, boolean, number][] = []
  page.store.onPhaseChange(({ kind, isSkipped }) => changes.push([kind, isSkipped, Date.now() - TEN]))
  await begin()
  await pass(25)
  // The server turns the clock back to before the end, and on again.
  for (const offset of [-500, 0]) {
    page.clock.addProbe({ sentAt: Date.now(), serverAt: Date.now() + offset, receivedAt: Date.now() })
    page.store.refresh()
  }
  await pass(5)
  await page.actions.skip({ save: true })
  sleep(200)
  page.store.refresh()
  expect(changes).toEqual([
    ['break', false, 25 * MINUTE_MS],
    ['work', false, 30 * MINUTE_MS],
    ['break', true, 30 * MINUTE_MS],
    ['complete', false, 230 * MINUTE_MS],
  ])
  expect(page.view()).toMatchObject({ status: 'idle', isComplete: true })
  await page.actions.dismiss()
  expect(page.view().isComplete).toBe(false)
})

test('Y8 a page that is opened later does not notify about earlier phases', async () => {
  const changes: Omit<PhaseChange, 'isLeader'>[] = []
  await begin()
  page.store.reset()
  page.store.onPhaseChange((change) => changes.push(change))
  await pass(26)
  page.load()
  expect(page.view().mode).toBe('break')
  expect(changes).toEqual([])
})

test('Y8 an idle or paused timer does not tick; a running one ticks with its seconds', async () => {
  expect(vi.getTimerCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(300)
  await begin()
  expect(vi.getTimerCount()).toBe(1)
  const seen: number[] = []
  const unsubscribe = page.store.subscribe(({ view, now }) => seen.push(elapsedSeconds(view, now)))
  await vi.advanceTimersByTimeAsync(3_000)
  unsubscribe()
  expect(seen).toEqual([1, 2, 3])
  await page.actions.pause()
  expect(vi.getTimerCount()).toBe(0)
})

test('Y9 a page that was active when the server put the run on hold lifts the hold from its beginning', async () => {
  await begin()
  await page.flush()
  await pass(40)
  server.hold(TEN + 10 * MINUTE_MS)
  await page.applySnapshot(server.read())
  expect(page.view().status).toBe('paused')
  expect(page.store.wronglyHeldAt()).toBe(TEN + 30 * MINUTE_MS)
  await page.actions.undoHold(page.store.wronglyHeldAt()!)
  await pass(15)
  await page.flush()
  expect(saved()).toEqual(['30-55', '0-25'])
})

test('Y9 a page that slept, or was opened later, leaves the run on hold', async () => {
  await begin()
  await page.flush()
  sleep(40)
  server.hold(TEN)
  await page.applySnapshot(server.read())
  expect(page.view().status).toBe('paused')
  expect(page.store.wronglyHeldAt()).toBe(undefined)
  const later = await openTab()
  expect(later.store.wronglyHeldAt()).toBe(undefined)
  later.close()
})

test('local storage has the fields of the specification', async () => {
  await begin()
  await pass(2)
  await page.actions.pause()
  expect(toStoredState(page.store.getState())).toEqual({
    status: 'paused',
    mode: 'work',
    elapsed: 120,
    workDuration: 25,
    breakDuration: 5,
    repetitions: 4,
    currentRepetition: 1,
    projectId: 'focus',
    taskId: null,
    notes: '',
    tags: [],
    workStartTime: TEN,
    showCompletionModal: false,
    infiniteMode: false,
    infiniteElapsedTime: 0,
    selectedEntryId: null,
    selectedEntry: null,
    selectedPresetId: null,
    isSyncEnabled: true,
    socketConnected: false,
    lastSyncTime: null,
  })
})
