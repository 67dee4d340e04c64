import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const PAGE = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')
const blockAfter = (comment: string) =>
  new RegExp(`<!-- ${comment} -->\\s+\`\`\`\\w+\n(.*?)\`\`\``, 's').exec(PAGE)![1]!

/** Starts a server on a port, with an account that has a project and a token. */
async function startWithToken() {
  const { app, db, clock, signUp } = await testApp()
  // The script waits for some seconds.
  Object.defineProperty(clock, 'now', { get: Date.now })
  const ann = await signUp('Ann')
  await db.updateTable('users').set({ verified_at: 1 }).execute()
  await ann.post('/projects', { name: 'Atlas' })
  const draft = { name: 'Script', scopes: ['read', 'time-entries', 'timer'] }
  const { secret } = (await ann.post('/tokens', draft)).json().data
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const { PATH } = process.env
  return { ann, env: { PATH, RITMO_URL: `http://127.0.0.1:${port}`, RITMO_TOKEN: secret } }
}

const run = promisify(execFile)

test('A97 the first script of docs/api.md runs as it is written', async () => {
  const { ann, env } = await startWithToken()
  const { stdout, stderr } = await run('bash', ['--norc', '-c', blockAfter('first script')], { env })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^Signed in as Ann\nAdded [\w-]+\nRunning since [-\d]+T[\d:.]+Z\nSaved \d+ seconds\n$/)
  const entries = (await ann.get('/time-entries')).json().data as { notes: string }[]
  expect(entries.map(({ notes }) => notes)).toContain('Written by a script')
})

/** A TypeScript project with the packages of this one. */
function createTypeScriptProject() {
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-typed-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [packages, tsc] = [join(ROOT, 'node_modules'), join(ROOT, 'node_modules/typescript/bin/tsc')]
  symlinkSync(packages, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const compilerOptions = {
    target: 'ES2024',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: ['node'],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  return {
    folder,
    write: (file: string, text: string) => writeFileSync(join(folder, file), text),
    /** The complaints of TypeScript. */
    checkTypes: () =>
      run(process.execPath, [tsc, '-p', folder]).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      ),
  }
}

test('A97 a client that is generated from the OpenAPI document knows the types, and calls the server', async () => {
  const { ann, env } = await startWithToken()
  const { folder, write, checkTypes } = createTypeScriptProject()
  await run('bash', ['--norc', '-ec', blockAfter('typed client')], { cwd: folder, env })
  const client = readFileSync(join(folder, 'ritmo.ts'), 'utf8').split('\n')
  const untyped = client.filter((line) => /^\s*[^*/\s].*\bany\b(?!")/.test(line)).map((line) => line.trim())
  // Any other theme of a client counts as the light one.
  expect(new Set(untyped)).toEqual(new Set(['theme?: ("light" | "dark") | any;']))
  const program = blockAfter('program with the typed client')
  write('program.ts', program)
  expect(await checkTypes()).toBe('')
  const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder, env })
  expect(stdout).toBe('Atlas: 60 minutes\n')
  expect((await ann.get('/time-entries')).json().data).toHaveLength(1)
  write('program.ts', program.replace('endTime:', 'end:'))
  expect(await checkTypes()).toContain("'end' does not exist")
})
