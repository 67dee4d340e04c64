import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { testApp } from '#server/testing/test-app.ts'

const PAGE = '<!doctype html><html lang="en"><head><title>Ritmo</title></head><body></body></html>'

const newFolder = () => mkdtempSync(join(tmpdir(), 'ritmo-notice-'))

/** Writes files into a new folder, and returns the path of the first. */
function writeFiles(files: Record<string, string>) {
  const folder = newFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return join(folder, Object.keys(files)[0] ?? '')
}

async function openPage(NOTICE: string, path = '/login') {
  const webDir = newFolder()
  writeFileSync(join(webDir, 'index.html'), PAGE)
  const { app } = await testApp({ NOTICE }, webDir)
  const reply = await app.inject(path)
  const compressed = await app.inject({ url: path, headers: { 'accept-encoding': 'br' } })
  if (compressed.headers['content-encoding'] === 'br')
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(reply.body)
  expect(reply.headers).toMatchObject({
    'content-type': expect.stringContaining('text/html'),
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("script-src 'self'"),
  })
  return reply.body
}

test('O77 by default the page is the one that was built', async () => {
  expect(await openPage('')).toBe(PAGE)
  expect(await openPage('on')).toBe(PAGE)
})

test.each(['/', '/index.html', '/login'])('O77 NOTICE=off tells the page %s to show no notice', async (path) => {
  expect(await openPage('off', path)).toBe(PAGE.replace('</head>', '<meta name="notice" content="off"></head>'))
})

test('O77 the text of a file is written into the page, by language, and cannot leave its attribute', async () => {
  const path = writeFiles({
    'notice.txt': 'Welcome!\r\n\r\n"><script>alert(1)</script> & $& $1\n',
    'notice.es.txt': '¡Hola!',
    'notice.fr.txt': 'Bonjour',
  })
  const page = await openPage(path)
  expect(page).toContain(
    '<meta name="notice" content="Welcome!\n\n&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; $&amp; $1">' +
      '<meta name="notice" lang="es" content="¡Hola!"></head>',
  )
  expect(page).not.toContain('Bonjour')
})

test('O77 a notice that is missing, empty or too long stops the start with one sentence', () => {
  expect(() => readConfig({ NOTICE: '/nowhere/notice.txt' })).toThrow(
    'NOTICE names /nowhere/notice.txt, which cannot be read (ENOENT).',
  )
  const empty = writeFiles({ 'notice.txt': ' \n' })
  expect(() => readConfig({ NOTICE: empty })).toThrow(`NOTICE names ${empty}, which is empty: write NOTICE=off`)
  const long = writeFiles({ 'notice.txt': 'x'.repeat(4_001) })
  expect(() => readConfig({ NOTICE: long })).toThrow(`NOTICE names ${long}, which is longer than 4000 characters.`)
})
