import { beforeAll, expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { errorMessage } from './error-message.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'

beforeAll(loadEnglish)

const mute = new ApiError('internal', { status: 500 })

// prettier-ignore
test.each([
  // failure                                            fallback                     sentence
  [new ApiError('conflict', { message: 'Own words' }),  'auth.failed.login',         'Own words'],
  [mute,                                                'auth.failed.login',         'Login failed'],
  [mute,                                                'auth.failed.google',        'Google login failed'],
  [mute,                                                'auth.failed.registration',  'Registration failed'],
  [mute,                                                'shell.error.loadUser',      'Failed to load user'],
  [mute,                                                'settings.failed.update',    'Failed to update user'],
  [mute,                                                'settings.failed.delete',    'Failed to delete account'],
  [mute,                                                'auth.verification.failed',  'Email verification failed'],
  [mute,                                                undefined,                   'The request failed'],
  [new ApiError('offline'),                             'auth.failed.login',         'No response from the server. Check your internet connection.'],
  [new ApiError('bad-reply'),                           'auth.failed.login',         'Invalid response format from server'],
  [new ApiError('no-token'),                            'auth.failed.login',         'No token received from server'],
  [new Error('a bug'),                                  'auth.failed.login',         'An unexpected error occurred'],
] as const)('W9 %j is told with the fallback %s as “%s”', (error, fallback, sentence) => {
  expect(errorMessage(error, currentTranslation().t, fallback)).toBe(sentence)
})
