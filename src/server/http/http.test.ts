import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createBuiltFrontEnd } from '#server/testing/front-end.ts'
import { testApp } from '#server/testing/test-app.ts'
import { dropUnreadBody } from './drop-unread-body.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

test('C1 success is { ok, data } and failure { ok, code, message, error, details }', async () => {
  const { app } = await testApp()
  expect((await app.inject('/api/about')).json()).toMatchObject({
    ok: true,
    data: { name: 'Ritmo', version: '0.2.0' },
  })
  const refused = await app.inject({ method: 'POST', url: '/api/users/login', payload: { email: 'x' } })
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toEqual({
    ok: false,
    code: 'invalid',
    message: 'Invalid email address',
    error: 'Invalid email address',
    details: { email: 'Invalid email address', password: 'This field is required' },
  })
})

// prettier-ignore
test.each([
  ['es',                    'No autorizado, inicia sesión'],
  ['tr-TR,tr;q=0.9',        'Yetkisiz, lütfen oturum açın'],
  ['de, es;q=0.4, en;q=0.8','Unauthorized, please sign in'],
  ['',                      'Unauthorized, please sign in'],
])('C2 with Accept-Language "%s" the message of a refusal is "%s"', async (language, message) => {
  const { app } = await testApp()
  const reply = await app.inject({ url: '/api/users/profile', headers: { 'accept-language': language } })
  expect(reply.json()).toMatchObject({ code: 'unauthenticated', message })
})

// prettier-ignore
test.each([
  ['en', { name: 'Ann', password: 'Password1!' },  'This password is easy to guess, please choose another'],
  ['es', { name: 'Ann', password: 'Password1!' },  'Esta contraseña es fácil de adivinar, elige otra'],
  ['tr', { name: 'Ann', password: 'Password1!' },  'Bu parola kolay tahmin edilir, lütfen başka bir tane seçin'],
  ['en', { name: ' ', password: 'x' },             'Name: This field is required'],
  ['es', { name: 'x'.repeat(101) },                'Nombre: Como máximo 100 caracteres'],
  ['tr', { name: 'Ann' },                          'Parola: Bu alan zorunludur'],
])('C1 in %s the message of a refused registration with %j is its first reason', async (language, person, message) => {
  const { post } = await testApp()
  const reply = await post('/users/register', { email: 'ann@example.org', ...person }, { 'accept-language': language })
  expect(reply.json()).toMatchObject({ message, error: message })
})

// prettier-ignore
test.each([
  ['POST',   '/time-entries/stop',  200],
  ['DELETE', '/projects/<project>', 200],
  ['DELETE', '/users/sessions',     200],
  ['POST',   '/initial-data',       200],
  ['POST',   '/users/logout',       200],
  ['DELETE', '/users/profile',      200],
  ['POST',   '/projects',           400],
  ['PUT',    '/projects/<project>', 400],
] as const)('C8 %s %s without a body, but with the type of JSON, is answered %i', async (method, path, status) => {
  const { app, clock, signUp } = await testApp()
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'p' })).json().data.id
  await ann.post('/time-entries/start', { project })
  clock.now += 60_000
  const url = `/api${path.replace('<project>', project)}`
  const headers = { ...JSON_TYPE, authorization: `Bearer ${ann.token}` }
  // Some clients say that the length is 0, others send a body of no known length.
  for (const payload of ['', Readable.from([])]) {
    const { statusCode } = await app.inject({ method, url, headers, payload })
    expect(statusCode, url).toBe(status)
    if (status === 200) break
  }
})

test.each(['null', '[]', '"x"', '7', 'true', ''])('C3 an update with %j as its body is refused', async (payload) => {
  const { app, signUp } = await testApp()
  const headers = { ...JSON_TYPE, authorization: `Bearer ${(await signUp('Ann')).token}` }
  const reply = await app.inject({ method: 'PUT', url: '/api/users/profile', headers, payload })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ code: 'invalid', message: 'The request needs a JSON object as its body' })
})

