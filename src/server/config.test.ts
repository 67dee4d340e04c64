import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, Settings } from './config.ts'
import { deriveVapidKeys } from './vapid.ts'

test('O1 no setting is needed to start', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', databaseUrl: undefined })
})

// prettier-ignore
test.each([
  ['PORT',         'abc',          'PORT must be a port number from 0 to 65535, but it is "abc".'],
  ['PORT',         '70000',        'PORT must be a port number from 0 to 65535, but it is "70000".'],
  ['PUBLIC_URL',   'example',      'PUBLIC_URL must be the address people open, like https://time.example.org, but it is "example".'],
  ['DATABASE_URL', 'mysql://u:p@h','DATABASE_URL must be a PostgreSQL address like postgres://user:password@host/ritmo.'],
  ['JWT_SECRET',   'short',        'JWT_SECRET must be at least 32 random characters.'],
  ['TRUST_PROXY',  '-1',           'TRUST_PROXY must be none, a number of proxies, or a list of their networks like 10.0.0.0/8, but it is "-1".'],
  ['CORS_ORIGINS', 'nowhere',      'CORS_ORIGINS must be a comma-separated list of origins like https://app.example.org, but it is "nowhere".'],
  ['PUSH_HOSTS',   'https://a.example', 'PUSH_HOSTS must be a comma-separated list of hosts like push.example.org, but it is "https://a.example".'],
  ['VAPID_PUBLIC_KEY',  'alone',   'VAPID_PRIVATE_KEY must be the private key that belongs to VAPID_PUBLIC_KEY.'],
  ['VAPID_PRIVATE_KEY', 'alone',   'VAPID_PRIVATE_KEY must be the private key that belongs to VAPID_PUBLIC_KEY.'],
  ['LOG_LEVEL',    'loud',         'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, but it is "loud".'],
])('O2 a wrong %s (%s) is reported in one sentence, without secrets', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(sentence)
})

// prettier-ignore
test.each(['change-me-change-me-change-me-change-me', 'your_secret_key_goes_here_0123456789', 'x'.repeat(40), '0101'.repeat(12)])(
  'S19 a key that is easy to guess (%s) is refused, and not printed',
  (secret) => {
    expect(() => readConfig({ JWT_SECRET: secret })).toThrow(/^JWT_SECRET must be at least 32 random characters\.$/)
    expect(readConfig({ JWT_SECRET: '7e0b5f0c9d1a4be28c6f3d5a9b1c2e4f' }).jwtSecret).toBeDefined()
  },
)

test('O2 the VAPID keys must both be set, and belong to each other', () => {
  const [one, other] = [deriveVapidKeys(Buffer.alloc(32, 1)), deriveVapidKeys(Buffer.alloc(32, 2))]
  const given = { VAPID_PUBLIC_KEY: one.publicKey, VAPID_PRIVATE_KEY: one.privateKey }
  expect(readConfig(given).push.keys).toEqual(one)
  expect(readConfig({}).push.keys).toBeUndefined()
  expect(() => readConfig({ ...given, VAPID_PRIVATE_KEY: other.privateKey })).toThrow(
    'VAPID_PRIVATE_KEY must be the private key that belongs to VAPID_PUBLIC_KEY.',
  )
})

test('an empty setting counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}))
})

test('a slash at the end of PUBLIC_URL is removed', () => {
  expect(readConfig({ PUBLIC_URL: 'https://time.example.org/' }).publicUrl).toBe('https://time.example.org')
})

test('O3 the README lists every setting', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  expect(Object.keys(Settings.shape).filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})
