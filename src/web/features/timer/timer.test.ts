import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TimerReply } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import { newId } from '#web/api/new-id.ts'
import { closeSession, type SessionEnding, startSession } from '#web/api/session.ts'
import { writeStored } from '#web/storage.ts'
import { openDatabase } from '#web/sync/database.ts'
import { createDiskStorage } from '#web/sync/storage.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { pendingOf, timerOf } from './commands/stored-commands.ts'
import { TIME_ENTRIES } from './queries.ts'
import { openTimer, type TimerPage } from './testing/open-timer.ts'
import { createTestServer, type TestServer } from './testing/test-server.ts'

const PROJECT = newId()
/** With a long timeout, as other tests may slow this one down. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

let userId: string
let page: TimerPage
let server: TestServer
let isOnline: boolean
let receive: (commands: readonly Command[]) => TimerReply
const requested = vi.fn<typeof fetch>()

const stored = () => JSON.parse(localStorage.getItem('timer-state') ?? '{}') as Record<string, unknown>
const readTimer = () => page.store.getState()
const loaded = () => soon(() => expect(readTimer().device).not.toBe(null))

async function openLoaded() {
  page = openTimer()
  await loaded()
}

async function startWork() {
  await page.actions.select({ projectId: PROJECT })
  await page.actions.start()
}

/** The user's data on disk, as the next page finds it. */
async function readDisk() {
  const disk = createDiskStorage(await openDatabase())
  const { data } = await disk.change(userId, (data) => [data, undefined])
  return { pending: pendingOf(data).length, device: timerOf(data)?.device }
}

beforeEach(() => {
  userId = newId()
  isOnline = true
  server = createTestServer()
  receive = server.receive
  requested.mockReset()
  requested.mockImplementation((_address, request) => {
    if (!isOnline) return Promise.reject(new TypeError('no network'))
    const { commands } = JSON.parse((request?.body as string | undefined) ?? '{}') as { commands?: Command[] }
    return Promise.resolve(Response.json({ ok: true, data: commands ? receive(commands) : server.read() }))
  })
  vi.stubGlobal('fetch', requested)
  startSession(sessionToken(userId))
})

afterEach(() => {
  page.close()
  closeSession('deleted')
  vi.unstubAllGlobals()
})

test('Y14 a selection stored by an earlier version is adopted', () => {
  localStorage.setItem('timer-state', JSON.stringify({ projectId: PROJECT, selectedPresetId: 'p', workDuration: 52 }))
  page = openTimer()
  expect(readTimer().selection).toMatchObject({
    projectId: PROJECT,
    selectedPresetId: 'p',
    workDuration: 52,
    breakDuration: 5,
    repetitions: 4,
  })
})

// prettier-ignore
test.each([
  ['text that is no JSON',     'no JSON'],
  ['an array',                 '[1]'],
  ['fields of other types',    JSON.stringify({ projectId: 4, tags: 'a', notes: null, workDuration: '25', selectedEntry: 'x' })],
])('Y14 %s in local storage counts as none', (_what, text) => {
  localStorage.setItem('timer-state', text)
  page = openTimer()
  expect(readTimer().selection).toMatchObject({ projectId: null, tags: [], notes: '', workDuration: 25, selectedEntry: null })
})

test('Y14 a selection is kept over a reload, and after leaving the signed-in pages', async () => {
  page = openTimer()
  await page.actions.select({ projectId: PROJECT, notes: 'plan' })
  await page.actions.setConfig({ workDuration: 40 })
  expect(stored()).toMatchObject({ projectId: PROJECT, notes: 'plan', workDuration: 40, status: 'idle' })
  page.leave()
  expect(stored()).toMatchObject({ projectId: PROJECT })
  page.enter()
  expect(readTimer().selection).toMatchObject({ projectId: PROJECT, notes: 'plan', workDuration: 40 })
  page.close()
  page = openTimer()
  expect(readTimer().selection).toMatchObject({ projectId: PROJECT, notes: 'plan', workDuration: 40 })
})

test.each(['running', 'paused'])(
  'D12 the note of a run that ended after the page was closed is not kept: %s',
  (status) => {
    localStorage.setItem('timer-state', JSON.stringify({ projectId: PROJECT, notes: 'plan', status }))
    page = openTimer()
    expect(readTimer().selection).toMatchObject({ projectId: PROJECT, notes: '' })
  },
)

test('D12 a tab keeps the note of its run when another tab stores its state', async () => {
  isOnline = false
  await openLoaded()
  await startWork()
  await page.actions.select({ notes: 'plan' })
  localStorage.setItem('timer-state', JSON.stringify({ ...stored(), isSyncEnabled: false }))
  dispatchEvent(new StorageEvent('storage', { key: 'timer-state' }))
  await soon(() => expect(readTimer().isSyncEnabled).toBe(false))
  expect(readTimer().selection.notes).toBe('plan')
})

