import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../../scripts/topology/free-port.ts'
import { launchServer, waitUntilReady } from '#server/testing/server-process.ts'

const { chooseCacheFolder } = (await import(join(import.meta.dirname, 'compile-cache.mjs'))) as {
  chooseCacheFolder: (folders: string[]) => string | undefined
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'ritmo-cache-'))

test('O21 the first folder that can be written holds the compile cache', () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  const [below, good] = [join(file, 'compiled'), join(newFolder(), 'compiled')]
  expect(chooseCacheFolder([below, good, newFolder()])).toBe(good)
  expect(chooseCacheFolder([below])).toBeUndefined()
})

test('O21 a folder that was filled for this user and version comes first', () => {
  const filled = newFolder()
  mkdirSync(join(filled, `${process.version}-x64-00000000-${process.getuid?.()}`))
  expect(chooseCacheFolder([filled])).toBe(filled)
})

test('O21 the server writes its compile cache into CACHE_DIRECTORY', async () => {
  const port = await findFreePort()
  const cache = newFolder()
  const child = launchServer(port, { DATA_DIR: newFolder(), CACHE_DIRECTORY: cache })
  onTestFinished(() => void child.kill('SIGKILL'))
  await waitUntilReady(`http://127.0.0.1:${port}`)
  await expect.poll(() => readdirSync(cache, { recursive: true }).length).toBeGreaterThan(50)
})
