import { createHmac, hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createNonces } from './signed-nonces.ts'

const SECRET = 'a secret that only the tests have, 32+'
const NOW = Date.parse('2026-03-02T09:00:00Z')
const LIFETIME_MS = 15 * 60_000

function nonces() {
  const clock = { now: NOW }
  return { clock, ...createNonces(SECRET, () => clock.now) }
}

const signed = (body: string, key: string | Uint8Array) =>
  `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
const ourKey = (purpose: string) => Buffer.from(hkdfSync('sha256', SECRET, '', purpose, 32))
const BODY = `${NOW + 1}.abc`

test('S20 a nonce is valid for 15 minutes, and every nonce differs', () => {
  const { clock, create: make, isValid: isOurs } = nonces()
  const nonce = make()
  expect(make()).not.toBe(nonce)
  clock.now += LIFETIME_MS - 1
  expect(isOurs(nonce)).toBe(true)
  clock.now += 1
  expect(isOurs(nonce)).toBe(false)
})

test('S20 a nonce of another server or an earlier version is valid by its signature', () => {
  expect(nonces().isValid(signed(BODY, ourKey('google nonce')))).toBe(true)
})

// prettier-ignore
test.each([
  ['nothing',                        () => ''],
  ['no signature',                   () => BODY],
  ['an empty signature',             () => `${BODY}.`],
  ['a signature of the same length', () => `${BODY}.${'A'.repeat(43)}`],
  ['the secret itself as its key',   () => signed(BODY, SECRET)],
  ['a key for another purpose',      () => signed(BODY, ourKey('vapid'))],
  ['something before it',            () => `1${signed(BODY, ourKey('google nonce'))}`],
  ['something behind it',            () => `${signed(BODY, ourKey('google nonce'))}.x`],
  ['no moment in it',                () => signed('abc', ourKey('google nonce'))],
])('S20 a nonce with %s is invalid', (_what, nonce) => {
  expect(nonces().isValid(nonce())).toBe(false)
})
