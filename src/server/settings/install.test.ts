import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A package without installed packages, and an npm that ends in the given way. */
function install({ npm, isRelease = false }: { npm?: string; isRelease?: boolean }) {
  const root = mkdtempSync(join(tmpdir(), 'ritmo-install-'))
  for (const folder of ['scripts', 'bin']) mkdirSync(join(root, folder))
  copyFileSync(join(import.meta.dirname, '../../../scripts/bootstrap.mjs'), join(root, 'scripts/bootstrap.mjs'))
  if (!isRelease) writeFileSync(join(root, 'scripts/build.ts'), '')
  if (npm !== undefined) {
    writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\n${npm}\n`)
    chmodSync(join(root, 'bin/npm'), 0o755)
  }
  const env = { PATH: join(root, 'bin') }
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/bootstrap.mjs'), 'start'], {
    env,
    encoding: 'utf8',
  })
  return { status, stderr }
}

// prettier-ignore
test.each([
  ['the sources',       false, '768 MB; a release archive, which is built already, needs 512 MB'],
  ['a release archive', true,  'A release archive needs 512 MB'],
])('O102 an install of %s that is killed says what it needs', (_what, isRelease, need) => {
  const { status, stderr } = install({ npm: 'kill -KILL $$', isRelease })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^The packages could not be installed, because npm was killed\. The memory is probably full\.\n/)
  expect(stderr).toContain(need)
})

test('O102 an install that fails shows what npm says', () => {
  const { status, stderr } = install({ npm: 'echo "npm error code E404" >&2; exit 1' })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'The packages could not be installed:\nnpm error code E404\n\n',
  })
})

test('O102 a machine without npm is told so', () => {
  expect(install({})).toEqual({ status: 1, stderr: 'The packages could not be installed: spawnSync npm ENOENT\n' })
})
