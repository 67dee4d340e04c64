import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ClockInTitle } from './ClockInTitle.tsx'

afterEach(cleanup)

test('B6 the clock stays at the start of the tab title on every page, and is removed at the end', async () => {
  document.title = 'Projects · Ritmo'
  const { unmount } = render(<ClockInTitle />)
  expect(document.title).toBe('25:00 · Projects · Ritmo')
  document.title = 'Tags · Ritmo'
  await waitFor(() => expect(document.title).toBe('25:00 · Tags · Ritmo'))
  unmount()
  expect(document.title).toBe('Tags · Ritmo')
})
