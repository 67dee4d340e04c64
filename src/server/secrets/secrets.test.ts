import { execFile } from 'node:child_process'
import fs, { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readSecrets, replaceSecrets, deriveSecrets } from './secrets.ts'
import { VapidKeys } from './vapid.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'ritmo-secrets-'))

test('O4 the keys are generated once, and only their owner can read them', () => {
  const dataDir = folder()
  const first = readSecrets(dataDir)
  expect(first.session).toHaveLength(43)
  expect(VapidKeys.safeParse(first.vapid).success).toBe(true)
  expect(readSecrets(dataDir)).toEqual(first)
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
})

const OLD = JSON.stringify({ session: 'a session key of an earlier version, 43 chr' })
const script = `import { readSecrets } from ${JSON.stringify(join(import.meta.dirname, 'secrets.ts'))}
console.log(JSON.stringify(readSecrets(process.argv[1])))`

test.each([
  ['a new folder', undefined],
  ['the key file of an earlier version', OLD],
])('O4 of processes started together on %s all have the same keys', async (_what, content) => {
  const dataDir = folder()
  const file = join(dataDir, 'secrets.json')
  if (content !== undefined) writeFileSync(file, content, { mode: 0o600 })
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', script, dataDir])
  const printed = (await Promise.all(Array.from({ length: 6 }, run))).map(({ stdout }) => JSON.parse(stdout))
  expect(new Set(printed.map((keys) => JSON.stringify(keys))).size).toBe(1)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(printed[0])
  if (content !== undefined) expect(printed[0]).toMatchObject(JSON.parse(content))
  expect(VapidKeys.safeParse(printed[0].vapid).success).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secrets.json'])
})

test('O4 VAPID keys are added to the key file of an earlier version', () => {
  const dataDir = folder()
  const file = join(dataDir, 'secrets.json')
  writeFileSync(file, OLD, { mode: 0o600 })
  const keys = readSecrets(dataDir)
  expect(keys.session).toBe(JSON.parse(OLD).session)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(keys)
  expect(readSecrets(dataDir)).toEqual(keys)
})

test('O4 the VAPID keys are derived from the session key, the same in every version', () => {
  expect(deriveSecrets('a session key of an earlier version, 43 chr').vapid.publicKey).toMatch(
    /^BLf0cGMEa3Wa5DnE7DGf9iw7aYii2HkkIp/,
  )
})

test('O4 only the owner can read replaced keys', () => {
  const dataDir = folder()
  readSecrets(dataDir)
  const others = deriveSecrets('x'.repeat(43))
  replaceSecrets(dataDir, others)
  expect(readSecrets(dataDir)).toEqual(others)
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secrets.json'])
})

/** Replaces `linkSync`, which gives a new key file its name. */
function onLink(how: typeof fs.linkSync) {
  const { linkSync } = fs
  const replace = (link: typeof linkSync) => {
    fs.linkSync = link
    syncBuiltinESMExports()
  }
  onTestFinished(() => replace(linkSync))
  replace(how)
  return linkSync
}

test('O4 if another process creates the keys at the same moment, its keys are used', () => {
  const dataDir = folder()
  const others = deriveSecrets('x'.repeat(43))
  const link = onLink((draft, file) => {
    writeFileSync(file, JSON.stringify(others), { mode: 0o600 })
    link(draft, file)
  })
  expect(readSecrets(dataDir)).toEqual(others)
  expect(readdirSync(dataDir)).toEqual(['secrets.json'])
})

test('a file system without hard links is reported by its own error', () => {
  const dataDir = folder()
  const cannot = Object.assign(new Error('operation not permitted, link'), { code: 'EPERM' })
  onLink(() => {
    throw cannot
  })
  expect(() => readSecrets(dataDir)).toThrow(cannot)
  expect(readdirSync(dataDir)).toEqual([])
})

test.each([0o644, 0o620, 0o601])('a key file with the mode %i, which others can read or write, is refused', (mode) => {
  const dataDir = folder()
  readSecrets(dataDir)
  const file = join(dataDir, 'secrets.json')
  chmodSync(file, mode)
  expect(() => readSecrets(dataDir)).toThrow(
    `${file} can be read by other users of this machine: run "chmod 600 ${file}".`,
  )
})

const DAMAGED = ['', '{}', `{"session":"${'x'.repeat(31)}"}`, 'not json', `{"session":"${'x'.repeat(43)}","vapid":{}}`]

test.each(DAMAGED)('a damaged key file (%s) is not quietly replaced', (content) => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'secrets.json'), content, { mode: 0o600 })
  expect(() => readSecrets(dataDir)).toThrow(
    `${join(dataDir, 'secrets.json')} is damaged: restore it from a backup, or delete it to sign everybody out.`,
  )
})
