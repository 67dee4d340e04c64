import { expect, test } from 'vitest'
import { HOUR_MS } from '#core/time/units.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'

const NEW_PASSWORD = 'Another river 2'
const tokenIn = (link: string) => link.slice(link.lastIndexOf('/') + 1)

/** Ann has an account. `requestLink` requests a reset link and returns its token. */
async function annWithMail() {
  const mail = await testMail()
  const parts = await testApp(mail.settings)
  const ann = await parts.signUp('Ann')
  await parts.app.mail.deliver()
  const requestLink = async (email = 'ann@example.org', language = 'en') => {
    // The newest links are those of the latest moments.
    parts.clock.now += 1_000
    const reply = await parts.post('/users/forgot-password', { email, language })
    expect(reply.statusCode).toBe(200)
    await parts.app.mail.deliver()
    return tokenIn(mail.mails.at(-1)!.link)
  }
  const reset = (token: string, password = NEW_PASSWORD) => parts.post('/users/reset-password', { token, password })
  const login = (password: string) => parts.post('/users/login', { email: 'ann@example.org', password })
  return { ...parts, mail, ann, requestLink, reset, login }
}

test('A9 a mailed link sets a new password and ends all sessions', async () => {
  const { ann, requestLink, reset, login, mail, app } = await annWithMail()
  const token = await requestLink()
  const sent = mail.mails.at(-1)!
  expect(sent).toMatchObject({ to: ['ann@example.org'], subject: 'Choose a new password' })
  expect(sent.link).toBe(`https://ritmo.example.org/reset-password/${token}`)
  expect(sent.html).toContain(sent.link)
  expect((await reset(token)).json()).toEqual({ ok: true, data: null })
  expect((await ann.get('/users/profile')).statusCode).toBe(401)
  expect((await login('Correct horse 1')).statusCode).toBe(401)
  const { user } = (await login(NEW_PASSWORD)).json().data
  expect(user.isVerified).toBe(true)
  await app.mail.deliver()
  expect(mail.mails.at(-1)!.subject).toBe('Your password was changed')
})

test('S4 an unknown address gets the same answer and no mail', async () => {
  const { post, app, mail } = await annWithMail()
  const known = await post('/users/forgot-password', { email: 'ann@example.org' })
  const unknown = await post('/users/forgot-password', { email: 'nobody@example.org' })
  expect(known.body).toBe(unknown.body)
  expect(known.json().data.message).toBe(
    'If an account with that email exists, we have sent password reset instructions.',
  )
  const before = mail.mails.length
  await app.mail.deliver()
  expect(mail.mails.slice(before).map(({ to }) => to)).toEqual([['ann@example.org']])
})

// prettier-ignore
test.each([
  ['en', 'Choose a new password',      'Your password was changed'],
  ['es', 'Elige una contraseña nueva', 'Tu contraseña ha cambiado'],
  ['tr', 'Yeni bir parola seçin',      'Parolanız değiştirildi'],
])('A12 mail in %s says "%s" and "%s"', async (language, subject, changed) => {
  const { app, ann, requestLink, reset, mail } = await annWithMail()
  await ann.put('/users/profile', { preferredLanguage: language })
  const token = await requestLink('ANN@example.org', language)
  const sent = mail.mails.at(-1)!
  expect(sent.subject).toBe(subject)
  expect(sent.html).toContain(subject)
  await reset(token)
  await app.mail.deliver()
  expect(mail.mails.at(-1)!.subject).toBe(changed)
})

test('S8 a link works once and for an hour, and the use of one voids the others', async () => {
  const { requestLink, reset, clock } = await annWithMail()
  const refused = async (token: string) => {
    const reply = await reset(token)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toBe('This link is no longer valid. Please request a new one.')
  }
  const first = await requestLink()
  const second = await requestLink()
  const third = await requestLink()
  expect((await reset(second)).statusCode).toBe(200)
  for (const link of [first, second, third]) await refused(link)
  const [fourth] = [await requestLink(), await requestLink()]
  expect((await reset(fourth)).statusCode).toBe(200)
  const late = await requestLink()
  clock.now += HOUR_MS
  await refused(late)
  await refused('nonsense')
})

