import { expect, onTestFinished, test } from 'vitest'
import { createUnsubscribeTokens } from './unsubscribe-tokens.ts'
import { enqueueDueReviews } from './mail-queries.ts'
import { createApp } from '#server/app.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

/** Wednesday of the week before the one whose Monday the mail is due. */
const WEDNESDAY = Date.parse('2026-03-25T10:00:00Z')
/** 07:00 in Madrid, the day after the clocks went forward. */
const MONDAY_MORNING = Date.parse('2026-03-30T05:00:00Z')

async function ann({ language = 'en', isVerified = true } = {}) {
  const mail = await testMail()
  const parts = await testApp(mail.settings)
  const { app, db, clock } = parts
  clock.now = WEDNESDAY
  const user = await parts.signUp('Ann')
  const values = { preferred_language: language, verified_at: isVerified ? 1 : null }
  await db.updateTable('users').set(values).execute()
  const project = (await user.post('/projects', { name: 'Web & <b>print</b>' })).json().data.id as string
  const track = () =>
    trackTime(db, user.user.id, { project, worked: [['2026-03-24T09:00+01:00', '2026-03-24T11:30+01:00']] })
  return {
    ...parts,
    mail,
    user,
    track,
    turn: (isOn: boolean) => user.put('/review/mail', { isOn, zone: 'Europe/Madrid' }),
    isOn: async () => (await user.get('/review/mail')).json().data.isOn as boolean,
    async deliverAt(at: number) {
      clock.now = at
      await enqueueDueReviews(db, at)
      await app.mail.deliver()
      return mail.mails.filter(({ text }) => text.includes('/review?week='))
    },
  }
}

// prettier-ignore
test.each([
  ['en', 'Your week: 2 h 30 m',     'You worked 2 h 30 m on 1 day.',   'Best hours: 100% of the work between 9:00 and 12:00.', 'Tuesday'],
  ['es', 'Tu semana: 2 h 30 min',   'Trabajaste 2 h 30 min en 1 día.', 'entre las 9:00 y las 12:00.',                          'martes'],
  ['tr', 'Haftanız: 2 sa 30 dk',    '1 günde 2 sa 30 dk çalıştınız.',  '9:00 ile 12:00 arasında.',                             'Salı'],
])('V30 the review is mailed on Monday morning in the language of the user: %s', async (language, subject, total, hours, day) => {
  const { deliverAt, track, turn, isOn } = await ann({ language })
  await track()
  expect(await isOn()).toBe(false)
  expect((await turn(true)).json().data).toEqual({ isOn: true })
  expect(await deliverAt(MONDAY_MORNING - 1)).toEqual([])
  const [mail, ...others] = await deliverAt(MONDAY_MORNING)
  expect(others).toEqual([])
  expect(mail!.to).toEqual(['ann@example.org'])
  expect(mail!.subject).toBe(subject)
  for (const text of [total, hours, day, 'Web & <b>print</b>: 2', 'https://ritmo.example.org/review?week=2026-03-23'])
    expect(mail!.text).toContain(text)
  expect(mail!.html).toContain('Web &amp; &lt;b&gt;print')
  expect(mail!.html).toContain(`<html lang="${language}">`)
  for (const part of [mail!.text, mail!.html]) expect(part).toContain('https://ritmo.example.org/unsubscribe/')
})

test('V30 each week is mailed once, however many servers look for due mails, and the next week again', async () => {
  const { db, track, turn, deliverAt } = await ann()
  await track()
  await turn(true)
  await Promise.all(Array.from({ length: 4 }, () => enqueueDueReviews(db, MONDAY_MORNING)))
  expect(await deliverAt(MONDAY_MORNING)).toHaveLength(1)
  expect(await deliverAt(MONDAY_MORNING + 60_000)).toHaveLength(1)
  const row = await db.selectFrom('week_review_mails').selectAll().executeTakeFirstOrThrow()
  expect(row.due_at).toBe(Date.parse('2026-04-06T05:00:00Z'))
})

