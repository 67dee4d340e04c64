import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8')
const [, SCRIPT = ''] = /<!-- first script -->\s+```bash\n(.*?)```/s.exec(PAGE) ?? []

test('A97 the first script of docs/api.md runs as it is written', async () => {
  const { app, db, clock, signUp } = await testApp()
  // The script waits for some seconds.
  Object.defineProperty(clock, 'now', { get: Date.now })
  const ann = await signUp('Ann')
  await db.updateTable('users').set({ verified_at: 1 }).execute()
  await ann.post('/projects', { name: 'Atlas' })
  const { secret } = (await ann.post('/tokens', { name: 'Script', scopes: ['read', 'time-entries', 'timer'] })).json()
    .data
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const { PATH } = process.env
  const env = { PATH, RITMO_URL: `http://127.0.0.1:${port}`, RITMO_TOKEN: secret }
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', SCRIPT], { env })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^Signed in as Ann\nAdded [\w-]+\nRunning since [-\d]+T[\d:.]+Z\nSaved \d+ seconds\n$/)
  const entries = (await ann.get('/time-entries')).json().data as { notes: string }[]
  expect(entries.map(({ notes }) => notes)).toContain('Written by a script')
})
