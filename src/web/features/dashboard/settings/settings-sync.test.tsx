import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#web/api/new-id.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { closeSession, startSession } from '#web/api/session.ts'
import { setTranslation } from '#web/i18n/i18n.ts'
import { texts as spanish } from '#web/i18n/es/public.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { SyncContext } from '#web/sync/sync-context.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { type Settings, useSyncSettings } from './settings-sync.ts'

const settings = (workDuration: number): Settings => ({
  workDuration,
  breakDuration: 5,
  repetitions: 4,
  longBreak: null,
})

const logged = vi.fn<(text: string) => void>()

beforeEach(() => {
  loadEnglish()
  logged.mockClear()
  vi.spyOn(console, 'warn').mockImplementation(logged)
})
afterEach(() => {
  cleanup()
  closeSession('deleted')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A server whose replies are triggered by the test. */
function slowServer() {
  const sent: Settings[] = []
  const answers: { succeed: () => void; fail: () => void }[] = []
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    const received = JSON.parse(body) as Settings
    sent.push(received)
    return new Promise<Response>((resolve) => {
      const at = new Date().toISOString()
      const data = { ...received, id: 'd', user: 'u', name: 'Default', createdAt: at, updatedAt: at }
      const failure = { ok: false, code: 'internal', message: 'Failed', error: 'Failed' }
      answers.push({
        succeed: () => resolve(Response.json({ ok: true, data })),
        fail: () => resolve(Response.json(failure, { status: 500 })),
      })
    })
  })
  return { sent, answers }
}

/** A page that sends settings. */
function open() {
  startSession(sessionToken(newId()))
  const sync = createTestSync()
  sync.start()
  const report = vi.fn()
  const client = createQueryClient(report)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SyncContext value={sync}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </SyncContext>
  )
  const { result, unmount } = renderHook(useSyncSettings, { wrapper })
  const change = (settings: Settings) => act(() => result.current(settings))
  return { change, leave: unmount, report, stop: sync.stop }
}

test('D11 changes made while a request is running are sent afterwards, only the latest, even if the page is left', async () => {
  const { sent, answers } = slowServer()
  const { change, leave, stop } = open()
  change(settings(30))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  for (const minutes of [31, 32, 33]) change(settings(minutes))
  leave()
  answers[0]?.succeed()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([settings(30), settings(33)])
  stop()
})

test.each([
  ['English', loadEnglish, 'There is no authentication token'],
  ['Spanish', () => setTranslation('es', spanish), 'No hay token de autenticación'],
])('D11 without a session nothing is sent, and the log says so in %s', async (_language, loadTexts, sentence) => {
  loadTexts()
  const { sent } = slowServer()
  const { change, report, stop } = open()
  closeSession('deleted')
  change(settings(30))
  await vi.waitFor(() => expect(logged.mock.calls).toEqual([[sentence]]))
  expect(sent).toEqual([])
  expect(report).not.toHaveBeenCalled()
  stop()
})

test('D11 a failed request shows no error and is logged, and the next change sends the settings again', async () => {
  const { sent, answers } = slowServer()
  const { change, report, stop } = open()
  change(settings(30))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  answers[0]?.fail()
  change({ ...settings(30), repetitions: 2 })
  await vi.waitFor(() => expect(sent).toEqual([settings(30), { ...settings(30), repetitions: 2 }]))
  expect(logged.mock.calls).toEqual([['Failed']])
  expect(report).not.toHaveBeenCalled()
  stop()
})
