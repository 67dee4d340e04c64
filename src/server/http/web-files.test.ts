import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createBuiltFrontEnd } from '#server/testing/front-end.ts'
import { testApp } from '#server/testing/test-app.ts'

// prettier-ignore
test.each([
  ['/',                   200, 'text/html',        'no-cache'],
  ['/projects/new',       200, 'text/html',        'no-cache'],
  ['/no-such-page?a=b',   200, 'text/html',        'no-cache'],
  ['/icon.svg',           200, 'image/svg+xml',    'no-cache'],
  ['/sw.js',              200, '/javascript',      'no-cache'],
  ['/assets/app-1a2b.js', 200, '/javascript',      'public, max-age=31536000, immutable'],
  ['/assets/gone-3c4d.js',404, 'application/json', undefined],
  ['/api/projects-x',     404, 'application/json', 'no-store'],
  ['/a..b/...',           200, 'text/html',        'no-cache'],
])('O11 %s answers %i as %s', async (url, status, type, caching) => {
  const { app } = await testApp({}, createBuiltFrontEnd())
  const reply = await app.inject(url)
  expect(reply.statusCode).toBe(status)
  expect(reply.headers['content-type']).toContain(type)
  expect(reply.headers['cache-control']).toBe(caching)
})

test('O11 files that were compressed by the build are sent as they are', async () => {
  const { app } = await testApp({}, createBuiltFrontEnd())
  const reply = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
  expect(reply.headers['content-encoding']).toBe('br')
  expect(reply.rawPayload).toEqual(brotliCompressSync('<!doctype html>the page'))
})
