import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { findBundle, hashFiles } from './bundle.mjs'

/** A folder with two sources and a bundle that was made of them. */
function createBundle() {
  const root = mkdtempSync(join(tmpdir(), 'ritmo-bundle-'))
  const files = ['start.ts', 'clock.ts']
  for (const file of files) writeFileSync(join(root, file), `// ${file}`)
  const folder = join(root, 'build')
  mkdirSync(folder)
  writeFileSync(join(folder, 'sources.json'), JSON.stringify({ files, hash: hashFiles(root, files) }))
  return { root, folder, start: pathToFileURL(join(folder, 'start.mjs')).href }
}

test('O111 the server starts from a bundle of the sources that are there', () => {
  const { root, folder, start } = createBundle()
  expect(findBundle(root, folder)).toBe(start)
})

test('O111 a bundle of other sources is not used', () => {
  const { root, folder, start } = createBundle()
  writeFileSync(join(root, 'clock.ts'), '// clock.ts, but changed')
  expect(findBundle(root, folder)).toBeUndefined()
  writeFileSync(join(root, 'clock.ts'), '// clock.ts')
  expect(findBundle(root, folder)).toBe(start)
})

test('O111 without a bundle, or with a broken one, the sources start', () => {
  const { root, folder } = createBundle()
  expect(findBundle(root, join(root, 'nowhere'))).toBeUndefined()
  writeFileSync(join(folder, 'sources.json'), '{"files":')
  expect(findBundle(root, folder)).toBeUndefined()
})
