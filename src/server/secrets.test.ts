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

test('O4 the key file of an earlier version gets the keys for push, and keeps its own', () => {
  const place = folder()
  const file = join(place, 'secrets.json')
  writeFileSync(file, OLD, { mode: 0o600 })
  const keys = readSecrets(place)
  expect(keys.session).toBe(JSON.parse(OLD).session)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(keys)
  expect(readSecrets(place)).toEqual(keys)
})

test('O4 the keys for push follow from the session key, in every version alike', () => {
  expect(deriveSecrets('a session key of an earlier version, 43 chr').vapid.publicKey).toMatch(
    /^BLf0cGMEa3Wa5DnE7DGf9iw7aYii2HkkIp/,
  )
})

test('O4 keys that are put in the place of others are for the owner alone too', () => {
  const place = folder()
  readSecrets(place)
  const others = deriveSecrets('x'.repeat(43))
  replaceSecrets(place, others)
  expect(readSecrets(place)).toEqual(others)
  expect(statSync(join(place, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(place)).toEqual(['secrets.json'])
})

/** What happens when a new key file is to get its name. */
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

test('O4 who makes keys in the same moment as another takes the other’s', () => {
  const place = folder()
  const others = deriveSecrets('x'.repeat(43))
  const link = onLink((draft, file) => {
    writeFileSync(file, JSON.stringify(others), { mode: 0o600 })
    link(draft, file)
  })
  expect(readSecrets(place)).toEqual(others)
  expect(readdirSync(place)).toEqual(['secrets.json'])
})

test('a disk on which no file can have two names is told of as the system does', () => {
  const place = folder()
  const cannot = Object.assign(new Error('operation not permitted, link'), { code: 'EPERM' })
  onLink(() => {
    throw cannot
  })
  expect(() => readSecrets(place)).toThrow(cannot)
  expect(readdirSync(place)).toEqual([])
})

test.each([0o644, 0o620, 0o601])('keys with the rights %i, which are not the owner’s alone, are refused', (mode) => {
  const place = folder()
  readSecrets(place)
  const file = join(place, 'secrets.json')
  chmodSync(file, mode)
  expect(() => readSecrets(place)).toThrow(
    `${file} can be read by other users of this machine: run "chmod 600 ${file}".`,
  )
})

const DAMAGED = ['', '{}', `{"session":"${'x'.repeat(31)}"}`, 'not json', `{"session":"${'x'.repeat(43)}","vapid":{}}`]

test.each(DAMAGED)('a damaged key file (%s) is not quietly replaced', (content) => {
  const place = folder()
  writeFileSync(join(place, 'secrets.json'), content, { mode: 0o600 })
  expect(() => readSecrets(place)).toThrow(
    `${join(place, 'secrets.json')} is damaged: restore it from a backup, or delete it to sign everybody out.`,
  )
})
