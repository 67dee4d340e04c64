import { expect, test } from 'vitest'
import { endRejectedSession, followOtherTabs, isExpired, startSession } from './session.ts'

const NOW = Date.parse('2026-03-01T09:00:00Z')
const encode = (claims: unknown) =>
  btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const token = (claims: unknown) => `header.${encode(claims)}.signature`
const inSeconds = (seconds: number) => NOW / 1_000 + seconds

// prettier-ignore
const cases = [
  // token                                             expired
  ['one second left',    token({ exp: inSeconds(1) }),    false],
  ['other claims too',   token({ sub: '~?~?', exp: inSeconds(60) }), false],
  ['expiring now',       token({ exp: inSeconds(0) }),    true],
  ['past its expiry',    token({ exp: inSeconds(-1) }),   true],
  ['no expiry',          token({ sub: 'u1' }),            true],
  ['a text as expiry',   token({ exp: 'tomorrow' }),      true],
  ['two parts',          `header.${encode({ exp: inSeconds(60) })}`, true],
  ['four parts',         `${token({ exp: inSeconds(60) })}.more`,    true],
  ['unreadable claims',  'header.%%%.signature',          true],
  ['no token at all',    '',                              true],
] as const

test.each(cases)('a token with %s is recognised as valid or expired', (_, token, expired) => {
  expect(isExpired(token, NOW)).toBe(expired)
})

const DEVICE = ['default-colors', 'first-visit', 'language', 'project-color', 'theme', 'theme-tokens']

function fillStorage() {
  for (const key of DEVICE) localStorage.setItem(key, 'x')
  for (const key of ['timer-state', 'unsaved-preferences', 'anything-else']) localStorage.setItem(key, 'x')
  sessionStorage.setItem('google-sign-in', 'x')
}

test('S26 the end of a session keeps the device’s own settings and removes everything of the user', () => {
  startSession(token({ exp: inSeconds(60) }))
  fillStorage()
  endRejectedSession()
  expect(Object.keys(localStorage).toSorted()).toEqual(DEVICE)
  expect(sessionStorage).toHaveLength(0)
})

test('S26 a session that ends in another tab removes the user’s data in this one', () => {
  followOtherTabs()
  fillStorage()
  localStorage.removeItem('token')
  dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  expect(Object.keys(localStorage).toSorted()).toEqual(DEVICE)
  expect(sessionStorage).toHaveLength(0)
})
