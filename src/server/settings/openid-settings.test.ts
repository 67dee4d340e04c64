import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { testApp } from '#server/testing/test-app.ts'
import { describeSettings } from './describe-settings.ts'
import { PROVIDER_SETTINGS, providerDefaultOf } from './openid-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'ritmo-openid-'))

function file(name: string, content: string | Buffer) {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

const WORK = {
  OPENID_PROVIDERS: 'work',
  OPENID_WORK_ISSUER: 'https://id.example.org/realms/team',
  OPENID_WORK_CLIENT_ID: 'ritmo',
}

test('O3 each provider has settings of its own, with defaults', () => {
  const environment = {
    ...WORK,
    OPENID_PROVIDERS: ' work , google',
    OPENID_GOOGLE_ISSUER: 'https://accounts.google.com',
    OPENID_GOOGLE_CLIENT_ID: 'g',
    OPENID_GOOGLE_CLIENT_SECRET_FILE: file('secret', 'only tests use this\n'),
    OPENID_GOOGLE_CLIENT_AUTH: 'post',
    OPENID_GOOGLE_NAME: 'Google account',
    OPENID_GOOGLE_LOGO: file('logo.svg', '<svg/>'),
    OPENID_GOOGLE_SCOPES: 'openid email',
    OPENID_GOOGLE_ADMIN_GROUP: '/ritmo admins',
    OPENID_GOOGLE_GROUPS_CLAIM: 'realm_access.roles',
    OPENID_GOOGLE_TRUST_EMAIL: 'on',
    OPENID_GOOGLE_LOGOUT: 'off',
  }
  expect(readConfig(environment).openid).toEqual([
    {
      id: 'work',
      name: 'Work',
      logo: null,
      issuer: 'https://id.example.org/realms/team',
      clientId: 'ritmo',
      clientSecret: undefined,
      clientAuth: 'none',
      scopes: 'openid email profile',
      isEmailTrusted: false,
      groupsClaim: 'groups',
      administratorGroup: undefined,
      endsProviderSession: true,
    },
    {
      id: 'google',
      name: 'Google account',
      logo: `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`,
      issuer: 'https://accounts.google.com',
      clientId: 'g',
      clientSecret: 'only tests use this',
      clientAuth: 'post',
      scopes: 'openid email',
      isEmailTrusted: true,
      groupsClaim: 'realm_access.roles',
      administratorGroup: '/ritmo admins',
      endsProviderSession: false,
    },
  ])
  const { problems, unknown, settings } = describeSettings({ ...environment, OPENID_GOOGLE_SECRET: 'x' })
  expect([problems, unknown.map(({ name }) => name)]).toEqual([[], ['OPENID_GOOGLE_SECRET']])
  expect(JSON.stringify(settings)).not.toContain('only tests use this')
  expect(settings).toContainEqual({ name: 'OPENID_GOOGLE_TRUST_EMAIL', value: 'on', source: 'environment' })
  expect(settings).toContainEqual({ name: 'OPENID_WORK_SCOPES', value: 'openid email profile', source: 'default' })
})

// prettier-ignore
test.each<[Record<string, string>, string]>([
  [{ OPENID_PROVIDERS: 'Work' },                               'OPENID_PROVIDERS must be a comma-separated list of short names like keycloak,google, of lowercase letters and digits, but it is "Work".'],
  [{ OPENID_PROVIDERS: 'work,work' },                          'OPENID_PROVIDERS must be a comma-separated list of short names like keycloak,google, of lowercase letters and digits, but it is "work,work".'],
  [{ OPENID_WORK_ISSUER: '' },                                 'OPENID_WORK_ISSUER is missing: it must be the https address of the provider, which its discovery document calls issuer.'],
  [{ OPENID_WORK_ISSUER: 'http://id.example.org' },            'OPENID_WORK_ISSUER must be the https address of the provider, which its discovery document calls issuer, but it is "http://id.example.org".'],
  [{ OPENID_WORK_ISSUER: 'https://id.example.org?x=1' },       'OPENID_WORK_ISSUER must be the https address of the provider, which its discovery document calls issuer, but it is "https://id.example.org?x=1".'],
  [{ OPENID_WORK_CLIENT_ID: '' },                              'OPENID_WORK_CLIENT_ID is missing: it must be the id under which the provider knows this site.'],
  [{ OPENID_WORK_CLIENT_AUTH: 'basic' },                       'OPENID_WORK_CLIENT_AUTH is basic, which needs OPENID_WORK_CLIENT_SECRET.'],
  [{ OPENID_WORK_CLIENT_AUTH: 'none', OPENID_WORK_CLIENT_SECRET: 'x' }, 'OPENID_WORK_CLIENT_AUTH is none, which has no use for OPENID_WORK_CLIENT_SECRET.'],
  [{ OPENID_WORK_SCOPES: 'email' },                            'OPENID_WORK_SCOPES must be a list like openid email profile groups, with openid in it, but it is "email".'],
  [{ OPENID_WORK_LOGO: 'logo.gif' },                           'OPENID_WORK_LOGO must be an .svg, .png or .webp file, but it is "logo.gif".'],
  [{ OPENID_WORK_LOGO: '/nowhere.svg' },                       'OPENID_WORK_LOGO names /nowhere.svg, which cannot be read (ENOENT).'],
  [{ OPENID_WORK_LOGO: file('large.png', Buffer.alloc(8_193)) }, `OPENID_WORK_LOGO names ${join(folder, 'large.png')}, which is larger than 8 KB.`],
  [{ OPENID_PROVIDERS: '', PASSWORD_SIGN_IN: 'off' },          'PASSWORD_SIGN_IN is off, but neither OPENID_PROVIDERS nor GOOGLE_CLIENT_ID is set.'],
])('O3 with %j the server does not start, and says why', (change, sentence) => {
  expect(() => readConfig({ ...WORK, ...change })).toThrow(sentence)
})

test('O3 docs/operations.md lists the settings of a provider with their defaults', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `OPENID_<NAME>_([A-Z_]+)` +\| (.*?) +\|/gm)]
  expect(rows.map(([, key = '']) => key).toSorted()).toEqual(PROVIDER_SETTINGS.toSorted())
  const wrong = rows.filter(([, key, value = '']) => {
    const actual = providerDefaultOf(`OPENID_WORK_${key}`)
    return value.startsWith('`') && key !== 'CLIENT_AUTH' ? value !== `\`${actual}\`` : actual !== 'not set'
  })
  expect(wrong.map(([, key]) => key)).toEqual([])
})

test('A103 the page says how to sign in, so that the first paint is right', async () => {
  const webDir = mkdtempSync(join(tmpdir(), 'ritmo-page-'))
  writeFileSync(join(webDir, 'index.html'), '<html><head></head></html>')
  const open = async (settings: Record<string, string>) => {
    const { app } = await testApp(settings, webDir)
    return (await app.inject('/login')).body
  }
  expect(await open({})).toBe('<html><head></head></html>')
  const page = await open({ ...WORK, OPENID_WORK_NAME: '"><b>&', PASSWORD_SIGN_IN: 'off' })
  const [, content = ''] = /<meta name="sign-in" content="([^"]*)"><\/head>/.exec(page) ?? []
  expect(content).not.toMatch(/[<>]/)
  const text = content
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
  expect(JSON.parse(text)).toEqual({ providers: [{ id: 'work', name: '"><b>&', logo: null }], password: false })
})
