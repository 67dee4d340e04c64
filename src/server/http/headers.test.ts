import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createBuiltFrontEnd } from '#server/testing/front-end.ts'
import { testApp } from '#server/testing/test-app.ts'

const STYLES =
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=' 'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='"
const SECURITY = {
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' ${STYLES}; img-src 'self' data: https://lh3.googleusercontent.com; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}
const HSTS = { 'strict-transport-security': 'max-age=31536000' }
/** Headers that are not about security. */
const OTHER_HEADERS =
  /^(date|connection|keep-alive|content-(type|length|encoding)|transfer-encoding|etag|last-modified|accept-ranges|x-request-id)$/

const NO_STORE = { 'cache-control': 'no-store' }
const OF_API = { ...NO_STORE, 'x-robots-tag': 'noindex, nofollow' }
const NO_CACHE = { 'cache-control': 'no-cache' }
const READ_ONLY = { allow: 'GET, HEAD, OPTIONS' }
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' }
const JSON_BODY = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
const SOCKET = '/socket.io/?EIO=4&transport=polling'
const EXPORT = '/api/reports/export?from=2026-03-01&to=2026-03-02&zone=UTC&group=project&format=csv'

type Extra = Record<string, string>
/** One request for every kind of reply, and the headers expected in addition to the security headers. */
// prettier-ignore
const REPLIES: [what: string, path: string, status: number, extra: Extra, how?: RequestInit][] = [
  ['the page',                '/',                     200, { ...NO_CACHE, vary: 'accept-encoding' }],
  ['an address of the app',   '/projects/new',         200, { ...NO_CACHE, vary: 'accept-encoding' }],
  ['a hashed file',           '/assets/app-1a2b.js',   200, { ...FOR_EVER, vary: 'accept-encoding' }],
  ['another file',            '/icon.svg',             200, { ...NO_CACHE, vary: 'accept-encoding' }],
  ['the service worker',      '/sw.js',                200, { ...NO_CACHE, vary: 'accept-encoding' }],
  ['a file that is not there','/assets/gone-3c4d.js',  404, {}],
  ['a path traversal',        '/..%2f..%2fpackage.json', 404, {}],
  ['a call',                  '/api/about',            200, OF_API],
  ['the reference page',      '/api/docs',             200, OF_API],
  ['a call without a body',   '/api/users/login',      400, OF_API, JSON_BODY],
  ['a call without a session','/api/projects',         401, OF_API],
  ['no such call',            '/api/nothing',          404, OF_API],
  ['another method',          '/api/about',            405, { ...OF_API, ...READ_ONLY }, { method: 'PUT' }],
  ['another method of a page','/',                     405, READ_ONLY, { method: 'DELETE' }],
  ['a preflight request',     '/api/about',            204, { ...OF_API, ...READ_ONLY }, { method: 'OPTIONS' }],
  ['a form',                  '/api/users/login',      415, OF_API, { method: 'POST', body: new URLSearchParams({ a: 'b' }) }],
  ['a body too large',        '/api/users/login',      413, OF_API, { ...JSON_BODY, body: `"${'x'.repeat(70_000)}"` }],
  ['a URL that is not UTF-8', '/%ff',                  400, {}],
  ['the health check',        '/health',               200, NO_STORE],
  ['the readiness check',     '/ready',                200, NO_STORE],
  ['the metrics',             '/metrics',              401, NO_STORE],
  ['a socket',                SOCKET,                    200, NO_STORE],
  ['a socket of another site', SOCKET,                 403, {},       { headers: { origin: 'https://evil.example.net' } }],
  ['a bad socket request',    '/socket.io/',           400, {}],
]

async function startSite(publicUrl: string) {
  const parts = await testApp(
    { PUBLIC_URL: publicUrl, METRICS_TOKEN: 'sixteen letters or more' },
    createBuiltFrontEnd(),
  )
  const address = await parts.app.listen({ port: 0, host: '127.0.0.1' })
  const request = async (path: string, how?: RequestInit) => {
    const reply = await fetch(address + path, how)
    await reply.arrayBuffer()
    return { status: reply.status, headers: securityHeadersOf(reply.headers) }
  }
  return { ...parts, address, request }
}

const securityHeadersOf = (headers: Iterable<[string, string]>) =>
  Object.fromEntries([...headers].filter(([name]) => !OTHER_HEADERS.test(name)))

test('S23 every kind of reply has exactly the expected security headers', async () => {
  const { request, signUp, db } = await startSite('https://time.example.org')
  const expected = (extra: Extra) => ({ ...SECURITY, ...HSTS, ...extra })
  const answers = await Promise.all(
    REPLIES.map(async ([what, path, , , how]) => ({ what, ...(await request(path, how)) })),
  )
  expect(answers).toEqual(REPLIES.map(([what, , status, extra]) => ({ what, status, headers: expected(extra) })))

  const headers = { authorization: `Bearer ${(await signUp('Ann')).token}` }
  const file = { ...OF_API, 'content-disposition': 'attachment; filename="ritmo-2026-03-01--2026-03-02.csv"' }
  expect(await request(EXPORT, { headers })).toEqual({ status: 200, headers: expected(file) })
  const signedOut = await request('/api/users/logout', { method: 'POST', headers })
  expect(signedOut).toEqual({ status: 200, headers: expected(OF_API) })
  await db.schema.alterTable('sessions').renameTo('elsewhere').execute()
  expect(await request('/api/projects', { headers })).toEqual({ status: 500, headers: expected(OF_API) })
})

test('S23 a site on plain HTTP sends no Strict-Transport-Security', async () => {
  const { request } = await startSite('http://localhost:3000')
  for (const path of ['/', '/api/about', SOCKET])
    expect((await request(path)).headers).not.toHaveProperty(Object.keys(HSTS)[0]!)
})

test('S23 HSTS covers subdomains only if HSTS_SUBDOMAINS is on', async () => {
  const { app } = await testApp({ PUBLIC_URL: 'https://time.example.org', HSTS_SUBDOMAINS: 'on' })
  const { headers } = await app.inject('/health')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

test('O19 an X-Forwarded-For that is not trusted is logged once', async () => {
  const { app, log } = await testApp({ LOG_LEVEL: 'warn' })
  const ask = () => app.inject({ url: '/health', headers: { 'x-forwarded-for': '192.0.2.1' } })
  await ask()
  await ask()
  expect(log.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
})

test('O19 a trusted X-Forwarded-For is not logged', async () => {
  const { app, log } = await testApp({ LOG_LEVEL: 'warn', TRUST_PROXY: '1' })
  await app.inject({ url: '/health', headers: { 'x-forwarded-for': '192.0.2.1' } })
  expect(log).toEqual([])
})

const NOT_HTTP = [
  ['text that is not HTTP', 'hello\r\n\r\n', '400'],
  ['a request with too long headers', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(9_000)}\r\n\r\n`, '431'],
]

test.each(NOT_HTTP)('S18 %s gets a reply on the raw socket, with the same headers', async (_what, bytes, status) => {
  const { address } = await startSite('https://time.example.org')
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [first, ...lines] = head.split('\r\n')
  expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const)
  expect(securityHeadersOf(headers as [string, string][])).toEqual({ ...SECURITY, ...HSTS })
  expect(JSON.parse(body)).toMatchObject({ ok: false })
})
