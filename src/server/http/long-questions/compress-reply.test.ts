import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { chooseEncoding } from './compress-reply.ts'

// prettier-ignore
test.each([
  [undefined,                   undefined],
  ['',                          undefined],
  ['identity',                  undefined],
  ['gzip, deflate',             'gzip'],
  ['gzip, deflate, br',         'br'],
  ['gzip, deflate, br, zstd',   'zstd'],
  ['GZIP;q=0.5',                'gzip'],
  ['zstd;q=0, br; q=0.0, gzip', 'gzip'],
  ['gzip;q=0',                  undefined],
  ['x-gzip',                    undefined],
])('O97 for %s a long reply is compressed by %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

test('O97 a compressed reply has the same content', async () => {
  const { app, signUp } = await testApp()
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'Website' })).json().data.id
  for (let hour = 0; hour < 20; hour += 1) {
    const at = (minute: number) => new Date(Date.UTC(2026, 1, 1, hour, minute)).toISOString()
    await ann.post('/time-entries', { project, startTime: at(0), endTime: at(30) })
  }
  const read = (headers: Record<string, string>) =>
    app.inject({
      url: '/api/time-entries?startDate=2026-02-01T00:00:00Z',
      headers: { authorization: `Bearer ${ann.token}`, ...headers },
    })
  const plain = await read({})
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.headers['vary']).toBe('accept-encoding')
  for (const [encoding, decompress] of Object.entries({
    zstd: zstdDecompressSync,
    br: brotliDecompressSync,
    gzip: gunzipSync,
  })) {
    const { headers, rawPayload } = await read({ 'accept-encoding': encoding })
    expect(headers['content-encoding']).toBe(encoding)
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
    expect(decompress(rawPayload).toString()).toBe(plain.body)
  }
})
