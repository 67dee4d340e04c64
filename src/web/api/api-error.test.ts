import { expect, test, vi } from 'vitest'
import { tags } from '#contract/tags.ts'
import { ApiError, type ApiErrorCode, type Failure, failureOf, isServerUnreachable } from './api-error.ts'
import { call } from './call.ts'

// prettier-ignore
test.each<[what: string, code: ApiErrorCode, status: number | undefined, failure: Failure]>([
  ['no reply',                                  'offline',         undefined, 'unreachable'],
  ['a gateway without the server',              'unavailable',     502,       'unreachable'],
  ['a server that is starting or overloaded',   'unavailable',     503,       'unreachable'],
  ['a gateway timeout',                         'unavailable',     504,       'unreachable'],
  ['a gateway’s page in place of a reply',      'foreign-reply',   502,       'unreachable'],
  ['a server error',                            'internal',        500,       'retry-later'],
  ['a server error without a code',             'unavailable',     500,       'retry-later'],
  ['a timeout of the server',                   'timeout',         408,       'retry-later'],
  ['too many requests',                         'rate-limited',    429,       'retry-later'],
  ['a session that has ended',                  'unauthenticated', 401,       'retry-later'],
  ['a proxy that refuses',                      'foreign-reply',   403,       'retry-later'],
  ['a reply outside the contract',              'bad-reply',       undefined, 'retry-later'],
  ['invalid input',                             'invalid',         400,       'refused'],
  ['a missing item',                            'not-found',       404,       'refused'],
  ['a conflict',                                'conflict',        409,       'refused'],
  ['a request that is too large',               'too-large',       413,       'refused'],
  ['an unsupported format',                     'unsupported',     415,       'refused'],
  ['a method that the path does not have',      'method-not-allowed', 405,    'refused'],
  ['a sign-in without a token',                 'no-token',        undefined, 'refused'],
  ['no session to send it with',                'missing-token',   undefined, 'refused'],
])('Q3 whether a request is worth repeating: %s', (_what, code, status, failure) => {
  const error = new ApiError(code, { status })
  expect(failureOf(error)).toBe(failure)
  expect(isServerUnreachable(error)).toBe(failure === 'unreachable')
})

test('Y2 a bug is no failure of a request', () => {
  expect(failureOf(new TypeError('undefined is not a function'))).toBeUndefined()
  expect(failureOf(new DOMException('The disk is full', 'QuotaExceededError'))).toBeUndefined()
  expect(isServerUnreachable(undefined)).toBe(false)
})

const JSON_TYPE = { 'content-type': 'application/json' }

// prettier-ignore
test.each<[what: string, status: number, body: string, code: ApiErrorCode, failure: Failure]>([
  ['our server’s refusal',                      409, '{"ok":false,"code":"conflict","message":"No","error":"No"}', 'conflict',      'refused'],
  ['our server’s rate limit',                   429, '{"ok":false,"code":"rate-limited","message":"No","error":"No"}', 'rate-limited', 'retry-later'],
  ['a proxy’s 403 with a message',              403, '{"message":"Access denied"}',                     'foreign-reply',  'retry-later'],
  ['a proxy’s 403 with an error',               403, '{"success":false,"error":"Blocked"}',             'foreign-reply',  'retry-later'],
  ['a proxy’s 403 page',                        403, '<h1>Forbidden</h1>',                              'foreign-reply',  'retry-later'],
  ['a proxy’s 404 page',                        404, '<h1>Not found</h1>',                              'foreign-reply',  'retry-later'],
  ['a proxy’s rate limit',                      429, '{"message":"API rate limit exceeded"}',          'rate-limited',   'retry-later'],
  ['a proxy’s timeout',                         408, '{"error":"Request timed out"}',                  'timeout',        'retry-later'],
  ['a proxy’s 500 with a message',              500, '{"message":"Oops"}',                              'unavailable',    'retry-later'],
  ['a gateway error',                           502, '<h1>Bad gateway</h1>',                            'unavailable',    'unreachable'],
  ['a captive portal’s page',                   200, '<h1>Welcome</h1>',                                'bad-reply',      'retry-later'],
])('Q3 whether a reply is worth a repeated request: %s', async (_what, status, body, code, failure) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers: JSON_TYPE }))
  const input = { params: { id: 'any' }, body: { name: 'Deep work' } }
  const error = await call(tags.update, input).catch((error: unknown) => error)
  vi.unstubAllGlobals()
  expect(error).toMatchObject({ code })
  expect(failureOf(error)).toBe(failure)
})
