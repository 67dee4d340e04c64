import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A package with the real bootstrap script, this Node, and a script that prints a setting and its arguments. */
function createPackage() {
  const root = mkdtempSync(join(tmpdir(), 'ritmo-bootstrap-'))
  for (const folder of ['scripts', 'node_modules/node/bin']) mkdirSync(join(root, folder), { recursive: true })
  copyFileSync(join(import.meta.dirname, '../../../scripts/bootstrap.mjs'), join(root, 'scripts/bootstrap.mjs'))
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'))
  writeFileSync(join(root, 'package-lock.json'), '')
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '')
  writeFileSync(join(root, 'scripts/show.mjs'), 'console.log(process.env.PORT, ...process.argv.slice(2))')
  writeFileSync(join(root, 'site.env'), 'PORT=4567\n')
  return root
}

function runScript(root: string, words: string[], environment: Record<string, string> = {}) {
  const env = { PATH: process.env['PATH'], INIT_CWD: root, ...environment }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'scripts/bootstrap.mjs'), 'show', ...words],
      { env, cwd: root },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

test('O71 every command reads the settings of --env-file', async () => {
  const root = createPackage()
  expect(await runScript(root, ['one', '--env-file=site.env', 'two'])).toEqual({
    code: 0,
    stdout: '4567 one two\n',
    stderr: '',
  })
})

test('O71 a variable of the environment wins over --env-file', async () => {
  expect((await runScript(createPackage(), ['--env-file=site.env'], { PORT: '9' })).stdout).toBe('9\n')
})

test('O71 a missing --env-file is told in one sentence', async () => {
  const root = createPackage()
  const { code, stdout, stderr } = await runScript(root, ['--env-file=other.env'])
  // Some versions of Node notice the missing file themselves, before the script runs.
  expect({ hasFailed: code !== 0, stdout }).toEqual({ hasFailed: true, stdout: '' })
  expect(stderr).toMatch(/^.*other\.env.*(not found|cannot be read).*\n$/)
})
