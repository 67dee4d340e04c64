import { expect, test } from 'vitest'
import { DAY_MS } from '#core/time/units.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'

const PASSWORD = 'Correct horse 1'
const NEW_PASSWORD = 'Another river 2'
const tokenIn = (link: string) => link.slice(link.lastIndexOf('/') + 1)

/** Ann has a verified account. `linkTo` is the token of the newest mail to an address. */
async function annWithMail(limits = 'off') {
  const mail = await testMail()
  const parts = await testApp({ ...mail.settings, RATE_LIMITS: limits, TRUST_PROXY: '1' })
  const ann = await parts.signUp('Ann')
  const mailsTo = async (address: string) => {
    await parts.app.mail.deliver()
    return mail.mails.filter(({ to }) => to[0] === address)
  }
  const linkTo = async (address: string) => tokenIn((await mailsTo(address)).at(-1)!.link)
  const verify = (token: string) => parts.post('/users/verify-email', { token })
  const login = async (email: string, password = PASSWORD) => {
    const reply = await parts.post('/users/login', { email, password })
    return { status: reply.statusCode, token: reply.json().data?.token as string }
  }
  const restore = async (token: string, password = NEW_PASSWORD) =>
    (await parts.post('/users/restore-email', { token, password })).statusCode
  const call = (token: string) => ({
    put: (payload: object) =>
      parts.app.inject({ method: 'PUT', url: '/api/users/profile', headers: { 'x-auth-token': token }, payload }),
    profile: () => parts.app.inject({ url: '/api/users/profile', headers: { 'x-auth-token': token } }),
  })
  /** Changes the address, as somebody can who knows the password and reads the mail of the new address. */
  const moveTo = async (email: string, token = ann.token) => {
    expect((await call(token).put({ email, currentPassword: PASSWORD })).statusCode).toBe(200)
    expect((await verify(await linkTo(email))).statusCode).toBe(200)
    parts.clock.now += 60_000
  }
  await verify(await linkTo('ann@example.org'))
  return { ...parts, mail, ann, mailsTo, linkTo, verify, login, restore, call, moveTo }
}

// prettier-ignore
test.each([
  ['en', 'Your email address was changed'],
  ['es', 'Tu dirección de correo ha cambiado'],
  ['tr', 'E-posta adresiniz değiştirildi'],
])('S30 in %s the old address is mailed "%s", with a link of its own', async (language, subject) => {
  const { ann, db, moveTo, mailsTo } = await annWithMail()
  await db.updateTable('users').set({ preferred_language: language }).execute()
  await moveTo('mallory@example.org', ann.token)
  const sent = (await mailsTo('ann@example.org')).at(-1)!
  expect(sent.subject).toBe(subject)
  expect(sent.link).toMatch(/^https:\/\/ritmo\.example\.org\/restore-email\/[\w-]{43}$/)
  expect(sent.html).toContain(sent.link)
})

test('S30 the link restores the address, sets the password, and ends every session and other link', async () => {
  const { ann, post, db, clock, log: _, ...parts } = await annWithMail()
  const { moveTo, linkTo, login, restore, call, mailsTo, verify } = parts
  await moveTo('mallory@example.org')
  const intruder = await login('mallory@example.org')
  const changes = { currentPassword: PASSWORD, newPassword: 'Intruder river 9' }
  expect((await ann.post('/users/change-password', changes)).statusCode).toBe(200)
  await post('/users/forgot-password', { email: 'mallory@example.org' })
  const reset = await linkTo('mallory@example.org')
  const again = await login('mallory@example.org', 'Intruder river 9')
  await call(again.token).put({ email: 'mallory2@example.org', currentPassword: 'Intruder river 9' })
  const pending = await linkTo('mallory2@example.org')
  await db.updateTable('users').set({ google_subject: 'g-mallory' }).execute()

  clock.now += 6 * DAY_MS
  const link = tokenIn((await mailsTo('ann@example.org')).find(({ link }) => link.includes('restore-email'))!.link)
  expect(await restore(link)).toBe(200)

  for (const token of [ann.token, intruder.token, again.token])
    expect((await call(token).profile()).statusCode).toBe(401)
  expect((await login('mallory@example.org', 'Intruder river 9')).status).toBe(401)
  expect((await login('ann@example.org', 'Intruder river 9')).status).toBe(401)
  expect((await verify(pending)).statusCode).toBe(400)
  expect((await post('/users/reset-password', { token: reset, password: 'A third stone 3' })).statusCode).toBe(400)
  expect(await restore(link)).toBe(400)
  expect((await login('ann@example.org', NEW_PASSWORD)).status).toBe(200)
  const row = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ email: 'ann@example.org', pending_email: null, google_subject: null })
  expect((await mailsTo('mallory@example.org')).at(-1)!.subject).toBe('Your email address was changed back')
  expect((await mailsTo('ann@example.org')).at(-1)!.subject).toBe('Your password was changed')
})

