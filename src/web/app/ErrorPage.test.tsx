import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { ErrorPage } from './ErrorPage.tsx'

beforeAll(loadEnglish)
afterEach(cleanup)

// prettier-ignore
const cases = [
  ['the message of the error',     new Error('The dial has no hands'),  'The dial has no hands'],
  ['a default for an empty one',   new Error(''),                       'An unexpected error occurred'],
  ['a default for a non-error',    'a string',                          'An unexpected error occurred'],
  ['that the server is offline',   new ApiError('offline'),             'No response from the server. Check your internet connection.'],
] as const

test.each(cases)('W11 the error page shows %s', (_, error, sentence) => {
  render(<ErrorPage error={error} />)
  screen.getByRole('heading', { name: 'Something went wrong' })
  screen.getByText(sentence)
  expect(screen.getByRole('button', { name: 'Reload Page' })).toBeTruthy()
})
