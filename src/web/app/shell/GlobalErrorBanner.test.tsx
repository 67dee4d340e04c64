import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { setGlobalError } from './global-error.ts'
import { GlobalErrorBanner } from './GlobalErrorBanner.tsx'

beforeAll(loadEnglish)
afterEach(cleanup)

test('an error that no screen shows is shown until it is dismissed', async () => {
  render(<GlobalErrorBanner />)
  act(() => setGlobalError(new ApiError('conflict', { message: 'Somebody was faster' })))
  expect(screen.getByRole('alert').textContent).toBe('Somebody was faster')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.getByRole('alert').textContent).toBe('')
})
