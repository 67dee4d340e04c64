import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { defaultReminders, type Reminders } from '#core/reminders/reminders.ts'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { startPushService } from '#server/testing/push-service.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'
import { createReminderSender } from './send-reminders.ts'

const OFF = defaultReminders('Europe/Madrid')

/** Ann with a browser at a test push service, on a Monday at eight in Madrid, and two servers on one database. */
async function annsReminders(language = 'en') {
  const service = await startPushService()
  onTestFinished(service.stop)
  const mail = await testMail()
  const parts = await testApp({ ...service.settings, ...mail.settings })
  const { app, db, clock, signUp } = parts
  clock.now = Date.parse('2026-03-02T08:00+01:00')
  const other = await createApp({ ...parts, now: () => clock.now, webDir: 'nowhere' })
  onTestFinished(() => other.close())
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'Atlas' })).json().data.id as string
  const browser = service.browser('anns', language)
  await ann.post('/push/subscriptions', browser.subscription)
  const servers = [app, other].map(({ timer, push, log }) =>
    createReminderSender({ db, now: () => clock.now, readTimer: timer.read, push, log }),
  )
  const changed = { verified_at: 1, preferred_language: language }
  await db.updateTable('users').set(changed).execute()
  return {
    ...parts,
    other,
    mail,
    ann,
    device: createTimerDevice(ann, clock),
    project,
    choose: (fields: Partial<Reminders>) => ann.put('/reminders', { ...OFF, ...fields }),
    /** Lets time pass while both servers look every minute at the same time. */
    async pass(milliseconds: number) {
      for (const end = clock.now + milliseconds; clock.now < end;) {
        clock.now += MINUTE_MS
        await Promise.all(servers.map((look) => look()))
      }
    },
    received: () => service.received.map(({ body }) => browser.read(body) as { title: string; body: string }),
  }
}

test('P8 nothing is on by default, and nothing is sent', async () => {
  const { ann, pass, received } = await annsReminders()
  expect((await ann.get('/reminders')).json().data).toBeNull()
  await pass(5 * HOUR_MS)
  expect(received()).toEqual([])
})

// prettier-ignore
test.each([
  ['en', 'You have not started yet'],
  ['es', 'Aún no has empezado'],
  ['tr', 'Henüz başlamadınız'],
])('P8 two servers send one reminder by ten, in %s', async (language, title) => {
  const { choose, pass, received } = await annsReminders(language)
  await choose({ notStarted: { ...OFF.notStarted, isOn: true } })
  await pass(119 * MINUTE_MS)
  expect(received()).toEqual([])
  await pass(6 * HOUR_MS)
  expect(received().map((message) => message.title)).toEqual([title])
  await pass(24 * HOUR_MS)
  expect(received()).toHaveLength(2)
})

test('P8 work outside of the hours and a long stopwatch are told once, and by mail only if that is wanted', async () => {
  const { app, mail, choose, pass, received, device, project } = await annsReminders()
  const longStopwatch = { isOn: true, hours: 2, isMailed: false }
  await choose({ outsideHours: { ...OFF.outsideHours, isOn: true, from: 0, to: 9 * 60 }, longStopwatch })
  await device.send([device.start(project, { isInfinite: true })])
  await pass(6 * HOUR_MS)
  const titles = received().map(({ title }) => title)
  expect(titles).toEqual(['You are tracking outside your hours', 'Is the stopwatch still right?'])
  expect(received()[1]!.body).toBe('It has been running for 2 h.')
  await app.mail.deliver()
  expect(mail.mails).toEqual([])

  await choose({ longStopwatch: { ...longStopwatch, isMailed: true } })
  await device.send([device.act({ type: 'stop', save: true })])
  await device.send([device.start(project, { isInfinite: true })])
  await pass(5 * HOUR_MS)
  await app.mail.deliver()
  expect(mail.mails).toHaveLength(1)
})