// prettier-ignore
test.each([
  ['/api/about',               'PUT',     405, 'GET, HEAD, OPTIONS'],
  ['/api/projects',            'PATCH',   405, 'GET, HEAD, OPTIONS, POST'],
  ['/api/projects?a=/b',       'DELETE',  405, 'GET, HEAD, OPTIONS, POST'],
  ['/api/projects/x',          'POST',    405, 'DELETE, GET, HEAD, OPTIONS, PUT'],
  ['/api/users/login',         'GET',     405, 'OPTIONS, POST'],
  ['/api/users/login',         'HEAD',    405, 'OPTIONS, POST'],
  ['/api/users/login',         'OPTIONS', 204, 'OPTIONS, POST'],
  ['/api/openapi.json',        'POST',    405, 'GET, HEAD, OPTIONS'],
  ['/api/openapixjson',        'POST',    404, undefined],
  ['/health',                  'POST',    405, 'GET, HEAD, OPTIONS'],
  ['/',                        'POST',    405, 'GET, HEAD, OPTIONS'],
  ['/projects/new',            'PUT',     405, 'GET, HEAD, OPTIONS'],
  ['/projects/new',            'OPTIONS', 204, 'GET, HEAD, OPTIONS'],
  ['/projects/new',            'HEAD',    200, undefined],
  ['/assets/app-1a2b.js',      'DELETE',  405, 'GET, HEAD, OPTIONS'],
  ['/api/nothing',             'POST',    404, undefined],
  ['/api/nothing',             'OPTIONS', 404, undefined],
  [`/api/tasks/${'x'.repeat(201)}`, 'GET', 404, undefined],
] as const)('C10 %s by %s is answered %i with the methods %s', async (url, method, status, allow) => {
  const { app } = await testApp({}, createBuiltFrontEnd())
  const reply = await app.inject({ method, url })
  expect([reply.statusCode, reply.headers.allow]).toEqual([status, allow])
  if (status === 405 && method !== 'HEAD') expect(reply.json()).toMatchObject({ code: 'method-not-allowed' })
})

// prettier-ignore
const TRAVERSALS = [
  '/../x', '/..', '/%2e%2e/x', '/%2E./x', '/foo/..%5cbar', '/foo/..\\bar', '/..%2f..%2fpackage.json', '/a/../../x', '/a/..',
  '/api/../x', '/api/projects/..%2fx', '/assets/../index.html', '/..;/x', '/a/%2e%2e;b=c/x',
  '/foo\\bar', '/%5c', '/assets\\x', '/api/projects/%5cx', `/assets/${'x'.repeat(300)}`,
]
const MALFORMED = [
  '/%00',
  '/a%00b',
  '/assets/%00.js',
  '/..%00/',
  '/%',
  '/%zz',
  '/%ff',
  '/%c0%ae%c0%ae/',
  '/api/%',
  '/api/%00',
]

// prettier-ignore
test.each([
  ...TRAVERSALS.map((path) => [path, 404] as const),
  ...MALFORMED.map((path) => [path, 400] as const),
])('C10 %s is answered %i without an error in the log', async (path, status) => {
  const { app, log } = await testApp({ LOG_LEVEL: 'warn' }, createBuiltFrontEnd())
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  // A raw request, because other clients resolve such a path before they send it.
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(log).toEqual([])
})

test.each([
  ['an impossible range', { range: 'bytes=9999-' }, 200],
  ['a condition that fails', { 'if-match': '"x"' }, 400],
])('C3 a file requested with %s is no server error', async (_what, headers, status) => {
  const { app, log } = await testApp({ LOG_LEVEL: 'warn' }, createBuiltFrontEnd())
  expect((await app.inject({ url: '/icon.svg', headers })).statusCode).toBe(status)
  expect(log).toEqual([])
})

