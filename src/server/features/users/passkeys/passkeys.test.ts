import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { createAuthenticator } from '#server/testing/two-factor/authenticator.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'

const SITE = 'https://ritmo.example.org'
const PASSWORD = 'Correct horse 1'
const CREDENTIALS = { email: 'ann@example.org', password: PASSWORD }

async function ann(environment: Record<string, string> = {}) {
  const parts = await testApp({ PUBLIC_URL: SITE, ...environment })
  const user = await parts.signUp('Ann')
  const authenticator = createAuthenticator(SITE)
  const optionsFor = async (account = user) =>
    JSON.parse((await account.post('/users/passkeys/options', { password: PASSWORD })).json().data.options)
  const add = async (name = 'Laptop') =>
    user.post('/users/passkeys', { name, passkey: authenticator.create(await optionsFor()) })
  const signInOptions = async () =>
    JSON.parse((await parts.post('/users/passkeys/sign-in-options', {})).json().data.options)
  const assertion = async () => authenticator.get(await signInOptions())
  const signIn = (passkey: object) => parts.post('/users/passkeys/sign-in', { passkey })
  return { ...parts, user, authenticator, optionsFor, add, signInOptions, assertion, signIn }
}

test('A80 a passkey signs in alone, and the password does not any more', async () => {
  const { user, add, assertion, signIn, post, clock } = await ann()
  const added = await add()
  expect(added.statusCode).toBe(201)
  expect(added.json().data).toMatchObject({ passkey: { name: 'Laptop', lastUsedAt: null } })
  expect(added.json().data.recoveryCodes).toHaveLength(10)
  clock.now += MINUTE_MS
  const signedIn = await signIn(await assertion())
  expect(signedIn.statusCode).toBe(200)
  expect(signedIn.json().data.user.email).toBe('ann@example.org')
  const { passkeys, isOn } = (await user.get('/users/two-factor')).json().data
  expect([isOn, passkeys[0].lastUsedAt]).toEqual([true, '2026-03-02T09:01:00.000Z'])

  const refused = (await post('/users/login', CREDENTIALS)).json()
  expect(refused).toMatchObject({ code: 'second-factor-required', details: { passkey: expect.any(String) } })
  const [code] = added.json().data.recoveryCodes
  expect((await post('/users/login', { ...CREDENTIALS, code })).statusCode).toBe(200)
})

