import { expect, test } from 'vitest'
import type { SecurityEventKind } from '#contract/security/events.ts'
import { DAY_MS } from '#core/time/units.ts'
import { deleteOldSecurityEvents, recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'
import { securityEmailTexts } from './security-email-texts.ts'

const PASSWORD = 'Correct horse 1'
const CREDENTIALS = { email: 'ann@example.org', password: PASSWORD }
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const tokenIn = (link: string) => link.slice(link.lastIndexOf('/') + 1)

/** Ann has a confirmed address, and read all mail about it. */
async function annWithMail(environment = {}) {
  const mail = await testMail()
  const parts = await testApp({ ...mail.settings, TRUST_PROXY: '1', ...environment })
  const ann = await parts.signUp('Ann')
  await parts.db.updateTable('users').set({ verified_at: 1 }).execute()
  await parts.app.mail.deliver()
  mail.mails.length = 0
  const newMails = async () => {
    await parts.app.mail.deliver()
    return mail.mails.splice(0)
  }
  const loginFrom = (headers: Record<string, string>) => parts.post('/users/login', CREDENTIALS, headers)
  const events = async () => (await ann.get('/users/security-events')).json().data as { kind: string }[]
  const record = (kind: SecurityEventKind, headers: Record<string, string> = FIREFOX) =>
    recordSecurityEvent(
      parts.db,
      { userId: ann.user.id, kind, request: { ip: '203.0.113.9', headers } },
      parts.clock.now,
    )
  const notMe = async (token: string) => (await parts.post('/users/not-me', { token })).statusCode
  return { ...parts, ann, newMails, loginFrom, events, record, notMe }
}

test('A100 a sign-in on a new device is in the log and mailed once; the same device and the first one are known', async () => {
  const { loginFrom, newMails, db, clock } = await annWithMail()
  const elsewhere = { ...FIREFOX, 'x-forwarded-for': '203.0.113.9' }
  expect((await loginFrom({})).statusCode).toBe(200)
  expect(await newMails()).toEqual([])
  expect((await loginFrom(elsewhere)).statusCode).toBe(200)
  const [mail, ...others] = await newMails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: ['ann@example.org'], subject: 'New sign-in to your account' })
  expect(mail!.text).toContain('2 March 2026 at 09:00 UTC · Firefox, Linux · 203.0.113.9')
  expect(mail!.link).toMatch(/^https:\/\/ritmo\.example\.org\/not-me\/[\w-]{43}$/)
  clock.now += 89 * DAY_MS
  expect((await loginFrom(elsewhere)).statusCode).toBe(200)
  expect(await newMails()).toEqual([])
  expect((await loginFrom({ ...elsewhere, 'x-forwarded-for': '203.0.113.10' })).statusCode).toBe(200)
  expect(await newMails()).toHaveLength(1)
  expect(await db.selectFrom('security_events').select('id').execute()).toHaveLength(2)
})

test('A100 the log has kind, time, device and network of what happened, the latest first, and nobody else sees it', async () => {
  const { record, events, clock, ann, signUp } = await annWithMail()
  await record('archive-downloaded')
  clock.now += 1_000
  await record('sessions-ended', {})
  expect((await ann.get('/users/security-events')).json().data).toEqual([
    {
      id: expect.any(String),
      kind: 'sessions-ended',
      at: '2026-03-02T09:00:01.000Z',
      browser: null,
      system: null,
      address: '203.0.113.9',
    },
    {
      id: expect.any(String),
      kind: 'archive-downloaded',
      at: '2026-03-02T09:00:00.000Z',
      browser: 'Firefox',
      system: 'Linux',
      address: '203.0.113.9',
    },
  ])
  const bob = await signUp('Bob')
  expect((await bob.get('/users/security-events')).json().data).toEqual([])
  expect(await events()).toHaveLength(2)
})

test('A100 what is older than 90 days leaves the log', async () => {
  const { record, clock, db } = await annWithMail()
  await record('archive-downloaded')
  clock.now += 90 * DAY_MS - 1
  await deleteOldSecurityEvents(db, clock.now)
  expect(await db.selectFrom('security_events').select('id').execute()).toHaveLength(1)
  clock.now += 1
  await deleteOldSecurityEvents(db, clock.now)
  expect(await db.selectFrom('security_events').select('id').execute()).toEqual([])
})

