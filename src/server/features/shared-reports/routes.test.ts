import { expect, test } from 'vitest'
import { en } from '#contract/messages/en.ts'
import { testLink } from '#server/features/reports/shared/testing/test-link.ts'
import { testApp } from '#server/testing/test-app.ts'

test('U71 only a user with a verified address shares', async () => {
  const { signUp } = await testApp()
  const bob = await signUp('Bob')
  const { id } = (await bob.post('/report-views', { name: 'Week' })).json().data
  const refused = await bob.put(`/shared-reports/${id}`, {})
  expect([refused.statusCode, refused.json().message]).toEqual([403, en.verifyBeforeSharing])
  expect((await bob.get('/shared-reports')).json().data).toEqual([])
})

test('U71 the owner can copy the link again; the database has it only encrypted and as a hash', async () => {
  const { ann, link, secretOf, db } = await testLink()
  expect(link).toMatch(/^http:\/\/localhost:3000\/shared#[\w-]{43}$/)
  expect((await ann.get('/shared-reports')).json().data).toMatchObject([{ link, name: 'Week for Acme' }])
  const rows = await db.selectFrom('shared_reports').selectAll().execute()
  const lookups = await db.selectFrom('user_lookups').selectAll().execute()
  expect(JSON.stringify([rows, lookups])).not.toContain(secretOf(link))
})

test('U71 a link that the server cannot decrypt any more still works, and is not shown', async () => {
  const { ann, db, open } = await testLink()
  await db.updateTable('shared_reports').set({ secret: 'of.another.key' }).execute()
  expect((await ann.get('/shared-reports')).json().data).toMatchObject([{ link: null }])
  expect((await open()).statusCode).toBe(200)
})

test('U72 a new link ends the former one at once, and is counted anew', async () => {
  const { ann, ids, open, openGrant, get, link, post, secretOf } = await testLink({ password: 'acme and ann' })
  const grant = await openGrant({ password: 'acme and ann' })
  const replaced = (await ann.post(`/shared-reports/${ids.view}/link`)).json().data
  expect(replaced).toMatchObject({ views: 0, viewedAt: null, hasPassword: true })
  expect(replaced.link).not.toBe(link)
  expect((await open({ password: 'acme and ann' })).statusCode).toBe(404)
  expect((await get('', { grant })).statusCode).toBe(404)
  const reply = await post('/public-report/open', { secret: secretOf(replaced.link), password: 'acme and ann' })
  expect(reply.statusCode).toBe(200)
})

test('U72 a change leaves what it omits, and the link, as they are', async () => {
  const { ann, ids, share, link } = await testLink({ password: 'acme and ann', expiresAt: '2026-04-01T00:00:00Z' })
  const changed = await share({ fields: { clients: false, tasks: true, tags: true, entries: true, notes: true } })
  expect(changed).toMatchObject({
    link,
    hasPassword: true,
    expiresAt: '2026-04-01T00:00:00.000Z',
    zone: 'Europe/Madrid',
    range: null,
    fields: { clients: false, notes: true },
  })
  expect(await share({ password: null, expiresAt: null })).toMatchObject({ hasPassword: false, expiresAt: null })
  const past = await ann.put(`/shared-reports/${ids.view}`, { expiresAt: '2026-03-02T08:59:00Z' })
  expect([past.statusCode, past.json().details]).toEqual([400, { expiresAt: en.expiresInPast }])
  const short = await ann.put(`/shared-reports/${ids.view}`, { password: 'short' })
  expect([short.statusCode, short.json().details]).toEqual([400, { password: 'At least 8 characters' }])
})

test('U72 an account that is deleted takes its links with it', async () => {
  const { ann, open, db } = await testLink()
  expect((await ann.delete('/users/profile', { password: 'Correct horse 1' })).statusCode).toBe(200)
  expect((await open()).statusCode).toBe(404)
  expect(await db.selectFrom('shared_reports').selectAll().execute()).toEqual([])
})
