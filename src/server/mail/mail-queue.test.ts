import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { readMail } from '#server/testing/mail-server.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'

async function withMail() {
  const mail = await testMail()
  const parts = await testApp(mail.settings)
  const listQueued = () => parts.db.selectFrom('emails').select(['attempts', 'due_at']).execute()
  return { ...parts, mail, listQueued }
}

test('O12 a mail server that is down fails no request; its mail waits and is sent later', async () => {
  const { app, clock, mail, signUp, listQueued } = await withMail()
  mail.refuseWith(451)
  const ann = await signUp('Ann')
  expect(ann.token).toBeDefined()
  const delays: number[] = []
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await app.mail.deliver()
    const [email] = await listQueued()
    delays.push((email!.due_at - clock.now) / MINUTE_MS)
    clock.now = email!.due_at
  }
  expect(delays).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60, 60])
  mail.refuseWith()
  await app.mail.deliver()
  expect(mail.mails).toHaveLength(1)
  expect(await listQueued()).toEqual([])
})

test('O12 the same holds if nothing listens at the address of the mail server', async () => {
  const { app, db, post } = await testApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
  const payload = { name: 'Ann', email: 'ann@example.org', password: 'Correct horse 1' }
  expect((await post('/users/register', payload)).statusCode).toBe(201)
  await app.mail.deliver()
  expect(await db.selectFrom('emails').select('attempts').execute()).toEqual([{ attempts: 1 }])
})

test('O12 mail is given up after a day, or when there is no such mailbox', async () => {
  const { app, clock, mail, signUp, listQueued } = await withMail()
  mail.refuseWith(550)
  await signUp('Ann')
  await app.mail.deliver()
  expect(await listQueued()).toEqual([])
  mail.refuseWith(451)
  await signUp('Bob')
  clock.now += 25 * 60 * MINUTE_MS
  await app.mail.deliver()
  expect(await listQueued()).toEqual([])
})

test('O12 mail is not given up if the mail server refuses every mail, not just this one', async () => {
  const { app, mail, signUp, listQueued } = await withMail()
  mail.refuseWith(554, { isForAll: true })
  await signUp('Ann')
  await app.mail.deliver()
  expect(await listQueued()).toMatchObject([{ attempts: 1 }])
})

test('O12 several processes deliver at once, and each mail goes out once', async () => {
  const { app, mail, signUp } = await withMail()
  for (const name of ['Ann', 'Bob', 'Cat', 'Dan']) await signUp(name)
  await Promise.all(Array.from({ length: 5 }, () => app.mail.deliver()))
  expect(mail.mails.map(({ to }) => String(to)).toSorted()).toEqual(
    ['ann', 'bob', 'cat', 'dan'].map((name) => `${name}@example.org`),
  )
})

test('O12 an email that a process had claimed when it died is sent later by another', async () => {
  const { app, clock, db, mail, signUp } = await withMail()
  await signUp('Ann')
  await db
    .updateTable('emails')
    .set({ due_at: clock.now + 2 * MINUTE_MS, attempts: 1 })
    .execute()
  await app.mail.deliver()
  expect(mail.mails).toHaveLength(0)
  clock.now += 2 * MINUTE_MS
  await app.mail.deliver()
  expect(mail.mails).toHaveLength(1)
})

test('O13 without a mail server mail is written to a folder that only its owner can read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ritmo-outbox-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const { app, signUp } = await testApp({ DATA_DIR: dataDir, PUBLIC_URL: 'https://ritmo.example.org' })
  await signUp('Ann')
  await app.mail.deliver()
  const [file = '', ...others] = await readdir(join(dataDir, 'outbox'))
  expect(others).toEqual([])
  expect(file).toMatch(/\.eml$/)
  expect((await stat(join(dataDir, 'outbox', file))).mode & 0o077).toBe(0)
  const email = readMail((await readFile(join(dataDir, 'outbox', file), 'utf8')).replaceAll(/\r?\n/g, '\r\n'))
  expect(email.subject).toBe('Verify your email address')
  expect(email.link).toMatch(/^https:\/\/ritmo\.example\.org\/verify-email\/[\w-]{43}$/)
})
