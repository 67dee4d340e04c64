import { expect, test } from 'vitest'
import { testApp, testMail } from '#server/testing/test-app.ts'

const PASSWORD = 'Correct horse 1'

async function waiting() {
  const mail = await testMail()
  const parts = await testApp(mail.settings)
  const ann = await parts.signUp('Ann')
  const subjects = async () => {
    await parts.app.mail.deliver()
    return mail.mails.map(({ to, subject }) => `${to[0]}: ${subject}`)
  }
  return { ...parts, mail, ann, subjects }
}

test('A11 a letter that is wanted no more when it would be sent is not', async () => {
  const { ann, db, subjects } = await waiting()
  const hesitate = async () => {
    await ann.put('/users/profile', { email: 'anna@example.org', currentPassword: PASSWORD })
    await ann.put('/users/profile', { email: 'ann@example.org' })
    return subjects()
  }
  const told = 'ann@example.org: Your email address is being changed'
  expect(new Set(await hesitate())).toEqual(new Set(['ann@example.org: Verify your email address', told]))
  await db.updateTable('users').set({ verified_at: 1 }).execute()
  expect((await hesitate()).slice(2)).toEqual([told])
})

test('A11 a letter to somebody who is gone is not sent', async () => {
  const { db, subjects, post } = await waiting()
  await post('/users/forgot-password', { email: 'ann@example.org' })
  await db.deleteFrom('users').execute()
  expect(await subjects()).toEqual([])
})

// prettier-ignore
test.each([
  ['en', 'Verify your email address',       'Your email address is being changed', 'Your password was changed'],
  ['es', 'Verifica tu dirección de correo', 'Tu dirección de correo va a cambiar', 'Tu contraseña ha cambiado'],
  ['tr', 'E-posta adresinizi doğrulayın',   'E-posta adresiniz değiştiriliyor',    'Parolanız değiştirildi'],
])('A12 who uses the product in %s is told "%s", "%s", "%s"', async (language, verify, changing, changed) => {
  const { ann, mail, subjects, db } = await waiting()
  await db.updateTable('users').set({ preferred_language: language, verified_at: 1 }).execute()
  await ann.put('/users/profile', { email: 'anna@example.org', currentPassword: PASSWORD })
  await ann.post('/users/change-password', { currentPassword: PASSWORD, newPassword: 'Another river 2' })
  expect(new Set(await subjects())).toEqual(
    new Set([`anna@example.org: ${verify}`, `ann@example.org: ${changing}`, `ann@example.org: ${changed}`]),
  )
  const links = mail.mails.filter(({ to }) => to[0] === 'ann@example.org').map(({ link }) => link)
  expect(new Set(links)).toEqual(new Set(['https://ritmo.example.org/forgot-password']))
})

test('A12 who has chosen no language is told in English', async () => {
  const { ann, db, clock, subjects, post, mail } = await waiting()
  await db.updateTable('users').set({ preferred_language: null }).execute()
  clock.now += 60_000
  await ann.post('/users/request-verification', {})
  await ann.put('/users/profile', { email: 'anna@example.org', currentPassword: PASSWORD })
  await ann.post('/users/change-password', { currentPassword: PASSWORD, newPassword: 'Another river 2' })
  await post('/users/forgot-password', { email: 'ann@example.org' })
  await subjects()
  const token = mail.mails.map(({ link }) => /reset-password\/(.+)/.exec(link)?.[1]).find(Boolean)
  await post('/users/reset-password', { token, password: 'A third stone 3' })
  expect(new Set(await subjects())).toEqual(
    new Set([
      'anna@example.org: Verify your email address',
      'ann@example.org: Verify your email address',
      'ann@example.org: Your email address is being changed',
      'ann@example.org: Your password was changed',
      'ann@example.org: Choose a new password',
    ]),
  )
})
