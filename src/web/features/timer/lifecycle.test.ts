import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Command } from '#core/timer/command.ts'
import { newId } from '#web/api/new-id.ts'
import { closeSession, type SessionEnding, startSession } from '#web/api/session.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { openOutbox } from './outbox/outbox.ts'
import { flushBeforeSignOut, readTimer, startTimer, TIME_ENTRIES, timerActions } from './queries.ts'
import { createTestServer } from './testing/test-server.ts'

const PROJECT = newId()
/** With a long timeout, as other tests may slow this one down. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

let userId: string
let stop: () => void
let client: QueryClient
let isOnline: boolean

const stored = () => JSON.parse(localStorage.getItem('timer-state') ?? '{}') as Record<string, unknown>
const loaded = () => soon(() => expect(readTimer().device).not.toBe(null))

beforeEach(() => {
  userId = newId()
  isOnline = true
  const server = createTestServer()
  vi.stubGlobal('fetch', (_address: unknown, request?: RequestInit) => {
    if (!isOnline) return Promise.reject(new TypeError('no network'))
    const { commands } = JSON.parse((request?.body as string | undefined) ?? '{}') as { commands?: Command[] }
    return Promise.resolve(Response.json({ ok: true, data: commands ? server.receive(commands) : server.read() }))
  })
  startSession(sessionToken(userId))
  client = new QueryClient()
})

afterEach(() => {
  stop()
  closeSession('deleted')
  vi.unstubAllGlobals()
})

test('Y14 a selection stored by an earlier version is adopted', () => {
  localStorage.setItem('timer-state', JSON.stringify({ projectId: PROJECT, selectedPresetId: 'p', workDuration: 52 }))
  stop = startTimer(client)
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
  stop = startTimer(client)
  expect(readTimer().selection).toMatchObject({ projectId: null, tags: [], notes: '', workDuration: 25, selectedEntry: null })
})

test('Y14 a selection is kept over a reload, and after leaving the signed-in pages', async () => {
  stop = startTimer(client)
  await timerActions.select({ projectId: PROJECT, notes: 'plan' })
  await timerActions.setConfig({ workDuration: 40 })
  expect(stored()).toMatchObject({ projectId: PROJECT, notes: 'plan', workDuration: 40, status: 'idle' })
  stop()
  expect(stored()).toMatchObject({ projectId: PROJECT })
  stop = startTimer(client)
  expect(readTimer().selection).toMatchObject({ projectId: PROJECT, notes: 'plan', workDuration: 40 })
})

test('Y11 a selection of another tab is adopted', async () => {
  stop = startTimer(client)
  await loaded()
  localStorage.setItem('timer-state', JSON.stringify({ ...stored(), projectId: PROJECT, isSyncEnabled: false }))
  dispatchEvent(new StorageEvent('storage', { key: 'timer-state' }))
  await soon(() => expect(readTimer()).toMatchObject({ isSyncEnabled: false, selection: { projectId: PROJECT } }))
})

// prettier-ignore
test.each<[SessionEnding, boolean, number]>([
  ['rejected',   false, 1],
  ['signed-out', false, 1],
  ['signed-out', true,  0],
  ['deleted',    false, 0],
])('Y3 a session that ends as %s keeps only pending commands; everything sent: %s', async (ending, isSent, left) => {
  isOnline = isSent
  stop = startTimer(client)
  await loaded()
  await timerActions.select({ projectId: PROJECT })
  await timerActions.start()
  const { device } = readTimer()
  expect(await flushBeforeSignOut()).toEqual({ pending: isSent ? 0 : 1 })
  closeSession(ending)
  expect(readTimer()).toMatchObject({ device: null, pending: [], view: { status: 'idle' }, selection: { projectId: null } })
  expect(localStorage.getItem('timer-state')).toBe(null)
  const stored = async () => {
    const { pending, device: storedDevice } = await openOutbox(userId).read()
    return { pending: pending.length, isSameDevice: storedDevice === device }
  }
  // The sign-out does not wait for the write.
  await expect.poll(stored).toEqual({ pending: left, isSameDevice: left > 0 })
})

test('Y3 nothing is stored after the sign-out', async () => {
  stop = startTimer(client)
  await loaded()
  closeSession('signed-out')
  await timerActions.select({ projectId: PROJECT })
  expect(localStorage.getItem('timer-state')).toBe(null)
})

test('Y3 discarded commands are deleted', async () => {
  isOnline = false
  stop = startTimer(client)
  await loaded()
  await timerActions.select({ projectId: PROJECT })
  await timerActions.start()
  await timerActions.discardPending()
  closeSession('signed-out')
  expect((await openOutbox(userId).read()).pending).toEqual([])
})

test('Y3 pending commands are sent when the same user signs in again', async () => {
  isOnline = false
  stop = startTimer(client)
  await loaded()
  await timerActions.select({ projectId: PROJECT })
  await timerActions.start()
  closeSession('rejected')
  startSession(sessionToken(newId()))
  await loaded()
  expect(readTimer().view.status).toBe('idle')
  closeSession('rejected')
  isOnline = true
  startSession(sessionToken(userId))
  await soon(() => expect(readTimer()).toMatchObject({ pendingRunCount: 0, view: { status: 'running' } }))
})

test('lists of time entries are refetched when the timer may have saved one', async () => {
  client.setQueryData([TIME_ENTRIES, 'all'], [])
  stop = startTimer(client)
  await loaded()
  await timerActions.select({ projectId: PROJECT })
  await timerActions.start()
  await soon(() => expect(client.getQueryState([TIME_ENTRIES, 'all'])?.isInvalidated).toBe(true))
})
