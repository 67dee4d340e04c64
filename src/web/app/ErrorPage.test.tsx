import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { ErrorPage } from './ErrorPage.tsx'

beforeAll(loadEnglish)
afterEach(cleanup)

// prettier-ignore
const cases = [
  ['what was thrown says',         new Error('The dial has no hands'),  'The dial has no hands'],
  ['nothing more, if it is mute',  new Error(''),                       'An unexpected error occurred'],
  ['nothing more, if it is odd',   'a string',                          'An unexpected error occurred'],
  ['that the server is silent',    new ApiError('offline'),             'No response from the server. Check your internet connection.'],
] as const

test.each(cases)('W11 the full-page fallback tells %s', (_, error, sentence) => {
  render(<ErrorPage error={error} />)
  screen.getByRole('heading', { name: 'Something went wrong' })
  screen.getByText(sentence)
  expect(screen.getByRole('button', { name: 'Reload Page' })).toBeTruthy()
})
