import { expect, test } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import { insertPasskey } from '#server/features/users/passkeys/queries.ts'
import { PASSWORD, withProvider } from '#server/testing/openid/openid-site.ts'

/** As after adding a passkey in the settings. */
async function addPasskey(db: Db, userId: string, now: number) {
  const key = { public_key: 'AAAA', sign_count: 0, transports: '[]', is_synced: 0 }
  await insertPasskey(db, { ...key, user_id: userId, id: 'AAAA', name: 'Laptop', used_at: null, created_at: now })
  await db.updateTable('users').set({ two_factor_at: now }).where('id', '=', userId).execute()
}

test('A78 an address alone links an identity to no account with a second factor; a linked one signs in', async () => {
  const { db, clock, signIn, register, verify, as, visit } = await withProvider()
  const { token, user } = (await register('ann@example.org')).json().data
  await verify()
  await addPasskey(db, user.id, clock.now)
  const refused = await signIn('ann')
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringMatching(/^An account with your/)])
  expect((await as(token, '/users/openid/identities')).json().data).toEqual([])

  const payload = { provider: 'work', password: PASSWORD }
  const begun = await as(token, '/users/openid/identities/start', { method: 'POST', payload })
  const { flow, address } = begun.json().data
  const reply = { flow, reply: await visit(address, 'ann') }
  expect((await as(token, '/users/openid/identities', { method: 'POST', payload: reply })).statusCode).toBe(201)
  expect((await signIn('ann')).json().data.user.id).toBe(user.id)
})

test('A78 who takes over an account that never verified its address gets it without a second factor', async () => {
  const { db, clock, signIn, register, as } = await withProvider()
  const { user } = (await register('ann@example.org')).json().data
  await addPasskey(db, user.id, clock.now)
  const mine = (await signIn('ann')).json().data
  expect(mine.user.id).toBe(user.id)
  expect((await as(mine.token, '/users/two-factor')).json().data).toMatchObject({ isOn: false, passkeys: [] })
})

test.each([
  ['another way', 'on', 200],
  ['no other way where only providers sign in', 'off', 409],
])('S55 a passkey is %s to sign in', async (_what, PASSWORD_SIGN_IN, status) => {
  const { db, clock, signIn, as } = await withProvider({ PASSWORD_SIGN_IN })
  const { token, user } = (await signIn('ann')).json().data
  await addPasskey(db, user.id, clock.now)
  const [{ id }] = (await as(token, '/users/openid/identities')).json().data
  expect((await as(token, `/users/openid/identities/${id}`, { method: 'DELETE' })).statusCode).toBe(status)
})

test('A79 where only providers sign in, no passkey does, and no second factor is required', async () => {
  const settings = { PASSWORD_SIGN_IN: 'off', REQUIRE_TWO_FACTOR: 'everyone' }
  const { signIn, as, post } = await withProvider(settings)
  const { token } = (await signIn('ann')).json().data
  expect((await as(token, '/projects')).statusCode).toBe(200)
  const response = { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' }
  const passkey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response }
  const refused = await post('/users/passkeys/sign-in', { passkey })
  expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringMatching(/no sign-in by password/)])
})
