import { mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../../scripts/topology/free-port.ts'
import { launchServer, waitUntilReady } from '#server/testing/server-process.ts'

// prettier-ignore
test.each([
  ['https without TRUST_PROXY', { PUBLIC_URL: 'https://time.example.org' },                    true],
  ['https with TRUST_PROXY',    { PUBLIC_URL: 'https://time.example.org', TRUST_PROXY: '1' },  false],
  ['http without TRUST_PROXY',  { PUBLIC_URL: 'http://time.example.org' },                     false],
])('O19 the start warns of limits that all users share: %s', async (_, settings, isWarned) => {
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-start-'))
  const [port, log] = [await findFreePort(), join(folder, 'log')]
  const child = launchServer(port, { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', ...settings }, openSync(log, 'w'))
  onTestFinished(() => void child.kill('SIGKILL'))
  await waitUntilReady(`http://127.0.0.1:${port}`)
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('Ritmo is ready')
  expect(readFileSync(log, 'utf8').includes('TRUST_PROXY is not set')).toBe(isWarned)
})
