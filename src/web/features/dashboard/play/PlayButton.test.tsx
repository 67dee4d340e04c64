import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#web/api/new-id.ts'
import { closeSession, startSession } from '#web/api/session.ts'
import { createTimer, type Timer, TimerContext } from '#web/features/timer/queries.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { SyncContext } from '#web/sync/sync-context.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { toastQueue } from '#web/ui/feedback/toast.ts'
import { PlayPresetButton, PlayWorkButton } from './PlayButton.tsx'

const AT = '2026-03-02T09:00:00.000Z'
const PRESET = {
  id: 's1',
  user: 'u',
  name: 'Long',
  workDuration: 50,
  breakDuration: 10,
  repetitions: 2,
  createdAt: AT,
  updatedAt: AT,
}

function Buttons() {
  return (
    <>
      <PlayWorkButton name="Atlas" projectId="p1" />
      <PlayWorkButton name="Draw" projectId="p1" taskId="t1" />
      <PlayWorkButton name="Ink" projectId="p1" taskId="t2" />
      <PlayPresetButton preset={PRESET} />
    </>
  )
}

let timer: Timer
let close = () => {}
beforeAll(loadEnglish)
beforeEach(async () => {
  for (const { id } of toastQueue.read()) toastQueue.remove(id)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  startSession(sessionToken(newId()))
  const sync = createTestSync()
  timer = createTimer({ sync })
  sync.start()
  const client = new QueryClient()
  const stop = timer.start(client)
  close = () => {
    stop()
    sync.stop()
  }
  const router = createRouter({ routeTree: createRootRoute({ component: Buttons }), history: createMemoryHistory() })
  render(
    <SyncContext value={sync}>
      <QueryClientProvider client={client}>
        <TimerContext value={timer}>
          <RouterProvider router={router} />
        </TimerContext>
      </QueryClientProvider>
    </SyncContext>,
  )
  await screen.findByRole('button', { name: 'Start Atlas' })
})
afterEach(() => {
  cleanup()
  close()
  closeSession('deleted')
  localStorage.clear()
  vi.unstubAllGlobals()
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const messages = () => toastQueue.read().map(({ message }) => message)

test('D18 play starts a task, pauses and resumes it, and switches to another one', async () => {
  await press('Start Draw')
  await press('Pause Draw')
  expect(messages()).toEqual([])
  await press('Resume Draw')
  await screen.findByRole('button', { name: 'Pause Atlas' })
  await press('Start Ink')
  await screen.findByRole('button', { name: 'Pause Ink' })
  await screen.findByRole('button', { name: 'Start Draw' })
  expect(timer.store.getState().pending.map(({ event }) => event.type)).toEqual([
    'start',
    'pause',
    'resume',
    'stop',
    'start',
  ])
  await expect.poll(() => toastQueue.read().at(-1)?.undo).toBeDefined()
})

test('D18 a preset needs a project, then starts with its lengths', async () => {
  await press('Start Long')
  await expect.poll(messages).toEqual(['Please select a project before starting the timer'])
  await timer.actions.select({ projectId: 'p1' })
  await press('Start Long')
  await screen.findByRole('button', { name: 'Pause Long' })
  expect(timer.store.getState().view).toMatchObject({ phaseMs: 50 * 60_000, subject: { projectId: 'p1' } })
})

test('D18 the undo of a switch to a preset brings back the preset that was selected, and its lengths', async () => {
  await timer.actions.select({ projectId: 'p1' })
  const before = { selectedPresetId: 'short', workDuration: 15, breakDuration: 3, repetitions: 3 }
  await timer.actions.setConfig(before)
  await timer.actions.start()
  await press('Start Long')
  await screen.findByRole('button', { name: 'Pause Long' })
  expect(timer.store.getState().selection).toMatchObject({ selectedPresetId: PRESET.id, workDuration: 50 })
  await expect.poll(() => toastQueue.read().at(-1)?.undo).toBeDefined()
  toastQueue.read().at(-1)?.undo?.()
  await screen.findByRole('button', { name: 'Start Long' })
  await expect.poll(() => timer.store.getState().selection).toMatchObject(before)
})
