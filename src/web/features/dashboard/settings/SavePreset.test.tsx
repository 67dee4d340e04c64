import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/api/query-client.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { SyncContext } from '#web/sync/sync-context.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { toastQueue } from '#web/ui/feedback/toast.ts'
import { SavePreset } from './SavePreset.tsx'

const SETTINGS = { workDuration: 90, breakDuration: 20, repetitions: 2, longBreak: null }
const AT = '2026-03-02T09:00:00.000Z'
const sync = createTestSync()
let requests: { method: string; path: string; body: Record<string, unknown> }[]

beforeAll(loadEnglish)
afterAll(sync.stop)
beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '{}' }: { method?: string; body?: string }) => {
    const sent = JSON.parse(body) as Record<string, unknown>
    requests.push({ method, path, body: sent })
    return Response.json({ ok: true, data: { ...sent, user: 'u1', createdAt: AT, updatedAt: AT } })
  })
})
afterEach(() => {
  cleanup()
  for (const { id } of toastQueue.read()) toastQueue.remove(id)
  vi.unstubAllGlobals()
})

function show() {
  const onSaved = vi.fn<(id: string) => void>()
  render(
    <SyncContext value={sync}>
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <SavePreset settings={SETTINGS} onSaved={onSaved} />
      </QueryClientProvider>
    </SyncContext>,
  )
  return onSaved
}

test('D16 the current timing is saved under a name with Enter and selected, and saving it can be undone', async () => {
  const onSaved = show()
  await userEvent.type(screen.getByRole('textbox', { name: 'Save as a preset' }), 'Deep work{Enter}')
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  const [id] = onSaved.mock.calls[0]!
  expect(requests).toMatchObject([
    { method: 'POST', path: '/api/timer-presets', body: { id, name: 'Deep work', ...SETTINGS } },
  ])
  const toast = toastQueue.read().find(({ message }) => message === 'Preset “Deep work” saved')
  toast?.undo?.()
  await waitFor(() =>
    expect(requests.at(-1)).toMatchObject({
      method: 'DELETE',
      path: expect.stringContaining(`/api/timer-presets/${id}?trash=`),
    }),
  )
})

test('D16 a preset needs a name', async () => {
  const onSaved = show()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByRole('textbox', { name: 'Save as a preset' }).getAttribute('aria-invalid')).toBe('true')
  expect([requests, onSaved.mock.calls]).toEqual([[], []])
})
