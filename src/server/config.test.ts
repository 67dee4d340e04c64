import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, Settings } from './config.ts'
import { deriveVapidKeys } from './secrets/vapid.ts'

test('O1 no setting is needed to start', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', databaseUrl: undefined })
})

// prettier-ignore
test.each([
  ['PORT',         'abc',          'PORT must be a port number from 0 to 65535, but it is "abc".'],
  ['PORT',         '70000',        'PORT must be a port number from 0 to 65535, but it is "70000".'],
  ['PUBLIC_URL',   'example',      'PUBLIC_URL must be the address people open, like https://time.example.org or https://example.org/ritmo, but it is "example".'],
  ['DATABASE_URL', 'mysql://u:p@h','DATABASE_URL must be a PostgreSQL address like postgres://user:password@host/ritmo.'],
  ['JWT_SECRET',   'short',        'JWT_SECRET must be at least 32 random characters, which "openssl rand -base64 32" prints.'],
  ['TRUST_PROXY',  '-1',           'TRUST_PROXY must be none, a number of proxies, or a list of their networks like 10.0.0.0/8, but it is "-1".'],
  ['CORS_ORIGINS', 'nowhere',      'CORS_ORIGINS must be a comma-separated list of origins like https://app.example.org, but it is "nowhere".'],
  ['QUOTAS',       'notes=5',      'QUOTAS must be on, off, or a list of changes like time-entries=1000000,projects=500, but it is "notes=5".'],
  ['PUSH_HOSTS',   'https://a.example', 'PUSH_HOSTS must be a comma-separated list of hosts like push.example.org, but it is "https://a.example".'],
  ['OUTBOUND_NETWORKS', '10.0.0.0/99', 'OUTBOUND_NETWORKS must be a comma-separated list of networks like 10.0.0.0/8, but it is "10.0.0.0/99".'],
  ['VAPID_PUBLIC_KEY',  'alone',   'VAPID_PRIVATE_KEY must be the private key that belongs to VAPID_PUBLIC_KEY.'],
  ['VAPID_PRIVATE_KEY', 'alone',   'VAPID_PRIVATE_KEY must be the private key that belongs to VAPID_PUBLIC_KEY.'],
  ['LOG_LEVEL',    'loud',         'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, but it is "loud".'],
])('O2 a wrong %s (%s) is reported in one sentence, without secrets', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(sentence)
})

// prettier-ignore
test.each([
  'change-me-change-me-change-me-change-me', 'your_secret_key_goes_here_0123456789', 'x'.repeat(40), '0101'.repeat(12),
  'abcdefgh'.repeat(4), 'a-string-secret-at-least-256-bits-long', 'abcdefghijklmnopqrstuvwxyz0123456789',
])(
  'S19 a key that is easy to guess (%s) is refused, and not printed',
  (secret) => {
    const sentence = /^JWT_SECRET must be at least 32 random characters, which "openssl rand -base64 32" prints\.$/
    expect(() => readConfig({ JWT_SECRET: secret })).toThrow(sentence)
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

test('O2 QUOTAS changes single quotas', () => {
  const { quotas } = readConfig({})
  expect(readConfig({ QUOTAS: 'tags=7, text-megabytes=0' }).quotas).toEqual({ ...quotas, tags: 7, 'text-megabytes': 0 })
  expect([readConfig({ QUOTAS: 'on' }).quotas, readConfig({ QUOTAS: 'off' }).quotas]).toEqual([quotas, null])
})

test('an empty setting counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}))
})

test('a slash at the end of PUBLIC_URL is removed', () => {
  expect(readConfig({ PUBLIC_URL: 'https://time.example.org/' }).publicUrl).toBe('https://time.example.org')
})

test('O3 the README lists no setting that does not exist', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const rows = [...readme.matchAll(/^\| (`[A-Z][A-Z\d_]+`[^|]*)\|/gm)].map(([, names = '']) => names)
  const listed = rows.flatMap((names) => [...names.matchAll(/`([A-Z\d_]+)`/g)].map(([, name = '']) => name))
  expect(listed.length).toBeGreaterThan(5)
  expect(listed.filter((name) => !(name in Settings.shape))).toEqual([])
})