// prettier-ignore
test.each([
  ['malformed JSON',   JSON_TYPE,                          '{"email": ',                 400, 'invalid'],
  ['no JSON at all',   { 'content-type': 'text/plain' },   'email=x',                    415, 'unsupported'],
  ['a form',           { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b',   415, 'unsupported'],
  ['an empty body',    JSON_TYPE,                          '',                           400, 'invalid'],
  ['a poisoned key',   JSON_TYPE,                          '{"__proto__": {"a": 1}}',    400, 'invalid'],
  ['a body too large', JSON_TYPE,                          JSON.stringify('x'.repeat(70_000)), 413, 'too-large'],
  ['an array',         JSON_TYPE,                          '[]',                         400, 'invalid'],
  ['null',             JSON_TYPE,                          'null',                       400, 'invalid'],
])('C3 %s is refused, never a server error', async (_what, headers, payload, status, code) => {
  const { app } = await testApp()
  const reply = await app.inject({ method: 'POST', url: '/api/users/login', headers, payload })
  expect(reply.statusCode).toBe(status)
  expect(reply.json()).toMatchObject({ ok: false, code })
})

test.each(['/%ff', '/api/%E0%A4%A', '/api/nothing', '/api/users/profile/x', `/api/tasks/${'x'.repeat(201)}`])(
  'C3 the URL %s is refused with a JSON body',
  async (url) => {
    const { app } = await testApp()
    const reply = await app.inject({ url, headers: { authorization: 'Bearer x' } })
    expect([400, 404]).toContain(reply.statusCode)
    expect(reply.json()).toMatchObject({ ok: false, message: expect.any(String) })
  },
)

test('a reply contains the id of its request, as the log does', async () => {
  const { app } = await testApp()
  expect((await app.inject('/api/about')).headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
})

test('C4 a reply to an internal error reveals no details', async () => {
  const { app, db } = await testApp()
  await db.schema.alterTable('sessions').renameTo('elsewhere').execute()
  const payload = { name: 'Ann', email: 'ann@example.org', password: 'Correct horse 1' }
  const reply = await app.inject({ method: 'POST', url: '/api/users/register', payload })
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({
    ok: false,
    code: 'internal',
    message: 'Server error, please try again',
    error: 'Server error, please try again',
  })
})

test('S14 only listed origins may read replies and send credentials', async () => {
  const { app } = await testApp({ CORS_ORIGINS: 'https://app.example.org' })
  const from = (origin: string, method: 'GET' | 'OPTIONS') =>
    app.inject({ method, url: '/api/about', headers: { origin } })
  expect((await from('https://evil.example.net', 'GET')).headers).not.toHaveProperty('access-control-allow-origin')
  expect((await from('https://app.example.org', 'GET')).headers).toMatchObject({
    'access-control-allow-origin': 'https://app.example.org',
    'access-control-allow-credentials': 'true',
  })
  const preflight = await from('https://app.example.org', 'OPTIONS')
  expect(preflight.statusCode).toBe(204)
  const allowed = String(preflight.headers['access-control-allow-headers']).split(', ')
  expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']))
})

test('S18 a request that is sent too slowly is answered 408, and its connection closed', async () => {
  const { app } = await testApp()
  expect(app.server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 120_000 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  // Node checks for such connections every 30 seconds and then emits this error.
  app.server.on('connection', (socket) =>
    app.server.emit('clientError', Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket),
  )
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  socket.write('POST /api/users/login HTTP/1.1\r\nhost: a\r\n')
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 408 /)
  expect(JSON.parse(body)).toMatchObject({ ok: false, code: 'timeout' })
})

test('O8 /ready fails while the database is unreachable', async () => {
  const { app, db } = await testApp()
  expect((await app.inject('/ready')).json()).toMatchObject({ ok: true, database: 'up' })
  await db.destroy()
  const reply = await app.inject('/ready')
  expect(reply.statusCode).toBe(503)
  expect((await app.inject('/health')).statusCode).toBe(200)
})

test('metrics count requests by route pattern, never by URL', async () => {
  const { app } = await testApp()
  await app.inject('/api/about?note=private')
  const { body } = await app.inject('/metrics')
  expect(body).toContain('route="/api/about",status="200"} 1')
  expect(body).not.toContain('private')
})

test('O90 the rest of the body of an answered request is read in blocks, with a rest after each', async () => {
  const [block, blocks] = [Buffer.alloc(64 * 1024), 16]
  const raw = Readable.from(Array.from({ length: blocks }, () => block))
  let rests = 0
  raw.on('pause', () => (rests += 1))
  await dropUnreadBody({ raw: Object.assign(raw, { complete: false }) as never })
  await once(raw, 'end')
  expect(rests).toBe(8)
})
