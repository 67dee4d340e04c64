import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { projectList } from '#web/features/projects/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { createTimer, TimerContext } from '#web/features/timer/queries.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { StickyBar } from './StickyBar.tsx'

const sync = createTestSync()
const timer = createTimer({ sync })
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
const reservedSpace = () => document.documentElement.style.getPropertyValue('--timer-bar')
const bar = (hidden = false) => screen.queryByRole('region', { name: 'Focus timer', hidden })
const page = (isVisible: boolean) => (
  <QueryClientProvider client={client}>
    <TimerContext value={timer}>
      <main id="main" tabIndex={-1}>
        <button>In the page</button>
      </main>
      <StickyBar isVisible={isVisible} />
    </TimerContext>
  </QueryClientProvider>
)

beforeAll(() => {
  loadEnglish()
  client.setQueryData(projectList.query.queryKey, [])
})
afterAll(sync.stop)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('B1 the bar reserves space while it is visible, and is inert while it fades out', () => {
  const { rerender } = render(page(true))
  expect(bar()).not.toBeNull()
  expect(reservedSpace()).not.toBe('')
  rerender(page(false))
  expect(bar()).toBeNull()
  expect(bar(true)).not.toBeNull()
  expect(reservedSpace()).toBe('')
  act(() => void vi.advanceTimersByTime(499))
  expect(bar(true)).not.toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(bar(true)).toBeNull()
  rerender(page(true))
  expect(bar()).not.toBeNull()
})

test('B2 the bar names the task and the note', () => {
  const times = { createdAt: '2026-03-02T09:00:00.000Z', updatedAt: '2026-03-02T09:00:00.000Z' }
  const task = {
    id: 't',
    name: 'Wireframes',
    project: 'p',
    description: '',
    status: 'pending',
    estimate: null,
    planned: null,
    user: 'u',
    ...times,
  } as const
  client.setQueryData(taskList.query.queryKey, [task])
  render(page(true))
  const { selection } = timer.store.getState()
  act(() => timer.store.refresh({ selection: { ...selection, taskId: 't', notes: 'First draft' } }))
  expect(bar()?.textContent).toContain('Wireframes')
  expect(bar()?.textContent).toContain('First draft')
  act(() => timer.store.refresh({ selection }))
})

test.each([
  ['Start', 'MAIN'],
  ['In the page', 'BUTTON'],
])('B3 when the bar disappears, its focus moves to the page, and other focus stays: %s', (name, holder) => {
  const { rerender } = render(page(true))
  const button = screen.getByRole('button', { name })
  button.focus()
  rerender(page(false))
  // Browsers remove the focus from inert elements; jsdom does not.
  if (button.closest('[inert]')) button.blur()
  act(() => void vi.advanceTimersByTime(100))
  expect(document.activeElement?.tagName).toBe(holder)
})
