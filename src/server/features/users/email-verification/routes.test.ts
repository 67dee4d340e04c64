import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#core/time/units.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'

const tokenIn = (link: string) => link.slice(link.lastIndexOf('/') + 1)

async function annWithMail(limits = 'off') {
  const mail = await testMail()
  const parts = await testApp({ ...mail.settings, RATE_LIMITS: limits })
  const ann = await parts.signUp('Ann')
  await parts.app.mail.deliver()
  const verify = (token: string) => parts.post('/users/verify-email', { token })
  const lastToken = () => tokenIn(mail.mails.at(-1)!.link)
  const status = async () => (await ann.get('/users/verification-status')).json().data
  return { ...parts, mail, ann, verify, lastToken, status }
}

test('A11 a new user gets a link, and opening it verifies the address', async () => {
  const { ann, mail, verify, lastToken, status } = await annWithMail()
  expect(mail.mails).toHaveLength(1)
  expect(mail.mails[0]).toMatchObject({ to: ['ann@example.org'], subject: 'Verify your email address' })
  expect(await status()).toEqual({
    isVerified: false,
    emailVerificationToken: { expiresAt: '2026-03-03T09:00:00.000Z' },
    waitSeconds: 60,
  })
  expect((await verify(lastToken())).json().data).toEqual({ email: 'ann@example.org' })
  expect(await status()).toEqual({ isVerified: true, waitSeconds: 0 })
  expect((await ann.get('/users/profile')).json().data).toMatchObject({
    isVerified: true,
    emailVerificationToken: null,
  })
})

test('A11 another mail can be requested once a minute', async () => {
  const { ann, app, clock, mail, status } = await annWithMail()
  clock.now += 18_000
  const early = await ann.post('/users/request-verification', {})
  expect(early.statusCode).toBe(429)
  expect(early.headers['retry-after']).toBe('42')
  expect(early.json().message).toBe('Wait 42 seconds')
  clock.now += 42_000
  expect((await status()).waitSeconds).toBe(0)
  expect((await ann.post('/users/request-verification', { language: 'tr' })).json().data.waitSeconds).toBe(60)
  await app.mail.deliver()
  expect(mail.mails.at(-1)!.subject).toBe('E-posta adresinizi doğrulayın')
})

test('S3 a user can request five verification mails a day', async () => {
  const { ann, clock } = await annWithMail('on')
  const statuses = []
  for (let count = 0; count < 6; count += 1) {
    clock.now += MINUTE_MS
    statuses.push((await ann.post('/users/request-verification', {})).statusCode)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('S9 only the newest verification link works, once and for a day; the address stays verified', async () => {
  const { ann, app, clock, verify, lastToken, status } = await annWithMail()
  const first = lastToken()
  clock.now += MINUTE_MS
  await ann.post('/users/request-verification', {})
  await app.mail.deliver()
  const second = lastToken()
  const stale = await verify(first)
  expect(stale.statusCode).toBe(400)
  expect(stale.json().message).toBe('The verification link has expired. Please request a new one.')
  clock.now += DAY_MS
  expect((await verify(second)).statusCode).toBe(400)
  expect((await status()).emailVerificationToken).toBeUndefined()
  await ann.post('/users/request-verification', {})
  await app.mail.deliver()
  const third = lastToken()
  expect((await verify(third)).statusCode).toBe(200)
  expect((await verify(third)).statusCode).toBe(400)
  clock.now += 2 * DAY_MS
  expect((await status()).isVerified).toBe(true)
})

test('a verified user who requests another mail gets none, and the reply says that they are verified', async () => {
  const { ann, app, clock, mail, verify, lastToken } = await annWithMail()
  await verify(lastToken())
  clock.now += MINUTE_MS
  const reply = await ann.post('/users/request-verification', {})
  expect(reply.json().data).toEqual({ isVerified: true, waitSeconds: 0 })
  await app.mail.deliver()
  expect(mail.mails).toHaveLength(1)
})

test('S9 a reset link is refused by the verification endpoint', async () => {
  const { app, post, verify, lastToken, status } = await annWithMail()
  await post('/users/forgot-password', { email: 'ann@example.org' })
  await app.mail.deliver()
  expect((await verify(lastToken())).statusCode).toBe(400)
  expect((await status()).isVerified).toBe(false)
})

test('A11 another mail goes to the address that is to be verified, in the user’s language', async () => {
  const { ann, app, clock, mail, verify, lastToken } = await annWithMail()
  await verify(lastToken())
  await ann.put('/users/profile', { preferredLanguage: 'tr' })
  await ann.put('/users/profile', { email: 'anna@example.org', currentPassword: 'Correct horse 1' })
  await app.mail.deliver()
  clock.now += MINUTE_MS
  await ann.post('/users/request-verification', {})
  await app.mail.deliver()
  expect(mail.mails.at(-1)).toMatchObject({ to: ['anna@example.org'], subject: 'E-posta adresinizi doğrulayın' })
  expect((await verify(lastToken())).json().data).toEqual({ email: 'anna@example.org' })
})

test('S3 a valid link does not count against the rate limit', async () => {
  const { verify, lastToken } = await annWithMail('login-address=1/15m')
  const statuses = [await verify(lastToken()), await verify('x'), await verify('x')].map((reply) => reply.statusCode)
  expect(statuses).toEqual([200, 400, 429])
})

test('A11 a user who was never sent a link can request one at once', async () => {
  const { ann, db, status } = await annWithMail()
  await db.updateTable('users').set({ verification_requested_at: null }).execute()
  expect(await status()).toEqual({ isVerified: false, waitSeconds: 0 })
  expect((await ann.post('/users/request-verification', {})).json().data.waitSeconds).toBe(60)
})