test('S8 a link is void after the password was changed in the profile', async () => {
  const { ann, requestLink, reset } = await annWithMail()
  const token = await requestLink()
  const change = { currentPassword: 'Correct horse 1', newPassword: NEW_PASSWORD }
  expect((await ann.post('/users/change-password', change)).statusCode).toBe(200)
  expect((await reset(token)).statusCode).toBe(400)
})

test('S8 a link is void once the account has another address', async () => {
  const { db, requestLink, reset } = await annWithMail()
  const token = await requestLink()
  await db.updateTable('users').set({ email: 'anna@example.org' }).execute()
  expect((await reset(token)).json().message).toBe('This link is no longer valid. Please request a new one.')
})

test('A9 a reset also removes the Google account, a pending address and its link', async () => {
  const { db, app, ann, mail, requestLink, reset, post } = await annWithMail()
  await ann.put('/users/profile', { email: 'mallory@example.org', currentPassword: 'Correct horse 1' })
  await app.mail.deliver()
  const { link } = mail.mails.find(({ to }) => to[0] === 'mallory@example.org')!
  await db.updateTable('users').set({ google_subject: 'g-1', verified_at: 7 }).execute()
  const token = await requestLink()
  const verifying = db.selectFrom('tokens').select('purpose').where('purpose', '=', 'verify')
  expect(await verifying.execute()).toHaveLength(1)
  await reset(token)
  const row = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ google_subject: null, pending_email: null, verified_at: 7 })
  expect(await verifying.execute()).toEqual([])
  expect((await post('/users/verify-email', { token: tokenIn(link) })).statusCode).toBe(400)
})

test('S8 a value stored in the database cannot be used as a link', async () => {
  const { db, requestLink, reset } = await annWithMail()
  const token = await requestLink()
  const rows = await db.selectFrom('tokens').selectAll().where('purpose', '=', 'reset').execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  for (const { hash } of rows) expect((await reset(hash)).statusCode).toBe(400)
})

test('S5 a session token is refused as a link, and a link token as a session', async () => {
  const { app, ann, requestLink, reset, post } = await annWithMail()
  const token = await requestLink()
  expect((await reset(ann.token)).statusCode).toBe(400)
  expect((await post('/users/verify-email', { token })).statusCode).toBe(400)
  expect((await post('/users/verify-email', { token: ann.token })).statusCode).toBe(400)
  const profile = await app.inject({ url: '/api/users/profile', headers: { authorization: `Bearer ${token}` } })
  expect(profile.statusCode).toBe(401)
  expect((await reset(token)).statusCode).toBe(200)
})

// prettier-ignore
test.each([
  ['weak',          'password',   /At least 8 characters/],
  ['easy to guess', 'Password1!', /easy to guess/],
  ['their own name', 'Ann@example1', /easy to guess/],
])('A9 a new password that is %s is refused, and the link still works', async (_why, password, sentence) => {
  const { requestLink, reset } = await annWithMail()
  const token = await requestLink()
  const reply = await reset(token, password)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().details.password).toMatch(sentence)
  expect((await reset(token)).statusCode).toBe(200)
})

