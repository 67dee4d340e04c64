import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#web/api/new-id.ts'
import { closeSession, startSession } from '#web/api/session.ts'
import { createTimer, type Timer, TimerContext } from '#web/features/timer/queries.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { SyncContext } from '#web/sync/sync-context.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { SignOutDialog } from './SignOutDialog.tsx'

beforeAll(loadEnglish)
let close = () => {}
afterEach(() => {
  cleanup()
  close()
  closeSession('deleted')
  vi.unstubAllGlobals()
})

// prettier-ignore
test.each<[string, (actions: Timer['actions']) => Promise<unknown>, string, RegExp, string]>([
  ['a session',   ({ start }) => start(),                     'The timer is still running', /this session still ends on time and is saved/, 'Stop and save'],
  ['a stopwatch', ({ start }) => start({ stopwatch: true }),  'The timer is still running', /goes on counting until you stop it/,           'Stop and save'],
  ['a break',     async ({ start, skip }) => { await start(); await skip({ save: true }) }, 'The timer is still running', /the break still ends on time/, 'Stop'],
  ['a pause',     async ({ start, pause }) => { await start(); await pause() },             'The timer is paused',        /nothing is saved until you stop it/, 'Stop and save'],
])('Y25 the dialog says what becomes of %s', async (_what, act, title, text, stop) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  startSession(sessionToken(newId()))
  const sync = createTestSync()
  const timer = createTimer({ sync })
  sync.start()
  const stopTimer = timer.start(new QueryClient())
  close = () => {
    stopTimer()
    sync.stop()
  }
  await timer.actions.select({ projectId: 'p' })
  await act(timer.actions)
  render(
    <SyncContext value={sync}>
      <TimerContext value={timer}>
        <SignOutDialog onDone={vi.fn()} onCancel={vi.fn()} />
      </TimerContext>
    </SyncContext>,
  )
  expect(screen.getByRole('dialog', { name: title }).textContent).toMatch(text)
  expect(screen.getByRole('button', { name: stop })).toBeDefined()
})
