import { beforeAll, expect, test } from 'vitest'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { ApiError } from './api-error.ts'
import { errorMessage } from './error-message.ts'

beforeAll(loadEnglish)

const withoutMessage = new ApiError('internal', { status: 500 })

// prettier-ignore
test.each([
  // failure                                            fallback                     sentence
  [new ApiError('conflict', { message: 'Own words' }),  'auth.failed.login',         'Own words'],
  [withoutMessage,                                      'auth.failed.login',         'Login failed'],
  [withoutMessage,                                      'auth.failed.google',        'Google login failed'],
  [withoutMessage,                                      'auth.failed.registration',  'Registration failed'],
  [withoutMessage,                                      'shell.error.loadUser',      'Failed to load user'],
  [withoutMessage,                                      'settings.failed.update',    'Failed to update user'],
  [withoutMessage,                                      'settings.failed.delete',    'Failed to delete account'],
  [withoutMessage,                                      'auth.verification.failed',  'Email verification failed'],
  [withoutMessage,                                      undefined,                   'The request failed'],
  [new ApiError('offline'),                             'auth.failed.login',         'No response from the server. Check your internet connection.'],
  [new ApiError('bad-reply'),                           'auth.failed.login',         'Invalid response format from server'],
  [new ApiError('no-token'),                            'auth.failed.login',         'No token received from server'],
  [new ApiError('missing-token'),                       'presets.failed.update',     'There is no authentication token'],
  [new Error('a bug'),                                  'auth.failed.login',         'An unexpected error occurred'],
] as const)('W9 the message for %j with the fallback %s is “%s”', (error, fallback, sentence) => {
  expect(errorMessage(error, currentTranslation().t, fallback)).toBe(sentence)
})