const S3 = {
  BACKUP_S3_URL: 'https://s3.example.org/',
  BACKUP_S3_BUCKET: 'ritmo-backups',
  BACKUP_S3_KEY_ID: 'id',
  BACKUP_S3_SECRET: 'hidden',
}

// prettier-ignore
test.each<[settings: Record<string, string>, sentence: string]>([
  [{ BACKUP_EVERY: 'daily' },                'BACKUP_EVERY must be off, or a time like 12h or 1d, but it is "daily".'],
  [{ BACKUP_KEEP: '0' },                     'BACKUP_KEEP must be a number of backups like 14, or an age like 30d, but it is "0".'],
  [{ BACKUP_KEY: 'hidden' },                 'BACKUP_KEY must be at least 16 random characters.'],
  [{ BACKUP_BEFORE_MIGRATION: 'maybe' },     'BACKUP_BEFORE_MIGRATION must be on or off, but it is "maybe".'],
  [{ ...S3, BACKUP_S3_BUCKET: 'No Bucket' }, 'BACKUP_S3_BUCKET must be the name of the bucket of BACKUP_S3_URL, but it is "No Bucket".'],
  [{ ...S3, BACKUP_S3_SECRET: '' },          'BACKUP_S3_SECRET is missing: BACKUP_S3_URL, _BUCKET, _KEY_ID and _SECRET belong together.'],
  [{ ...S3, BACKUP_S3_PREFIX: '/team a' },   'BACKUP_S3_PREFIX must be a path in the bucket like team-a/, but it is "/team a".'],
  [{ BACKUP_S3_BUCKET: 'alone' },            'BACKUP_S3_URL is missing'],
])('O2 wrong settings of backups (%o) are reported in one sentence, without secrets', (settings, sentence) => {
  const refused = (() => {
    try {
      readConfig(settings)
      return 'accepted'
    } catch (error) {
      return (error as Error).message
    }
  })()
  expect(refused).toContain(sentence)
  expect(refused).not.toContain('hidden')
})

// prettier-ignore
test.each([
  [{},                                     ''],
  [{ BACKUP_S3_PREFIX: 'team-a' },         'team-a/'],
  [{ BACKUP_S3_PREFIX: 'sites/team-a/' },  'sites/team-a/'],
])('O57 the prefix of objects in the bucket ends with a slash (%o)', (settings, prefix) => {
  expect(readConfig({ ...S3, ...settings }).backups.s3?.prefix).toBe(prefix)
})

// prettier-ignore
test.each<[what: string, settings: Record<string, string>, everyMs: number | null]>([
  ['a site on SQLite',                 {},                                                         86_400_000],
  ['a site on PostgreSQL',             { DATABASE_URL: 'postgres://h/d' },                         null],
  ['PostgreSQL with a folder',         { DATABASE_URL: 'postgres://h/d', BACKUP_FOLDER: '/mnt' },  86_400_000],
  ['PostgreSQL with an S3 storage',    { DATABASE_URL: 'postgres://h/d', ...S3 },                  86_400_000],
  ['a site that wants none',           { BACKUP_EVERY: 'off' },                                    null],
  ['a site that wants more',           { BACKUP_EVERY: '6h' },                                     21_600_000],
])('O54 %s gets backups as often as it should', (_what, settings, everyMs) => {
  expect(readConfig(settings).backups.everyMs).toBe(everyMs)
})

test('O54 backups in the DATA_DIR of a site on PostgreSQL are not durable', () => {
  const DATABASE_URL = 'postgres://h/d'
  expect(readConfig({ DATABASE_URL }).backups.isDurable).toBe(false)
  for (const settings of [{}, { DATABASE_URL, BACKUP_FOLDER: '/mnt' }, { DATABASE_URL, ...S3 }])
    expect(readConfig(settings).backups.isDurable).toBe(true)
})
