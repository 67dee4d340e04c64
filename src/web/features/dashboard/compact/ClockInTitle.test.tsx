import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { PROJECT_DEFAULTS } from '#contract/projects.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { createTimer, TimerContext } from '#web/features/timer/queries.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { ClockInTitle } from './ClockInTitle.tsx'

const AT = '2026-03-02T09:00:00.000Z'
const ATLAS = {
  ...PROJECT_DEFAULTS,
  id: 'p1',
  name: 'Atlas — North',
  openTasks: 0,
  user: 'u1',
  createdAt: AT,
  updatedAt: AT,
}

beforeAll(loadEnglish)
afterEach(cleanup)

test('B6 clock, mode and project stay at the start of the tab title on every page, and are removed at the end', async () => {
  document.title = 'Projects · Ritmo'
  const sync = createTestSync()
  const timer = createTimer({ sync })
  const client = createQueryClient(() => undefined)
  client.setQueryData(projectList.query.queryKey, [ATLAS])
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <TimerContext value={timer}>
        <ClockInTitle />
      </TimerContext>
    </QueryClientProvider>,
  )
  expect(document.title).toBe('25:00 · Ready — Projects · Ritmo')
  document.title = 'Tags · Ritmo'
  await waitFor(() => expect(document.title).toBe('25:00 · Ready — Tags · Ritmo'))
  act(() => timer.store.setState(({ selection }) => ({ selection: { ...selection, projectId: ATLAS.id } })))
  expect(document.title).toBe('25:00 · Ready · Atlas — North — Tags · Ritmo')
  unmount()
  expect(document.title).toBe('Tags · Ritmo')
  sync.stop()
})
