import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, SECRET_SETTINGS, SETTING_NAMES, type SettingName, Settings } from '#server/config.ts'
import { defaultTextOf, describeSettings } from './describe-settings.ts'
import { countEdits, findUnknownSettings } from './unknown-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'ritmo-settings-'))
const SECRET = 'only tests use this, 32 characters'

function file(name: string, content: string) {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

/** A valid value of each secret. */
const SECRET_VALUES: Record<string, string> = {
  DATABASE_URL: 'postgres://ritmo:hidden@db/ritmo',
  DATABASE_REPLICA_URL: 'postgres://ritmo:hidden@replica/ritmo',
  REDIS_URL: 'redis://:hidden@redis:6379',
  SMTP_URL: 'smtps://ritmo:hidden@mail.example.org',
}

test.each([...SECRET_SETTINGS].filter((name) => !/^VAPID|^BACKUP_S3/.test(name)))(
  'O70 %s can be read from a file',
  (name) => {
    const value = SECRET_VALUES[name] ?? SECRET
    const path = file(name, `${value}\n`)
    expect(readConfig({ [`${name}_FILE`]: path })).toEqual(readConfig({ [name]: value }))
    expect(readConfig({ [`${name}_FILE`]: path })).not.toEqual(readConfig({}))
    expect(() => readConfig({ [`${name}_FILE`]: path, [name]: value })).toThrow(
      `${name} and ${name}_FILE are both set: remove one of them.`,
    )
  },
)

test('O70 a secret file that is missing, empty or wrong is told in one sentence, without its content', () => {
  expect(() => readConfig({ JWT_SECRET_FILE: '/nowhere/key' })).toThrow(
    'JWT_SECRET_FILE names /nowhere/key, which cannot be read (ENOENT).',
  )
  const empty = file('empty', '\n')
  expect(() => readConfig({ JWT_SECRET_FILE: empty })).toThrow(`JWT_SECRET_FILE names ${empty}, which is empty.`)
  expect(() => readConfig({ JWT_SECRET_FILE: file('short', 'short') })).toThrow(/^JWT_SECRET must be at least 32/)
})

test('O70 a certificate that is missing, or no certificate, is told in one sentence', () => {
  const path = file('ca.pem', 'nothing')
  expect(() => readConfig({ SMTP_CA: path })).toThrow(
    `SMTP_CA names ${path}, which contains no certificate in PEM format.`,
  )
  expect(() => readConfig({ SMTP_CA: '/nowhere' })).toThrow('SMTP_CA names /nowhere, which cannot be read (ENOENT).')
})

// prettier-ignore
test.each([
  ['SMPT_URL',            'SMTP_URL'],
  ['TRUST_PROXIES',       'TRUST_PROXY'],
  ['TRUSTPROXY',          'TRUST_PROXY'],
  ['JWT_SECRETS',         'JWT_SECRET'],
  ['DATABSE_URL',         'DATABASE_URL'],
  ['RITMO_DATA_DIR',      'DATA_DIR'],
  ['BACKUP_INTERVAL',     undefined],
  ['PORT_FILE',           'PORT'],
  ['PROT',                'PORT'],
  ['LOGLEVEL',            'LOG_LEVEL'],
])('O72 %s is told as unknown', (name, nearest) => {
  const [found, ...others] = findUnknownSettings({ [name]: '1' })
  expect(found?.name).toBe(name)
  // Only the first word is known: any setting that begins with it will do.
  expect(found?.nearest).toEqual(nearest ?? expect.stringMatching(/^BACKUP_/))
  expect(others).toEqual([])
})

test('O72 settings, their files and variables of other programs are not told', () => {
  const names = [
    ...SETTING_NAMES,
    ...[...SECRET_SETTINGS].map((name) => `${name}_FILE`),
    'PATH',
    'HOME',
    'HOSTNAME',
    'USER',
    'LANG',
    'SHELL',
    'PWD',
    'TERM',
    'TZ',
    'EDITOR',
    'MAIL',
    'LOGNAME',
    'INIT_CWD',
    'NODE_ENV',
    'NODE_OPTIONS',
    'NODE_VERSION',
    'npm_lifecycle_event',
    'INVOCATION_ID',
    'JOURNAL_STREAM',
    'STATE_DIRECTORY',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'REDIS_SERVICE_HOST',
    'REDIS_PORT',
    'REDIS_PORT_6379_TCP_ADDR',
    'RITMO_SERVICE_PORT',
    'RITMO_PORT',
    'POSTGRES_PASSWORD',
    'KUBERNETES_SERVICE_HOST',
    'CLUSTER_DIR',
    'POD_NAME',
    'SMTP_URL_EMPTY',
    'OPENID_WORK_ISSUER',
    'OPENID_WORK_CLIENT_SECRET_FILE',
  ]
  const values: Record<string, string> = { SMTP_URL_EMPTY: '', OPENID_PROVIDERS: 'work' }
  const environment = Object.fromEntries(names.map((name) => [name, values[name] ?? '1']))
  expect(findUnknownSettings(environment)).toEqual([])
})

test('O72 a misspelt setting of a provider, and one of a provider that is not listed, are told', () => {
  const environment = { OPENID_PROVIDERS: 'work', OPENID_WORK_ISSUR: '1', OPENID_HOME_ISSUER: '1' }
  expect(findUnknownSettings(environment)).toMatchObject([
    { name: 'OPENID_HOME_ISSUER', nearest: 'OPENID_WORK_ISSUER' },
    { name: 'OPENID_WORK_ISSUR', nearest: 'OPENID_WORK_ISSUER' },
  ])
})

test.each([
  ['', '', 0],
  ['abc', '', 3],
  ['SMPT', 'SMTP', 1],
  ['kitten', 'sitting', 3],
  ['TRUST_PROXIES', 'TRUST_PROXY', 3],
])('the distance of %s and %s is %i', (one, other, count) => {
  expect(countEdits(one, other)).toBe(count)
  expect(countEdits(other, one)).toBe(count)
})

const report = (environment: Record<string, string>, envFiles?: string[]) => {
  const { settings, ...rest } = describeSettings(environment, envFiles)
  return { settings: Object.fromEntries(settings.map(({ name, ...others }) => [name, others])), ...rest }
}

test('O73 every setting is described by its value in force and its source', () => {
  const envFile = file('site.env', 'HOST=0.0.0.0\nPORT=4000\n')
  const key = file('key', `${SECRET}\n`)
  const environment = { HOST: '0.0.0.0', PORT: '5000', JWT_SECRET_FILE: key, LOG_LEVEL: 'warn' }
  const { settings, problems, unknown } = report(environment, [envFile])
  expect(Object.keys(settings)).toEqual(Object.keys(Settings.shape))
  expect(settings).toMatchObject({
    HOST: { value: '0.0.0.0', source: envFile },
    PORT: { value: '5000', source: 'environment' },
    LOG_LEVEL: { value: 'warn', source: 'environment' },
    JWT_SECRET: { value: '*** (34 characters)', source: key },
    PUBLIC_URL: { value: 'http://localhost:5000', source: 'default' },
    TRUST_PROXY: { value: 'none', source: 'default' },
    BACKUP_KEEP: { value: '14d', source: 'default' },
    SMTP_URL: { value: 'not set', source: 'default' },
  })
  expect([problems, unknown]).toEqual([[], []])
})

test('O73 no secret is printed, wherever it comes from', () => {
  const values = [...SECRET_SETTINGS].map(
    (name) => [name, SECRET_VALUES[name] ?? 'hidden-9f8e7d6c5b4a3f2e1d0c9b8a7f6e5d'] as const,
  )
  const fromFiles = values.map(([name, value]) => [`${name}_FILE`, file(`${name}.txt`, value)])
  for (const environment of [Object.fromEntries(values), Object.fromEntries(fromFiles)])
    expect(JSON.stringify(describeSettings(environment))).not.toContain('hidden')
  const urls = { PUBLIC_URL: 'https://user:hidden@time.example.org', SMTP_URL: 'smtp://mail.example.org?pass=hidden' }
  expect(JSON.stringify(describeSettings(urls))).not.toContain('hidden')
  expect(report({ DATABASE_URL: SECRET_VALUES['DATABASE_URL']! }).settings['DATABASE_URL']!.value).toBe(
    'postgres://ritmo:***@db/ritmo',
  )
})

test('O73 all problems are told, not only the first', () => {
  const { problems, unknown } = report({ PORT: 'abc', LOG_LEVEL: 'loud', VAPID_PUBLIC_KEY: 'alone', SMPT_URL: 'x' })
  expect(problems).toEqual([
    'PORT must be a port number from 0 to 65535, but it is "abc".',
    'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, but it is "loud".',
  ])
  expect(unknown).toEqual([{ name: 'SMPT_URL', nearest: 'SMTP_URL' }])
  expect(report({ VAPID_PUBLIC_KEY: 'alone' }).problems).toHaveLength(1)
  expect(report({ JWT_SECRET_FILE: '/nowhere' }).problems).toEqual([
    'JWT_SECRET_FILE names /nowhere, which cannot be read (ENOENT).',
  ])
})

const OPERATIONS = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')

/** The rows of the tables of settings: names and default. */
function documentedSettings() {
  const [, chapter = ''] = OPERATIONS.split('\n## Settings\n')
  const [text = ''] = chapter.split('\n## ', 1)
  return [...text.matchAll(/^\| ((?:`[A-Z\d_]+`(?:, )?)+) +\| (.*?) +\|/gm)].flatMap(([, names = '', value = '']) =>
    [...names.matchAll(/`([A-Z\d_]+)`/g)].map(([, name = '']) => ({ name, value })),
  )
}

test('O3 docs/operations.md lists every setting once, with its default, and no other', () => {
  const documented = documentedSettings()
  expect(documented.map(({ name }) => name).toSorted()).toEqual([...SETTING_NAMES].toSorted())
  const wrong = documented.filter(({ name, value }) => {
    const actual = defaultTextOf(name as SettingName)
    return value.startsWith('`') ? value !== `\`${actual}\`` : /^[a-z\d./]+$/.test(actual ?? ' ')
  })
  expect(wrong).toEqual([])
})
