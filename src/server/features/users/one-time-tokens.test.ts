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
  return { db, ann: ann.id, bob: bob.id, issue }
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

test('S9 a new verification token revokes only the earlier one of the same user', async () => {
  const { db, ann, bob, issue } = await twoUsers()
  const old = await issue('verify', ann)
  const others = { verify: await issue('verify', bob), reset: await issue('reset', bob) }
  const newest = await issue('verify', ann)
  expect(await findToken(db, 'verify', old, NOW)).toBeUndefined()
  for (const token of [newest, others.verify]) expect(await findToken(db, 'verify', token, NOW)).toBeDefined()
  await revokeTokens(db, ann, ['verify'])
  expect(await findToken(db, 'verify', newest, NOW)).toBeUndefined()
  expect(await findToken(db, 'verify', others.verify, NOW)).toBeDefined()
  expect(await findToken(db, 'reset', others.reset, NOW)).toBeDefined()
})

test('S8 the newest ten reset tokens of a user are valid', async () => {
  const { db, ann, bob } = await twoUsers()
  const issueAt = (userId: string, now: number) => issueToken(db, 'reset', { userId, email: 'x@example.org' }, now)
  const other = await issueAt(bob, NOW - 1)
  const tokens: string[] = []
  for (let count = 0; count < 12; count += 1) tokens.push(await issueAt(ann, NOW + count))
  const isValid = async (token: string) => (await findToken(db, 'reset', token, NOW)) !== undefined
  expect(await Promise.all(tokens.map(isValid))).toEqual([false, false, ...Array<boolean>(10).fill(true)])
  expect(await isValid(other)).toBe(true)
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
