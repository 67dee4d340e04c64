import { expect, test } from 'vitest'
import { transact } from '#server/db/transact.ts'
import { GOOD_PERSON, PASSWORD, withProvider } from '#server/testing/openid/openid-site.ts'
import { findOrCreateAccount } from './accounts.ts'

async function withLinks(environment: Record<string, string> = {}) {
  const site = await withProvider(environment)
  const { as, visit } = site
  const startLink = (token: string, payload: object = {}) =>
    as(token, '/users/openid/identities/start', { method: 'POST', payload: { provider: 'work', ...payload } })
  const finishLink = (token: string, payload: { flow: string; reply: string }) =>
    as(token, '/users/openid/identities', { method: 'POST', payload })
  return {
    ...site,
    startLink,
    finishLink,
    async link(token: string, login: string) {
      const { address, flow } = (await startLink(token)).json().data
      return finishLink(token, { flow, reply: await visit(address, login) })
    },
    identities: async (token: string) => (await as(token, '/users/openid/identities')).json().data,
    unlink: (token: string, id: string) => as(token, `/users/openid/identities/${id}`, { method: 'DELETE' }),
  }
}

test('S55 a signed-in user links an account with another address, signs in with it, and unlinks it', async () => {
  const { register, link, signIn, identities, unlink } = await withLinks()
  const { token, user } = (await register('carl@example.org')).json().data
  const linked = await link(token, 'ann')
  expect([linked.statusCode, linked.json().data]).toEqual([
    201,
    expect.objectContaining({ provider: 'work', label: 'ann@example.org' }),
  ])
  expect(await identities(token)).toEqual([linked.json().data])
  expect((await link(token, 'ann')).json().data.id).toBe(linked.json().data.id)
  expect((await signIn('ann')).json().data.user).toMatchObject({ id: user.id, email: 'carl@example.org' })
  expect((await unlink(token, linked.json().data.id)).statusCode).toBe(200)
  expect(await identities(token)).toEqual([])
  expect((await unlink(token, linked.json().data.id)).statusCode).toBe(404)
  expect((await signIn('ann')).json().data.user.id).not.toBe(user.id)
})

test('S55 linking needs the password or a recent sign-in', async () => {
  const { clock, register, startLink } = await withLinks()
  const { token } = (await register('carl@example.org')).json().data
  clock.now += 16 * 60_000
  expect((await startLink(token)).json().message).toMatch(/^Sign in again or send your password/)
  expect((await startLink(token, { password: 'Wrong horse 1' })).statusCode).toBe(400)
  expect((await startLink(token, { password: PASSWORD })).statusCode).toBe(200)
})

test('S55 a link that one user began cannot be ended by another, nor by a sign-in, nor the other way round', async () => {
  const { register, signIn, start, finish, startLink, finishLink, visit, identities } = await withLinks()
  const mallory = (await register('mallory@example.org')).json().data.token
  const carl = (await signIn('bob')).json().data.token
  const begun = (await startLink(mallory)).json().data
  const reply = await visit(begun.address, 'ann')
  expect((await finishLink(carl, { flow: begun.flow, reply })).statusCode).toBe(400)
  expect((await finish(begun.flow, reply)).statusCode).toBe(400)
  const signingIn = await start()
  const other = { flow: signingIn.flow, reply: await visit(signingIn.address, 'ann') }
  expect((await finishLink(mallory, other)).statusCode).toBe(400)
  expect(await identities(mallory)).toEqual([])
})

test('S55 an account of a provider belongs to one user, and a user has one at each provider', async () => {
  const { register, signIn, link } = await withLinks()
  await signIn('ann')
  const { token } = (await register('carl@example.org')).json().data
  const taken = await link(token, 'ann')
  expect([taken.statusCode, taken.json().message]).toEqual([409, expect.stringMatching(/belongs to another user/)])
  expect((await link(token, 'dora')).statusCode).toBe(201)
  const second = await link(token, 'eve')
  expect([second.statusCode, second.json().message]).toEqual([409, expect.stringMatching(/^Another account at this/)])
})

