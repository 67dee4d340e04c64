import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { testApp } from '#server/testing/test-app.ts'
import { withBasePath, withoutBasePath } from '#server/http/base-path.ts'

// prettier-ignore
test.each([
  ['/ritmo',              '/'],
  ['/ritmo?a=b',          '/?a=b'],
  ['/ritmo/',             '/'],
  ['/ritmo/api/about',    '/api/about'],
  ['/ritmo/ritmo',        '/ritmo'],
  ['/api/about',          '/api/about'],
  ['/ritmonic/x',         '/ritmonic/x'],
])('O20 below /ritmo the address %s is %s', (url, expected) => {
  expect(withoutBasePath(url, '/ritmo')).toBe(expected)
})

test('O20 the addresses in the page get the path, others stay', () => {
  const page = '<html lang="en"><link href="/icon.svg"><script src="/assets/a.js"></script><a href="//example.org/">'
  expect(withBasePath(page, '/ritmo')).toBe(
    '<html data-base="/ritmo" lang="en"><link href="/ritmo/icon.svg"><script src="/ritmo/assets/a.js"></script><a href="//example.org/">',
  )
})

test.each(['https://example.org/a"b', 'https://example.org/ritmo?x=1', 'https://example.org/a b', 'https://a.org/#x'])(
  'O2 %s is no address for PUBLIC_URL',
  (address) => expect(() => readConfig({ PUBLIC_URL: address })).toThrow('PUBLIC_URL must be'),
)

test('O20 pages, files, calls and sockets are answered with and without the path', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<html lang="en"><script src="/assets/app-1a2b.js"></script>')
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'the script')
  const { app } = await testApp({ PUBLIC_URL: 'https://example.org/ritmo/' }, folder)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const read = async (path: string) => (await fetch(address + path)).text()
  for (const prefix of ['', '/ritmo']) {
    for (const path of ['/', '/index.html', '/projects/new', ...(prefix === '' ? [] : [''])])
      expect(await read(prefix + path)).toBe(
        '<html data-base="/ritmo" lang="en"><script src="/ritmo/assets/app-1a2b.js"></script>',
      )
    expect(await read(`${prefix}/assets/app-1a2b.js`)).toBe('the script')
    expect(await read(`${prefix}/api/about`)).toContain('"ok":true')
    expect(await read(`${prefix}/socket.io/?EIO=4&transport=polling`)).toContain('"sid"')
  }
  const { headers } = await fetch(`${address}/ritmo/`, { headers: { 'accept-encoding': 'br' } })
  expect(Object.fromEntries(headers)).toMatchObject({ 'cache-control': 'no-cache', 'content-encoding': 'br' })
})
