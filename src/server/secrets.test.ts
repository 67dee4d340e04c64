import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readSecrets } from './secrets.ts'
import { VapidKeys } from './vapid.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'ritmo-secrets-'))

test('O4 the keys are made once, and are for the owner alone', () => {
  const place = folder()
  const first = readSecrets(place)
  expect(first.session).toHaveLength(43)
  expect(VapidKeys.safeParse(first.vapid).success).toBe(true)
  expect(readSecrets(place)).toEqual(first)
  expect(statSync(join(place, 'secrets.json')).mode & 0o777).toBe(0o600)
})

const OLD = JSON.stringify({ session: 'a session key of an earlier version, 43 chr' })
const script = `import { readSecrets } from ${JSON.stringify(join(import.meta.dirname, 'secrets.ts'))}
console.log(JSON.stringify(readSecrets(process.argv[1])))`

test.each([
  ['a new folder', undefined],
  ['the key file of an earlier version', OLD],
])('O4 of processes started together on %s all have the same keys', async (_what, content) => {
  const place = folder()
  const file = join(place, 'secrets.json')
  if (content !== undefined) writeFileSync(file, content, { mode: 0o600 })
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', script, place])
  const printed = (await Promise.all(Array.from({ length: 6 }, run))).map(({ stdout }) => JSON.parse(stdout))
  expect(new Set(printed.map((keys) => JSON.stringify(keys))).size).toBe(1)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(printed[0])
  if (content !== undefined) expect(printed[0]).toMatchObject(JSON.parse(content))
  expect(VapidKeys.safeParse(printed[0].vapid).success).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(place)).toEqual(['secrets.json'])
})

test('keys that other users of the machine can read are refused', () => {
  const place = folder()
  readSecrets(place)
  chmodSync(join(place, 'secrets.json'), 0o644)
  expect(() => readSecrets(place)).toThrow('can be read by other users')
})

const DAMAGED = ['', '{}', '{"session":"short"}', 'not json', `{"session":"${'x'.repeat(43)}","vapid":{}}`]

test.each(DAMAGED)('a damaged key file (%s) is not quietly replaced', (content) => {
  const place = folder()
  writeFileSync(join(place, 'secrets.json'), content, { mode: 0o600 })
  expect(() => readSecrets(place)).toThrow('is damaged')
})