test('S55 the only way to sign in cannot be unlinked', async () => {
  const { db, signIn, identities, unlink } = await withLinks()
  const { token } = (await signIn('ann')).json().data
  const [{ id }] = await identities(token)
  const refused = await unlink(token, id)
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringMatching(/only way to sign in/)])
  await db.updateTable('users').set({ password_hash: 'any' }).execute()
  expect((await unlink(token, id)).statusCode).toBe(200)
})

test('S55 where passwords do not sign in, a password is no other way', async () => {
  const { db, signIn, identities, unlink } = await withLinks({ PASSWORD_SIGN_IN: 'off' })
  const { token } = (await signIn('ann')).json().data
  await db.updateTable('users').set({ password_hash: 'any' }).execute()
  const [{ id }] = await identities(token)
  expect((await unlink(token, id)).statusCode).toBe(409)
})

test('S55 a reset of the password unlinks everything', async () => {
  const { app, mail, signIn, post, identities, login } = await withLinks()
  await signIn('ann')
  await post('/users/forgot-password', { email: 'ann@example.org' })
  await app.mail.deliver()
  const token = mail.mails.at(-1)!.link.split('/').at(-1)
  expect((await post('/users/reset-password', { token, password: PASSWORD })).statusCode).toBe(200)
  const session = (await login('ann@example.org')).json().data.token
  expect(await identities(session)).toEqual([])
})

test('S55 "This was not me" in the mail about a link takes the link back', async () => {
  const { app, mail, register, verify, link, post, signIn } = await withLinks()
  const { token, user } = (await register('carl@example.org')).json().data
  await verify()
  await link(token, 'ann')
  await app.mail.deliver()
  const { link: address } = mail.mails.find(({ subject }) => subject === 'An account at a provider was linked')!
  expect((await post('/users/not-me', { token: address.split('/').at(-1) })).statusCode).toBe(200)
  expect((await signIn('ann')).json().data.user.id).not.toBe(user.id)
})

test('S27 a deleted account leaves its account at the provider free for a new one', async () => {
  const { as, signIn } = await withLinks()
  const first = (await signIn('ann')).json().data
  expect((await as(first.token, '/users/profile', { method: 'DELETE' })).statusCode).toBe(200)
  const again = (await signIn('ann')).json().data
  expect(again.user.id).not.toBe(first.user.id)
})

test('A103 without sign-in by password, it is refused with a clear text; sessions go on', async () => {
  const { app, signIn, post, register, login, as } = await withLinks({ PASSWORD_SIGN_IN: 'off' })
  expect((await app.inject('/api/users/openid')).json().data.password).toBe(false)
  const { token } = (await signIn('ann')).json().data
  const replies = [
    await register('carl@example.org'),
    await login('ann@example.org'),
    await post('/users/forgot-password', { email: 'ann@example.org' }),
    await post('/users/reset-password', { token: 'x', password: PASSWORD }),
  ]
  const message = 'This site has no sign-in by password. Please sign in with a provider.'
  expect(replies.map((reply) => [reply.statusCode, reply.json().message])).toEqual(replies.map(() => [400, message]))
  expect((await as(token, '/users/profile')).statusCode).toBe(200)
})

test('S50 a site that makes Google one of its providers keeps the accounts of Google’s own button', async () => {
  const { db, register } = await withProvider()
  const { user } = (await register('ann@example.org')).json().data
  await db.updateTable('users').set({ google_subject: 'g-1' }).execute()
  await db
    .insertInto('user_lookups')
    .values({ kind: 'google', key: 'g-1', user_id: user.id, expires_at: null })
    .execute()
  const person = {
    ...GOOD_PERSON,
    isEmailVerified: true,
    providerSession: undefined,
    idToken: '',
    isAdministrator: undefined,
  }
  const signIn = (issuer: string, nonce: string) =>
    transact(db, (db) =>
      findOrCreateAccount(
        db,
        {
          profile: { ...person, email: 'new@example.org', issuer, subject: 'g-1', nonce },
          invitation: undefined,
          registration: { mode: 'open', domains: [] },
        },
        1,
      ),
    )
  expect((await signIn('https://id.example.org', '1')).user.id).not.toBe(user.id)
  expect((await signIn('https://accounts.google.com', '2')).user.id).toBe(user.id)
  expect((await signIn('https://accounts.google.com', '3')).user.id).toBe(user.id)
})