test('A80 options ask for a passkey that names its user and checks who holds it, on this site only', async () => {
  const { optionsFor, signInOptions } = await ann()
  expect(await optionsFor()).toMatchObject({
    rp: { id: 'ritmo.example.org' },
    user: { name: 'ann@example.org' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(await signInOptions()).toMatchObject({ rpId: 'ritmo.example.org', userVerification: 'required' })
})

test('A81 a signature counts once, for fifteen minutes, and only if its user was checked, here', async () => {
  const { add, assertion, signIn, clock, authenticator, user } = await ann()
  await add()
  const once = await assertion()
  expect((await signIn(once)).statusCode).toBe(200)
  expect((await signIn(once)).statusCode).toBe(401)

  const late = await assertion()
  clock.now += 15 * MINUTE_MS
  expect((await signIn(late)).statusCode).toBe(401)

  authenticator.behaviour.isVerified = false
  expect((await signIn(await assertion())).statusCode).toBe(401)
  authenticator.behaviour.isVerified = true
  authenticator.behaviour.origin = 'https://ritmo.example.com'
  expect((await signIn(await assertion())).statusCode).toBe(401)
  authenticator.behaviour.origin = SITE
  expect((await signIn(authenticator.get({ challenge: 'bm90IG91cnM' }))).statusCode).toBe(401)

  const altered = await assertion()
  altered.response.signature = Buffer.from(Buffer.from(altered.response.signature, 'base64url').toReversed()).toString(
    'base64url',
  )
  expect((await signIn(altered)).json().message).toBe('This passkey was not accepted')
  expect((await user.get('/users/profile')).statusCode).toBe(200)
})

test('A81 a passkey whose counter goes back was copied, and is refused', async () => {
  const { add, assertion, signIn, authenticator } = await ann()
  await add()
  authenticator.behaviour.signCount = 5
  expect((await signIn(await assertion())).statusCode).toBe(200)
  expect((await signIn(await assertion())).statusCode).toBe(401)
  authenticator.behaviour.signCount = 6
  expect((await signIn(await assertion())).statusCode).toBe(200)
})

test('A81 the options of one user make no passkey for another, and count once', async () => {
  const { optionsFor, authenticator, signUp, user } = await ann()
  const bob = await signUp('Bob')
  const passkey = authenticator.create(await optionsFor())
  expect((await bob.post('/users/passkeys', { name: 'Mine', passkey })).statusCode).toBe(400)
  expect((await user.post('/users/passkeys', { name: 'Mine', passkey })).statusCode).toBe(201)
  expect((await user.post('/users/passkeys', { name: 'Mine', passkey })).statusCode).toBe(400)
})

test('A82 a passkey is renamed and removed by its user only; without one, the password is enough again', async () => {
  const { add, user, signUp, assertion, signIn, post, authenticator } = await ann()
  await add()
  const path = `/users/passkeys/${authenticator.id}`
  const bob = await signUp('Bob')
  expect((await bob.put(path, { name: 'Theirs' })).statusCode).toBe(404)
  expect((await bob.delete(path, { password: PASSWORD })).statusCode).toBe(404)
  expect((await user.put(path, { name: 'Phone' })).json().data.name).toBe('Phone')
  const left = await assertion()
  expect((await user.delete(path, { password: PASSWORD })).statusCode).toBe(200)
  expect((await signIn(left)).statusCode).toBe(401)
  expect((await post('/users/login', CREDENTIALS)).statusCode).toBe(200)
})

test('A82 a passkey confirms a change in place of the password', async () => {
  const { add, user, assertion, clock, signUp, signIn } = await ann()
  await add()
  clock.now += 16 * MINUTE_MS
  const bob = await signUp('Bob')
  const remove = (account: typeof user, body: object) => account.post('/users/two-factor/recovery-codes', body)
  expect((await remove(user, {})).statusCode).toBe(400)
  expect((await remove(bob, { passkey: await assertion() })).statusCode).toBe(400)
  const passkey = await assertion()
  expect((await remove(user, { passkey })).statusCode).toBe(200)
  expect((await remove(user, { passkey })).statusCode).toBe(400)
  expect((await signIn(passkey)).statusCode).toBe(401)
})

test('A82 adding and removing a passkey is mailed, and “This was not me” removes it', async () => {
  const mail = await testMail()
  const { add, app, db, post, assertion, signIn, user } = await ann({ ...mail.settings, PUBLIC_URL: SITE })
  await db.updateTable('users').set({ verified_at: 1 }).execute()
  await add()
  await app.mail.deliver()
  const { subject, link } = mail.mails.at(-1)!
  expect(subject).toBe('A passkey was added')
  const left = await assertion()
  expect((await post('/users/not-me', { token: link.split('/').at(-1) })).statusCode).toBe(200)
  expect((await signIn(left)).statusCode).toBe(401)
  expect((await user.get('/users/two-factor')).statusCode).toBe(401)
  expect(await db.selectFrom('passkeys').select('id').execute()).toEqual([])
})

test.each([
  ['https://ritmo.example.org', true],
  ['http://localhost:3000', true],
  ['http://192.0.2.1:3000', false],
  ['http://[2001:db8::1]:3000', false],
])('A80 a site at %s has passkeys: %s', async (PUBLIC_URL, canHavePasskeys) => {
  const { user } = await ann({ PUBLIC_URL })
  expect((await user.get('/users/two-factor')).json().data).toMatchObject({ canHavePasskeys })
})