test('V30 two servers that deliver at the same time, and one that starts later, send the review once', async () => {
  const { app, mail, turn, track, ...parts } = await ann({ language: 'es' })
  await track()
  await turn(true)
  const { db, clock } = parts
  const start = async () => {
    const server = await createApp({ ...parts, now: () => clock.now, webDir: 'nowhere' })
    onTestFinished(() => server.close())
    return server
  }
  clock.now = MONDAY_MORNING
  const servers = [app, await start()]
  const lookAndDeliver = async (server: typeof app) => {
    await enqueueDueReviews(db, clock.now)
    await server.mail.deliver()
  }
  await Promise.all(servers.map(lookAndDeliver))
  clock.now += 60_000
  await lookAndDeliver(await start())
  expect(mail.mails.map(({ subject }) => subject)).toEqual(['Tu semana: 2 h 30 min'])
})

test('V30 nothing is mailed for a week without work, to an address that is not verified, or after it was turned off', async () => {
  const idle = await ann()
  await idle.turn(true)
  expect(await idle.deliverAt(MONDAY_MORNING)).toEqual([])

  const unverified = await ann({ isVerified: false })
  await unverified.track()
  await unverified.turn(true)
  expect(await unverified.deliverAt(MONDAY_MORNING)).toEqual([])

  const off = await ann()
  await off.track()
  await off.turn(true)
  await off.turn(false)
  expect([await off.isOn(), await off.deliverAt(MONDAY_MORNING)]).toEqual([false, []])
})

test('V30 the zone that the user has chosen decides when it is Monday morning', async () => {
  const { user, db, turn } = await ann()
  const formats = { weekStart: 'sunday', clock: '24h', dateOrder: 'dmy', duration: 'units', timeZone: 'Asia/Tokyo' }
  await user.put('/users/profile', { formats })
  await turn(true)
  const row = await db.selectFrom('week_review_mails').selectAll().executeTakeFirstOrThrow()
  expect(new Date(row.due_at)).toEqual(new Date('2026-03-29T22:00:00Z'))
})

test('V31 the mail has a header by which mail programs turn it off with one press, without a session', async () => {
  const { app, track, turn, isOn, deliverAt } = await ann()
  await track()
  await turn(true)
  const [mail] = await deliverAt(MONDAY_MORNING)
  const raw = mail!.raw.replaceAll(/\r\n[ \t]+/g, ' ')
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(raw).toContain('Auto-Submitted: auto-generated')
  const [, path = ''] = /^List-Unsubscribe: <https:\/\/ritmo\.example\.org(\/unsubscribe\/[\w.-]+)>/m.exec(raw) ?? []
  const page = await app.inject({ url: path, headers: { 'accept-language': 'es-ES,es' } })
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Desactivarlos')])
  expect(await isOn()).toBe(true)
  const press = (url: string, type = 'application/x-www-form-urlencoded') =>
    app.inject({ method: 'POST', url, payload: 'List-Unsubscribe=One-Click', headers: { 'content-type': type } })
  for (const wrong of [`${path}x`, '/unsubscribe/x', `/unsubscribe/${'a.'.repeat(40)}`])
    expect((await press(wrong)).statusCode).toBe(404)
  expect(await isOn()).toBe(true)
  expect((await press(path, 'multipart/form-data; boundary=x')).statusCode).toBe(200)
  expect(await isOn()).toBe(false)
  expect((await press(path)).statusCode).toBe(200)
})

test('V31 a token ends the mails of its own user only', () => {
  const tokens = createUnsubscribeTokens('one secret of at least 32 characters')
  const others = createUnsubscribeTokens('another secret of 32 characters at least')
  const token = tokens.create('ann')
  expect([tokens.userOf(token), others.userOf(token)]).toEqual(['ann', undefined])
  expect(tokens.userOf(token.replace('ann', 'bob'))).toBeUndefined()
})