test('S30 the link works for 7 days after the change', async () => {
  const { clock, moveTo, linkTo, restore } = await annWithMail()
  const changedAt = clock.now
  await moveTo('mallory@example.org')
  const link = await linkTo('ann@example.org')
  clock.now = changedAt + 7 * DAY_MS
  expect(await restore(link)).toBe(400)
  clock.now -= 1
  expect(await restore(link)).toBe(200)
})

test('S30 after two changes the first address takes back what the second cannot', async () => {
  const { moveTo, linkTo, restore, login, mailsTo } = await annWithMail()
  await moveTo('mallory@example.org')
  const links = { ann: await linkTo('ann@example.org'), mallory: '' }
  await moveTo('mallory2@example.org')
  links.mallory = await linkTo('mallory@example.org')
  expect(await restore(links.mallory)).toBe(200)
  expect((await login('mallory@example.org', NEW_PASSWORD)).status).toBe(200)
  expect(await restore(links.ann, 'A third stone 3')).toBe(200)
  expect((await login('ann@example.org', 'A third stone 3')).status).toBe(200)
  expect((await mailsTo('mallory@example.org')).at(-1)!.link).toBe('')
})

test('S30 the first address takes back the account for good: links of later changes are void', async () => {
  const { moveTo, linkTo, restore } = await annWithMail()
  await moveTo('mallory@example.org')
  const ann = await linkTo('ann@example.org')
  await moveTo('mallory2@example.org')
  const mallory = await linkTo('mallory@example.org')
  expect(await restore(ann)).toBe(200)
  expect(await restore(mallory)).toBe(400)
})

test('S34 an address that is confirmed again keeps the account: no link of a later address works', async () => {
  const { db, clock, moveTo, linkTo, restore, mailsTo } = await annWithMail()
  await moveTo('mallory@example.org')
  const ann = await linkTo('ann@example.org')
  await moveTo('mallory2@example.org')
  const mallory = await linkTo('mallory@example.org')
  await db.updateTable('users').set({ google_subject: 'g-mallory' }).execute()
  clock.now += DAY_MS
  await moveTo('ann@example.org')
  expect((await mailsTo('mallory2@example.org')).at(-1)!.link).toBe('')
  for (const link of [ann, mallory]) expect(await restore(link)).toBe(400)
  expect(await db.selectFrom('tokens').select('hash').where('purpose', '=', 'restore').execute()).toEqual([])
  const row = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ email: 'ann@example.org', google_subject: null })
})

// prettier-ignore
test.each([
  ['en', 'Your email address was changed back'],
  ['es', 'Tu dirección de correo ha vuelto a ser la anterior'],
  ['tr', 'E-posta adresiniz eski hâline döndürüldü'],
])('S34 in %s the address that is left is mailed "%s", without a link', async (language, subject) => {
  const { db, moveTo, mailsTo } = await annWithMail()
  await db.updateTable('users').set({ preferred_language: language }).execute()
  await moveTo('mallory@example.org')
  await moveTo('ann@example.org')
  expect((await mailsTo('mallory@example.org')).at(-1)).toMatchObject({ subject, link: '' })
})

test('S34 an intruder who returns to an own address does not void the link of the owner’s', async () => {
  const { moveTo, linkTo, restore, login } = await annWithMail()
  await moveTo('mallory@example.org')
  const ann = await linkTo('ann@example.org')
  await moveTo('mallory2@example.org')
  await moveTo('mallory@example.org')
  expect(await restore(ann)).toBe(200)
  expect((await login('ann@example.org', NEW_PASSWORD)).status).toBe(200)
})

test('S34 an address that is left again after a return gets a new link', async () => {
  const { moveTo, linkTo, restore, login } = await annWithMail()
  await moveTo('mallory@example.org')
  await moveTo('ann@example.org')
  await moveTo('mallory@example.org')
  expect(await restore(await linkTo('ann@example.org'))).toBe(200)
  expect((await login('ann@example.org', NEW_PASSWORD)).status).toBe(200)
})

test('S30 nobody else can take the address while it can be restored', async () => {
  const { post, signUp, moveTo, linkTo, restore, verify } = await annWithMail()
  const bob = await signUp('Bob')
  const change = { email: 'ann@example.org', currentPassword: PASSWORD }
  const registration = { name: 'Mallory', email: 'ANN@example.org', password: PASSWORD }
  await bob.put('/users/profile', { ...change, email: 'free@example.org' })
  await moveTo('mallory@example.org')
  const link = await linkTo('ann@example.org')
  expect((await post('/users/register', registration)).statusCode).toBe(409)
  expect((await bob.put('/users/profile', change)).statusCode).toBe(409)
  expect((await verify(await linkTo('free@example.org'))).statusCode).toBe(200)
  expect(await restore(link)).toBe(200)
})

test('S30 an address is free again after 7 days', async () => {
  const { clock, post, moveTo } = await annWithMail()
  await moveTo('anna@example.org')
  clock.now += 7 * DAY_MS
  const registration = { name: 'Ann', email: 'ann@example.org', password: PASSWORD }
  expect((await post('/users/register', registration)).statusCode).toBe(201)
})