// prettier-ignore
test.each([
  ['en', 'A stopwatch has been running for 2 h', 'stop it or correct its start', 'Turn it off in the settings'],
  ['es', 'Un cronómetro lleva 2 h en marcha',    'detenlo o corrige su inicio',  'Desactívalo en los ajustes'],
  ['tr', 'Bir kronometre 2 saattir çalışıyor',   'başlangıcını düzeltin',        'Ayarlardan kapatabilirsiniz'],
])('P8 the mail about a long stopwatch is sent once by two servers and after a restart, and tells how to turn it off: %s', async (language, subject, line, hint) => {
  const { app, other, config, db, clock, mail, choose, pass, device, project, ...parts } = await annsReminders(language)
  await choose({ longStopwatch: { isOn: true, hours: 2, isMailed: true } })
  await device.send([device.start(project, { isInfinite: true })])
  await pass(2 * HOUR_MS)
  await Promise.all([app.mail.deliver(), other.mail.deliver()])
  const restarted = await createApp({ ...parts, config, db, now: () => clock.now, webDir: 'nowhere' })
  onTestFinished(() => restarted.close())
  await restarted.mail.deliver()
  await pass(3 * HOUR_MS)
  await Promise.all([app, other, restarted].map((server) => server.mail.deliver()))
  expect(mail.mails).toHaveLength(1)
  const { to, text, html, link, subject: received } = mail.mails[0]!
  expect([to, received]).toEqual([['ann@example.org'], subject])
  expect(new URL(link).origin).toBe('https://ritmo.example.org')
  for (const part of [line, `${hint}: https://ritmo.example.org/settings#reminders`]) expect(text).toContain(part)
  expect(html).toContain(`<html lang="${language}">`)
  expect(html).toContain(hint)
  expect(text + html).not.toContain('Atlas')
})

test('P8 a mail that is sent late is left out if the stopwatch was stopped or the reminder turned off meanwhile', async () => {
  const { app, mail, choose, pass, device, project } = await annsReminders()
  const longStopwatch = { isOn: true, hours: 1, isMailed: true }
  await choose({ longStopwatch })
  await device.send([device.start(project, { isInfinite: true })])
  await pass(61 * MINUTE_MS)
  await device.send([device.act({ type: 'stop', save: true })])
  await app.mail.deliver()
  await device.send([device.start(project, { isInfinite: true })])
  await pass(61 * MINUTE_MS)
  await choose({ longStopwatch: { ...longStopwatch, isMailed: false } })
  await app.mail.deliver()
  expect(mail.mails).toEqual([])
})

test('P8 what is turned off is not sent, and the choice is kept as it was made', async () => {
  const { ann, choose, pass, received } = await annsReminders()
  const notStarted = { isOn: true, weekdays: [1, 3], minute: 9 * 60 }
  await choose({ notStarted })
  expect((await ann.get('/reminders')).json().data).toEqual({ ...OFF, notStarted })
  await choose({ notStarted: { ...notStarted, isOn: false } })
  await pass(4 * HOUR_MS)
  expect(received()).toEqual([])
})

// prettier-ignore
test.each([
  ['an unknown zone',          { timeZone: 'Europe/Atlantis' }],
  ['a weekday too many',       { notStarted: { isOn: true, weekdays: [1, 8], minute: 0 } }],
  ['a weekday twice',          { notStarted: { isOn: true, weekdays: [1, 1], minute: 0 } }],
  ['hours that end too early', { outsideHours: { isOn: true, weekdays: [1], from: 600, to: 600 } }],
  ['a stopwatch of no length', { longStopwatch: { isOn: true, hours: 0, isMailed: false } }],
  ['nothing',                  { idleReturn: undefined }],
])('P8 reminders with %s are refused, and nothing changes', async (_what, wrong) => {
  const { ann, choose } = await annsReminders()
  expect((await choose(wrong as never)).statusCode).toBe(400)
  expect((await ann.get('/reminders')).json().data).toBeNull()
})
