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

test('S8 only the newest link works, once and for an hour', async () => {
  const { requestLink, reset, clock } = await annWithMail()
  const refused = async (token: string) => {
    const reply = await reset(token)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toBe('This link is no longer valid. Please request a new one.')
  }
  const first = await requestLink()
  const second = await requestLink()
  await refused(first)
  expect((await reset(second)).statusCode).toBe(200)
  await refused(second)
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
