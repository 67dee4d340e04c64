import { chmodSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSecrets } from './secrets.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'ritmo-secrets-'))

test('O4 the keys are made once, and are for the owner alone', () => {
  const place = folder()
  const first = readSecrets(place)
  expect(first.session).toHaveLength(43)
  expect(readSecrets(place)).toEqual(first)
  expect(statSync(join(place, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('keys that other users of the machine can read are refused', () => {
  const place = folder()
  readSecrets(place)
  chmodSync(join(place, 'secrets.json'), 0o644)
  expect(() => readSecrets(place)).toThrow('can be read by other users')
})

test.each(['', '{}', '{"session":"short"}', 'not json'])(
  'a damaged key file (%s) is not quietly replaced',
  (content) => {
    const place = folder()
    writeFileSync(join(place, 'secrets.json'), content, { mode: 0o600 })
    expect(() => readSecrets(place)).toThrow('is damaged')
  },
)