test('S30 an address that was never verified is told, but cannot take the account', async () => {
  const { db, moveTo, mailsTo } = await annWithMail()
  await db.updateTable('users').set({ verified_at: null }).execute()
  await moveTo('anna@example.org')
  const sent = (await mailsTo('ann@example.org')).at(-1)!
  expect(sent).toMatchObject({ subject: 'Your email address was changed', link: '' })
})

test('S30 a weak password is refused, and the link still works', async () => {
  const { moveTo, linkTo, restore } = await annWithMail()
  await moveTo('mallory@example.org')
  const link = await linkTo('ann@example.org')
  for (const password of ['password', 'Password1!', 'Ann@example1']) expect(await restore(link, password)).toBe(400)
  expect(await restore(link)).toBe(200)
})

test('S30 bad links are limited, which does not lock out the owner of a good one on the same network', async () => {
  const { moveTo, linkTo, restore } = await annWithMail('on')
  await moveTo('mallory@example.org')
  const link = await linkTo('ann@example.org')
  const statuses = []
  for (let tried = 0; tried < 7; tried += 1) statuses.push(await restore('x'))
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  expect(await restore(link)).toBe(200)
})

test('S30 an intruder who resets the password and restores a later address does not use up the limit of the owner', async () => {
  const { post, moveTo, mailsTo, linkTo, restore } = await annWithMail('reset=1/1h')
  await moveTo('mallory@example.org')
  const ann = await linkTo('ann@example.org')
  await moveTo('mallory2@example.org')
  const mallory = await linkTo('mallory@example.org')
  const reset = async () => {
    await post('/users/forgot-password', { email: 'mallory2@example.org' })
    const mails = await mailsTo('mallory2@example.org')
    const token = tokenIn(mails.findLast(({ link }) => link.includes('reset-password'))!.link)
    return (await post('/users/reset-password', { token, password: 'Intruder river 9' })).statusCode
  }
  expect([await reset(), await reset()]).toEqual([200, 429])
  expect(await restore(mallory, 'Intruder river 9')).toBe(200)
  expect(await restore(ann)).toBe(200)
})

test('S30 links for other purposes do not restore an address, nor does this link serve another purpose', async () => {
  const { post, ann, moveTo, linkTo, restore, verify } = await annWithMail()
  await post('/users/forgot-password', { email: 'ann@example.org' })
  expect(await restore(await linkTo('ann@example.org'))).toBe(400)
  expect(await restore(ann.token)).toBe(400)
  await moveTo('mallory@example.org')
  const link = await linkTo('ann@example.org')
  expect((await verify(link)).statusCode).toBe(400)
  expect((await post('/users/reset-password', { token: link, password: NEW_PASSWORD })).statusCode).toBe(400)
  expect(await restore(link)).toBe(200)
})

// prettier-ignore
test.each([
  ['a changed password',      'POST',   '/users/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }],
  ['a sign-out everywhere',   'DELETE', '/users/sessions',        undefined],
  ['a password reset by link', 'POST',  '/users/reset-password',  { token: '<reset>', password: NEW_PASSWORD }],
] as const)('S31 %s cancels a pending address and every mailed link', async (_what, method, path, body) => {
  const { ann, db, post, app, verify, linkTo } = await annWithMail()
  await ann.put('/users/profile', { email: 'mallory@example.org', currentPassword: PASSWORD })
  const pending = await linkTo('mallory@example.org')
  const resets: string[] = []
  for (let count = 0; count < 2; count += 1) {
    await post('/users/forgot-password', { email: 'ann@example.org' })
    resets.push(await linkTo('ann@example.org'))
  }
  await post('/users/forgot-password', { email: 'ann@example.org' })
  const payload = body && 'token' in body ? { ...body, token: resets.pop()! } : body
  const headers = { 'x-auth-token': ann.token }
  const reply = await app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) })
  expect(reply.statusCode).toBe(200)

  expect((await verify(pending)).statusCode).toBe(400)
  for (const token of resets)
    expect((await post('/users/reset-password', { token, password: 'A third stone 3' })).statusCode).toBe(400)
  const purposes = await db.selectFrom('tokens').select('purpose').where('purpose', 'not in', ['network', 'device']).execute()
  expect(purposes).toEqual([])
  const queued = await db.selectFrom('emails').select('kind').where('kind', '=', 'reset').execute()
  expect(queued).toEqual([])
  const row = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ email: 'ann@example.org', pending_email: null })
})

test('S31 an intruder who changes the password does not void the owner’s way back', async () => {
  const { ann, moveTo, linkTo, restore } = await annWithMail()
  await moveTo('mallory@example.org')
  const link = await linkTo('ann@example.org')
  await ann.post('/users/change-password', { currentPassword: PASSWORD, newPassword: 'Intruder river 9' })
  await ann.delete('/users/sessions')
  expect(await restore(link)).toBe(200)
})
