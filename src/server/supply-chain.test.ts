import { expect, test } from 'vitest'
import { findSecrets } from '../../scripts/checks/secrets.ts'
import { findPackageFaults } from '../../scripts/checks/packages.ts'

const GOOD = { integrity: 'sha512-x', license: 'MIT' }

// prettier-ignore
test.each([
  ['nothing wrong',         GOOD,                                           []],
  ['no checksum',           { license: 'MIT' },                              ['package-lock.json: a has no checksum']],
  ['an old checksum',       { ...GOOD, integrity: 'sha1-x' },               ['package-lock.json: a has no checksum']],
  ['a source of its own',   { ...GOOD, resolved: 'git+ssh://example.org' }, ['package-lock.json: a names a registry']],
  ['a script',              { ...GOOD, hasInstallScript: true },            ['package-lock.json: a runs an install script']],
  ['a copyleft licence',    { ...GOOD, license: 'AGPL-3.0-only' },          ['package-lock.json: a has the licence AGPL-3.0-only']],
  ['no licence',            { integrity: 'sha512-x' },                      ['package-lock.json: a has the licence none']],
])('S28 a package with %s is reported accordingly', (_what, one, faults) => {
  const manifest = { dependencies: { a: '1.0.0' }, devDependencies: {}, allowScripts: { b: true } }
  const packages = { '': {}, 'node_modules/a': one, 'node_modules/c/node_modules/b': { ...GOOD, hasInstallScript: true } }
  expect(findPackageFaults(manifest, { packages })).toEqual(faults)
})

test('S28 a package without an exact version is reported', () => {
  const manifest = { dependencies: { a: '^1.0.0' }, devDependencies: { b: 'github:a/b' }, allowScripts: {} }
  expect(findPackageFaults(manifest, { packages: {} })).toEqual([
    'a: ^1.0.0 is not an exact version',
    'b: github:a/b is not an exact version',
  ])
})

const RANDOM_TEXT = 'q7Zk3Vw9Xb2Nf8Rt5Lm1Pd6Hs4Gj0Yc3Ae'

// prettier-ignore
test.each([
  ['a private key',             ['-----BEGIN', 'PRIVATE KEY-----\nMII'].join(' ')],
  ['a session token',           `eyJ${RANDOM_TEXT}.eyJ${RANDOM_TEXT}.${RANDOM_TEXT}`],
  ['an access token',           `ritmo_${'Q7'.repeat(24)}a`],
  ['a key of a cloud service',  `AKIA${'Q7'.repeat(8)}`],
  ['the password of a service', `postgres://ritmo:${RANDOM_TEXT}@db/ritmo`],
  ['a key in base64 or hex',    `const secret = '${RANDOM_TEXT}'`],
])('S19 %s in a file is found', (what, text) => {
  expect(findSecrets(text)).toEqual([what])
  expect(findSecrets('postgres://user:password@host/ritmo, secret: fill in, password: "Correct horse 1"')).toEqual([])
})