test('Y11 a selection of another tab is adopted', async () => {
  await openLoaded()
  localStorage.setItem('timer-state', JSON.stringify({ ...stored(), projectId: PROJECT, isSyncEnabled: false }))
  dispatchEvent(new StorageEvent('storage', { key: 'timer-state' }))
  await soon(() => expect(readTimer()).toMatchObject({ isSyncEnabled: false, selection: { projectId: PROJECT } }))
})

test('Y2 a device gets an id on its first page and keeps it', async () => {
  await openLoaded()
  const { device } = readTimer()
  page.close()
  await openLoaded()
  expect(readTimer().device).toBe(device)
})

// prettier-ignore
test.each<[SessionEnding, boolean, number]>([
  ['rejected',   false, 1],
  ['signed-out', false, 1],
  ['signed-out', true,  0],
  ['deleted',    false, 0],
])('Y3 a session that ends as %s keeps only pending commands; everything sent: %s', async (ending, isSent, left) => {
  isOnline = isSent
  await openLoaded()
  await startWork()
  await page.sync.flush()
  const { device, pending } = readTimer()
  expect(pending).toHaveLength(isSent ? 0 : 1)
  closeSession(ending)
  expect(readTimer()).toMatchObject({ device: null, pending: [], view: { status: 'idle' }, selection: { projectId: null } })
  expect(localStorage.getItem('timer-state')).toBe(null)
  // The sign-out does not wait for the write.
  await expect.poll(readDisk).toEqual({ pending: left, device: left > 0 ? device : undefined })
})

test('Y3 nothing is stored after the sign-out', async () => {
  await openLoaded()
  closeSession('signed-out')
  await page.actions.select({ projectId: PROJECT })
  expect(localStorage.getItem('timer-state')).toBe(null)
})

test('Y3 a command that is submitted during the sign-out is not stored', async () => {
  page = openTimer()
  await page.actions.select({ projectId: PROJECT })
  const submitted = page.actions.start()
  closeSession('signed-out')
  expect(await submitted).toEqual({ ok: false, code: 'not-active' })
  await expect.poll(readDisk).toEqual({ pending: 0, device: undefined })
})

test('Y3 discarded commands are deleted, and the device can submit others', async () => {
  isOnline = false
  await openLoaded()
  await startWork()
  await page.sync.discard()
  expect(readTimer()).toMatchObject({ pending: [], view: { status: 'idle' } })
  expect(await readDisk()).toEqual({ pending: 0, device: readTimer().device })
  await startWork()
  expect(readTimer()).toMatchObject({ unsentSessionCount: 1, view: { status: 'running' } })
})

test('Y3 pending commands are sent when the same user signs in again', async () => {
  isOnline = false
  await openLoaded()
  await startWork()
  closeSession('rejected')
  startSession(sessionToken(newId()))
  await loaded()
  expect(readTimer().view.status).toBe('idle')
  closeSession('rejected')
  isOnline = true
  startSession(sessionToken(userId))
  await soon(() => expect(readTimer()).toMatchObject({ unsentSessionCount: 0, view: { status: 'running' } }))
})

test('Y3 nothing is sent with the token of another user, whom another tab has just signed in', async () => {
  isOnline = false
  await openLoaded()
  await startWork()
  await page.sync.flush()
  isOnline = true
  requested.mockClear()
  writeStored('token', sessionToken(newId()))
  dispatchEvent(new Event('focus'))
  dispatchEvent(new Event('pagehide'))
  await page.sync.flush()
  expect(requested).not.toHaveBeenCalled()
  expect(readTimer().unsentSessionCount).toBe(1)
})

test('Y12 with sync off nothing is sent, on the signed-in pages or after leaving them', async () => {
  isOnline = false
  await openLoaded()
  await startWork()
  await page.actions.setSyncEnabled(false)
  isOnline = true
  await page.sync.flush()
  page.leave()
  await page.sync.flush()
  expect(server.receivedTypes()).toEqual([])
  page.enter()
  expect(readTimer().isSyncEnabled).toBe(false)
  await page.actions.setSyncEnabled(true)
  await soon(() => expect(server.receivedTypes()).toEqual(['start']))
})

test('Y7 a rejection that arrives before a page is drawn is reported once, when it is', async () => {
  receive = (commands) => ({
    acks: commands.map(({ id }) => ({ id, isAccepted: false, code: 'unknown-project' })),
    snapshot: server.read(),
  })
  isOnline = false
  await openLoaded()
  await startWork()
  page.leave()
  isOnline = true
  await page.sync.flush()
  page.enter()
  const codes: string[] = []
  for (let count = 0; count < 2; count++) page.onCommandRejected(({ code }) => codes.push(code))()
  expect(codes).toEqual(['unknown-project'])
  page.onCommandRejected(({ code }) => codes.push(code))
  await startWork()
  await soon(() => expect(codes).toEqual(['unknown-project', 'unknown-project']))
})

test('lists of time entries are refetched when the timer may have saved one', async () => {
  await openLoaded()
  page.client.setQueryData([TIME_ENTRIES, 'all'], [])
  await startWork()
  await soon(() => expect(page.client.getQueryState([TIME_ENTRIES, 'all'])?.isInvalidated).toBe(true))
})
