import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { users } from '#contract/users.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { ApiError } from './api-error.ts'
import { call, callWithFile } from './call.ts'
import { endRejectedSession, onSessionChange, startSession } from './session.ts'

const Project = z.object({ id: z.string() })
const read = {
  method: 'GET',
  path: '/projects/:id',
  summary: 'One project',
  params: z.object({ id: z.string() }),
  query: z.object({ limit: z.optional(z.number()) }),
  reply: Project,
} as const satisfies Endpoint
const create = { method: 'POST', path: '/projects', summary: 'Makes one', body: Project, reply: Project } as const
const upload = {
  method: 'POST',
  path: '/projects/table',
  summary: 'Reads a table',
  query: z.object({ zone: z.string() }),
  upload: ['text/csv', 'application/octet-stream'],
  reply: Project,
} as const satisfies Endpoint
const list = { method: 'GET', path: '/projects', summary: 'All', reply: z.array(Project) } as const
const login = { method: 'POST', path: '/users/login', summary: 'Signs in', public: true, reply: Project } as const

const TOKEN = sessionToken()
const server = vi.fn<typeof fetch>()
const answer = (body: unknown, status = 200) =>
  server.mockResolvedValueOnce(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
const failure = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  )

beforeEach(() => {
  server.mockReset()
  vi.stubGlobal('fetch', server)
  startSession(TOKEN)
})
afterEach(endRejectedSession)

test('a call carries both token headers, the language, path and query', async () => {
  answer({ ok: true, data: { id: 'a b' } })
  await expect(call(read, { params: { id: 'a b' }, query: { limit: 5 } })).resolves.toEqual({ id: 'a b' })
  const [url, request] = server.mock.calls[0] ?? []
  const headers = new Headers(request?.headers)
  expect(url).toBe('/api/projects/a%20b?limit=5')
  expect(headers.get('authorization')).toBe(`Bearer ${TOKEN}`)
  expect(headers.get('x-auth-token')).toBe(TOKEN)
  expect(headers.has('accept-language')).toBe(true)
})

test('a body is sent as JSON', async () => {
  answer({ id: 'p1' })
  await call(create, { body: { id: 'p1' } })
  expect(server.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: '{"id":"p1"}' })
})

test('a file is sent unchanged, with a content type that the endpoint accepts', async () => {
  const file = new Blob(['a;b'], { type: 'application/vnd.ms-excel' })
  answer({ ok: true, data: { id: 'p1' } })
  const { signal } = new AbortController()
  await expect(callWithFile(upload, { query: { zone: 'UTC' } }, { file, signal })).resolves.toEqual({ id: 'p1' })
  const [url, request] = server.mock.calls[0] ?? []
  expect(url).toBe('/api/projects/table?zone=UTC')
  expect(request).toMatchObject({ method: 'POST', body: file, signal })
  expect(new Headers(request?.headers).get('content-type')).toBe('text/csv')
})

test('a rejected file shows the server’s reason, and a failed upload counts as offline', async () => {
  const query = { zone: 'UTC' }
  const sent = { file: new Blob(['a;b']), signal: new AbortController().signal }
  answer({ ok: false, code: 'invalid', message: 'Too large', error: 'Too large' }, 413)
  expect(await failure(callWithFile(upload, { query }, sent))).toMatchObject({ code: 'invalid', message: 'Too large' })
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await failure(callWithFile(upload, { query }, sent))).toMatchObject({ code: 'offline' })
})

test.each(['', 'undefined'])('the id %j is refused before any call', async (id) => {
  expect(await failure(call(read, { params: { id }, query: {} }))).toMatchObject({ code: 'invalid' })
  expect(server).not.toHaveBeenCalled()
})

test('W9 a list of an unknown shape is an empty list', async () => {
  answer({ ok: true, data: { surprise: true } })
  await expect(call(list, {})).resolves.toEqual([])
})

test.each([{ surprise: true }, '<html>', ''])('a reply outside the contract is a bad reply: %j', async (body) => {
  answer(body)
  expect(await failure(call(read, { params: { id: 'p1' }, query: {} }))).toMatchObject({ code: 'bad-reply' })
})

const person = { id: 'u1', name: 'Ann' }

// prettier-ignore
test.each([
  ['a user in an envelope',             { ok: true, data: { user: person } },             'no-token'],
  ['a user and an empty token',         { ok: true, data: { user: person, token: '' } },  'no-token'],
  ['a bare user and null as token',     { user: person, token: null },                    'no-token'],
  ['an empty object',                   {},                                               'bad-reply'],
  ['an empty envelope',                 { ok: true },                                     'bad-reply'],
  ['empty data',                        { ok: true, data: {} },                           'bad-reply'],
  ['another object',                    { surprise: true },                               'bad-reply'],
  ['a token without a user',            { ok: true, data: { token: 't' } },               'bad-reply'],
  ['a list',                            [],                                               'bad-reply'],
  ['a page',                            '<h1>Welcome</h1>',                               'bad-reply'],
])('W9 a sign-in that is answered 200 with %s fails', async (_what, body, code) => {
  answer(body)
  const sent = call(users.login, { body: { email: 'a@example.org', password: 'x' } })
  expect(await failure(sent)).toMatchObject({ code })
})

test('an error keeps the server’s message and field problems', async () => {
  const details = { name: 'This field is required' }
  answer({ ok: false, code: 'invalid', message: 'Please check', error: 'Please check', details }, 400)
  const error = await failure(call(create, { body: { id: '' } }))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'invalid', message: 'Please check', details, status: 400 })
})

test('an error reply of another server or a proxy gets a code, too', async () => {
  answer({ success: false, error: 'No luck' })
  expect(await failure(call(list, {}))).toMatchObject({ message: 'No luck' })
  answer('<h1>Bad gateway</h1>', 502)
  expect(await failure(call(list, {}))).toMatchObject({ code: 'unavailable', message: '' })
  answer('<h1>Forbidden</h1>', 403)
  expect(await failure(call(list, {}))).toMatchObject({ code: 'foreign-reply', message: '' })
})

test('W4 a rejected session ends, and listeners are called', async () => {
  const listener = vi.fn<() => void>()
  const forget = onSessionChange(listener)
  answer({ ok: false }, 401)
  expect(await failure(call(list, {}))).toMatchObject({ code: 'unauthenticated' })
  expect(localStorage.getItem('token')).toBeNull()
  expect(listener).toHaveBeenCalledOnce()
  forget()
})

test('W4 a wrong password does not end the session', async () => {
  answer({ ok: false }, 401)
  await failure(call(login, {}))
  expect(localStorage.getItem('token')).toBe(TOKEN)
})

test('W4 a late rejection of an earlier session does not end the present one', async () => {
  const later = TOKEN.replace('header', 'another')
  server.mockImplementationOnce(async () => {
    startSession(later)
    return new Response('{}', { status: 401 })
  })
  await failure(call(list, {}))
  expect(localStorage.getItem('token')).toBe(later)
})

test('W3 an unreachable server ends no session', async () => {
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await failure(call(list, {}))).toMatchObject({ code: 'offline', status: undefined })
  expect(localStorage.getItem('token')).toBe(TOKEN)
})