test('S21 the link uses the public URL, whatever the Host header of the request', async () => {
  const { post, app, mail } = await annWithMail()
  await post('/users/forgot-password', { email: 'ann@example.org' }, { host: 'evil.example.com' })
  await app.mail.deliver()
  expect(mail.mails.at(-1)!.link).toMatch(/^https:\/\/ritmo\.example\.org\//)
  expect(mail.mails.at(-1)!.raw).not.toContain('evil')
})

/** Ann has an account that she uses at home; `ask` requests a reset mail from an address, and returns the status. */
async function annBehindProxy() {
  const mail = await testMail()
  const parts = await testApp({ ...mail.settings, RATE_LIMITS: 'on', TRUST_PROXY: '1' })
  await parts.signUp('Ann')
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const login = (password: string, address: string) =>
    parts.post('/users/login', { email: 'ann@example.org', password }, from(address))
  expect((await login('Correct horse 1', HOME)).statusCode).toBe(200)
  const ask = async (address: string, email = 'ann@example.org') =>
    (await parts.post('/users/forgot-password', { email }, from(address))).statusCode
  const resetLinks = async () => {
    await parts.app.mail.deliver()
    return mail.mails.filter(({ link }) => link.includes('/reset-password/')).map(({ link }) => tokenIn(link))
  }
  const reset = async (token: string, address: string) =>
    (await parts.post('/users/reset-password', { token, password: NEW_PASSWORD }, from(address))).statusCode
  return { ...parts, login, ask, resetLinks, reset }
}

const HOME = '198.51.100.7'
const HOTEL = '192.0.2.8'

test.each([
  ['at home', HOME],
  ['in a hotel', HOTEL],
])('S33 three requests by a stranger neither void the link of an owner %s nor use up their hour', async (_, place) => {
  const { ask, resetLinks, reset, clock } = await annBehindProxy()
  expect(await ask(place)).toBe(200)
  const [owners = ''] = await resetLinks()
  clock.now += 60_000
  for (let count = 0; count < 3; count += 1) expect(await ask('203.0.113.1')).toBe(200)
  expect(await ask('203.0.113.1')).toBe(429)
  expect(await resetLinks()).toHaveLength(4)
  expect(await ask(place)).toBe(200)
  expect(await resetLinks()).toHaveLength(5)
  expect(await reset(owners, place)).toBe(200)
})

test('S33 many strangers cause six mails an hour, and the owner gets another at home', async () => {
  const { ask, resetLinks, reset } = await annBehindProxy()
  for (let n = 0; n < 30; n += 1) expect(await ask(`203.0.113.${n}`)).toBe(200)
  expect(await resetLinks()).toHaveLength(6)
  expect(await ask(HOTEL)).toBe(200)
  const links = await resetLinks()
  expect(links).toHaveLength(6)
  expect(await ask(HOME)).toBe(200)
  expect(await resetLinks()).toHaveLength(7)
  expect(await reset(links[0]!, HOTEL)).toBe(200)
})

test('S33 others on the network who have used up its mails do not keep the owner from a mail', async () => {
  const { ask, resetLinks } = await annBehindProxy()
  for (let n = 0; n < 10; n += 1) expect(await ask(HOME, `nobody-${n}@example.org`)).toBe(200)
  expect(await ask(HOME, 'nobody@example.org')).toBe(429)
  // The reply is the same as for an address without an account; the mail arrives.
  expect(await ask(HOME)).toBe(429)
  expect(await resetLinks()).toHaveLength(1)
})

test('S33 bad links of others on the network do not keep the owner from using a good one', async () => {
  const { ask, resetLinks, reset } = await annBehindProxy()
  await ask(HOTEL)
  const [link = ''] = await resetLinks()
  const statuses = []
  for (let tried = 0; tried < 6; tried += 1) statuses.push(await reset('x', HOTEL))
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  expect(await reset(link, HOTEL)).toBe(200)
})

test('S32 after a reset the owner of an attacked account signs in, on a network that is attacked too', async () => {
  const { ask, resetLinks, reset, login } = await annBehindProxy()
  for (let n = 0; n < 150; n += 1) await login('Wrong horse 1', `203.0.113.${n}`)
  for (let n = 0; n < 10; n += 1) await login('Wrong horse 1', HOTEL)
  expect((await login('Correct horse 1', HOTEL)).statusCode).toBe(429)
  await ask(HOTEL)
  const [link = ''] = await resetLinks()
  expect(await reset(link, HOTEL)).toBe(200)
  expect((await login(NEW_PASSWORD, HOTEL)).statusCode).toBe(200)
})