// prettier-ignore
test.each([
  ['a changed password',   'password-changed',   'Your password was changed'],
  ['a changing address',   'email-changing',     'Your email address is being changed'],
  ['signed-out devices',   'sessions-ended',     'Devices were signed out'],
  ['a downloaded archive', 'archive-downloaded', 'Your archive was downloaded'],
])('A100 %s is in the log as %s and mailed once', async (_what, kind, subject) => {
  const { ann, newMails, events, loginFrom } = await annWithMail()
  await loginFrom({})
  const requests: Record<string, () => Promise<{ statusCode: number }>> = {
    'password-changed': () => ann.post('/users/change-password', { currentPassword: PASSWORD, newPassword: 'Another river 2' }),
    'email-changing': () => ann.put('/users/profile', { email: 'anna@example.org', currentPassword: PASSWORD }),
    'sessions-ended': () => ann.delete('/users/sessions'),
    'archive-downloaded': () => ann.post('/archive', { password: PASSWORD }),
  }
  expect((await requests[kind]!()).statusCode).toBe(200)
  expect((await events()).map((event) => event.kind)).toEqual([kind])
  const about = (await newMails()).filter(({ to }) => to[0] === 'ann@example.org')
  expect(about.map((mail) => mail.subject)).toEqual([subject])
})

test.each(['en', 'es', 'tr'] as const)(
  'A100 every security mail is in the language of its user: %s',
  async (language) => {
    const { record, newMails, db } = await annWithMail()
    await db.updateTable('users').set({ preferred_language: language }).execute()
    const { events, button } = securityEmailTexts[language]
    for (const kind of Object.keys(events) as (keyof typeof events)[]) await record(kind)
    const mails = await newMails()
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual(
      Object.values(events)
        .map(([subject]) => subject)
        .toSorted(),
    )
    for (const { html } of mails) expect(html).toContain(`>${button}</a>`)
  },
)

test('A100 an unconfirmed address gets no mail about sign-ins, and a confirmed one ten a day of a kind', async () => {
  const { record, newMails, db, clock } = await annWithMail()
  for (let count = 0; count < 12; count += 1) await record('new-device')
  expect(await newMails()).toHaveLength(10)
  clock.now += DAY_MS
  await record('new-device')
  expect(await newMails()).toHaveLength(1)
  await db.updateTable('users').set({ verified_at: null }).execute()
  await record('archive-downloaded')
  expect(await newMails()).toEqual([])
  await record('password-changed')
  expect(await newMails()).toHaveLength(1)
})

test('A101 the link signs out everywhere, cancels what is pending, and mails a link for a new password', async () => {
  const { record, newMails, notMe, ann, loginFrom, post, db } = await annWithMail()
  await ann.put('/users/profile', { email: 'mallory@example.org', currentPassword: PASSWORD })
  await newMails()
  await record('new-device')
  const [mail] = await newMails()
  expect(await notMe(tokenIn(mail!.link))).toBe(200)
  expect((await ann.get('/users/profile')).statusCode).toBe(401)
  expect(await db.selectFrom('users').select('pending_email').execute()).toEqual([{ pending_email: null }])
  const [reset, ...others] = await newMails()
  expect(others).toEqual([])
  expect(reset!.link).toContain('/reset-password/')
  expect(
    (await post('/users/reset-password', { token: tokenIn(reset!.link), password: 'Another river 2' })).statusCode,
  ).toBe(200)
  expect((await loginFrom({})).statusCode).toBe(401)
})

test('A101 the link works once, for 7 days, and opening it changes nothing', async () => {
  const { record, newMails, notMe, ann, clock, app } = await annWithMail()
  const link = async () => {
    await record('new-device')
    return (await newMails()).at(-1)!.link
  }
  const first = await link()
  await app.inject({ url: new URL(first).pathname })
  expect((await ann.get('/users/profile')).statusCode).toBe(200)
  clock.now += 7 * DAY_MS
  expect(await notMe(tokenIn(first))).toBe(400)
  const second = await link()
  clock.now += 7 * DAY_MS - 1
  expect(await notMe(tokenIn(second))).toBe(200)
  expect(await notMe(tokenIn(second))).toBe(400)
})

test('A101 where only providers sign in, it mails no link for a password', async () => {
  const { record, newMails, notMe, ann } = await annWithMail({
    PASSWORD_SIGN_IN: 'off',
    OPENID_PROVIDERS: 'work',
    OPENID_WORK_ISSUER: 'https://id.example.org',
    OPENID_WORK_CLIENT_ID: 'ritmo',
  })
  await record('new-device')
  const [mail] = await newMails()
  expect(await notMe(tokenIn(mail!.link))).toBe(200)
  expect((await ann.get('/users/profile')).statusCode).toBe(401)
  expect(await newMails()).toEqual([])
})

test('A101 after it, a device that was known is new again', async () => {
  const { record, newMails, notMe, loginFrom } = await annWithMail()
  await record('new-device')
  await notMe(tokenIn((await newMails())[0]!.link))
  await newMails()
  await loginFrom({})
  expect((await newMails()).map(({ subject }) => subject)).toEqual(['New sign-in to your account'])
})
