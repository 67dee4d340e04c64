import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Prints the outcome of loading something twice in a new process, in which the first attempt to load `entry` fails. */
async function loadTwice(entry: string, load: string) {
  const script = `import { registerHooks } from 'node:module'
let failures = 0
registerHooks({
  load(url, context, next) {
    if (!url.endsWith(${JSON.stringify(entry)}) || failures++ > 0) return next(url, context)
    return { format: 'commonjs', source: 'throw new Error("once")', shortCircuit: true }
  },
})
const load = async () => { ${load} }
for (let tries = 0; tries < 2; tries += 1) console.log(await load().then(() => 'loaded', (error) => error.message))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: import.meta.dirname,
  })
  return stdout.trim().split('\n')
}

const moduleAt = (path: string) => JSON.stringify(join(import.meta.dirname, '..', path))

// prettier-ignore
test.each([
  ['the common passwords', '/language-common/dist/index.cjs', `(await import(${moduleAt('features/users/credentials/passwords.ts')})).rejectWeakPassword('A quiet river 42', [], 'x')`],
  ['the push package',     '/web-push/src/index.js',          `(await import(${moduleAt('loading/load-package.ts')})).loadPackage('web-push')`],
])('O48 a failure to load %s is not remembered', async (_what, entry, load) => {
  expect(await loadTwice(entry, load)).toEqual(['once', 'loaded'])
})
