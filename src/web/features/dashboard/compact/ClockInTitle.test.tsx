import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createTimer, TimerContext } from '#web/features/timer/queries.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { ClockInTitle } from './ClockInTitle.tsx'

afterEach(cleanup)

test('B6 the clock stays at the start of the tab title on every page, and is removed at the end', async () => {
  document.title = 'Projects · Ritmo'
  const sync = createTestSync()
  const { unmount } = render(
    <TimerContext value={createTimer({ sync })}>
      <ClockInTitle />
    </TimerContext>,
  )
  expect(document.title).toBe('25:00 · Projects · Ritmo')
  document.title = 'Tags · Ritmo'
  await waitFor(() => expect(document.title).toBe('25:00 · Tags · Ritmo'))
  unmount()
  expect(document.title).toBe('Tags · Ritmo')
  sync.stop()
})
