import { expect, test } from 'vitest'
import { HOUR_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'
import {
  deleteExpiredTokens,
  findToken,
  issueToken,
  recordNonceUse,
  redeemToken,
  revokeTokens,
} from './one-time-tokens.ts'

const NOW = Date.parse('2026-03-02T09:00:00Z')

async function twoUsers() {
  const { db, signUp } = await testApp()
  const [ann, bob] = [(await signUp('Ann')).user, (await signUp('Bob')).user]
  const issue = (purpose: 'reset' | 'verify', userId: string) =>
    issueToken(db, purpose, { userId, email: 'ann@example.org' }, NOW)
  return { db, ann: ann.id as string, bob: bob.id as string, issue }
}

test('S8 a token is valid for its owner and its purpose, until it is used or expired', async () => {
  const { db, ann, issue } = await twoUsers()
  const token = await issue('reset', ann)
  expect(token).toHaveLength(43)
  const owner = { userId: ann, email: 'ann@example.org' }
  expect(await findToken(db, 'reset', token, NOW + HOUR_MS - 1)).toEqual(owner)
  expect(await findToken(db, 'reset', token, NOW + HOUR_MS)).toBeUndefined()
  for (const find of [findToken, redeemToken]) {
    expect(await find(db, 'verify', token, NOW)).toBeUndefined()
    expect(await find(db, 'reset', `${token}x`, NOW)).toBeUndefined()
  }
  expect(await redeemToken(db, 'reset', token, NOW + HOUR_MS)).toBeUndefined()
  expect(await redeemToken(db, 'reset', token, NOW + HOUR_MS - 1)).toEqual(owner)
  expect(await redeemToken(db, 'reset', token, NOW)).toBeUndefined()
})

test('S8 a new token revokes only the earlier one of the same user and purpose', async () => {
  const { db, ann, bob, issue } = await twoUsers()
  const old = await issue('reset', ann)
  const others = { verify: await issue('verify', ann), reset: await issue('reset', bob) }
  await issue('reset', ann)
  expect(await findToken(db, 'reset', old, NOW)).toBeUndefined()
  expect(await findToken(db, 'verify', others.verify, NOW)).toBeDefined()
  expect(await findToken(db, 'reset', others.reset, NOW)).toBeDefined()
  await revokeTokens(db, ann, ['verify'])
  expect(await findToken(db, 'verify', others.verify, NOW)).toBeUndefined()
  expect(await findToken(db, 'reset', others.reset, NOW)).toBeDefined()
})

test('S20 a used nonce is stored for an hour, and expired tokens are deleted', async () => {
  const { db, ann, issue } = await twoUsers()
  const kept = await issue('verify', ann)
  expect(await recordNonceUse(db, 'a nonce', ann, NOW)).toBe(true)
  await deleteExpiredTokens(db, NOW + HOUR_MS - 1)
  expect(await recordNonceUse(db, 'a nonce', ann, NOW)).toBe(false)
  await deleteExpiredTokens(db, NOW + HOUR_MS)
  expect(await recordNonceUse(db, 'a nonce', ann, NOW)).toBe(true)
  expect(await findToken(db, 'verify', kept, NOW)).toBeDefined()
})
