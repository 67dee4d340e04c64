import { expect, test } from 'vitest'
import { testApp, testMail } from '#server/testing/test-app.ts'

const PASSWORD = 'Correct horse 1'

async function appWithMail() {
  const mail = await testMail()
  const parts = await testApp(mail.settings)
  const ann = await parts.signUp('Ann')
  const subjects = async () => {
    await parts.app.mail.deliver()
    return mail.mails.map(({ to, subject }) => `${to[0]}: ${subject}`)
  }
  return { ...parts, mail, ann, subjects }
}

test('A11 an email that is no longer needed when it is due is not sent', async () => {
  const { ann, db, subjects } = await appWithMail()
  const changeAddressAndBack = async () => {
    await ann.put('/users/profile', { email: 'anna@example.org', currentPassword: PASSWORD })
    await ann.put('/users/profile', { email: 'ann@example.org' })
    return subjects()
  }
  const notice = 'ann@example.org: Your email address is being changed'
  expect(new Set(await changeAddressAndBack())).toEqual(new Set(['ann@example.org: Verify your email address', notice]))
  await db.updateTable('users').set({ verified_at: 1 }).execute()
  expect((await changeAddressAndBack()).slice(2)).toEqual([notice])
})

test('A11 an email to a deleted account is not sent', async () => {
  const { db, subjects, post } = await appWithMail()
  await post('/users/forgot-password', { email: 'ann@example.org' })
  await db.deleteFrom('users').execute()
  expect(await subjects()).toEqual([])
})

// prettier-ignore
test.each([
  ['en', 'Verify your email address',       'Your email address is being changed', 'Your password was changed'],
  ['es', 'Verifica tu dirección de correo', 'Tu dirección de correo va a cambiar', 'Tu contraseña ha cambiado'],
  ['tr', 'E-posta adresinizi doğrulayın',   'E-posta adresiniz değiştiriliyor',    'Parolanız değiştirildi'],
])('A12 a user whose language is %s gets emails with the subjects "%s", "%s", "%s"', async (language, verify, changing, changed) => {
  const { ann, mail, subjects, db } = await appWithMail()
  await db.updateTable('users').set({ preferred_language: language, verified_at: 1 }).execute()
  await ann.put('/users/profile', { email: 'anna@example.org', currentPassword: PASSWORD })
  await subjects()
  await ann.post('/users/change-password', { currentPassword: PASSWORD, newPassword: 'Another river 2' })
  expect(new Set(await subjects())).toEqual(
    new Set([`anna@example.org: ${verify}`, `ann@example.org: ${changing}`, `ann@example.org: ${changed}`]),
  )
  const links = mail.mails.filter(({ to }) => to[0] === 'ann@example.org').map(({ link }) => link)
  expect(links).toHaveLength(2)
  for (const link of links) expect(link).toMatch(/^https:\/\/ritmo\.example\.org\/not-me\/[\w-]{43}$/)
})

test('A12 a user without a language gets emails in English', async () => {
  const { ann, db, clock, subjects, post, mail } = await appWithMail()
  await db.updateTable('users').set({ preferred_language: null }).execute()
  clock.now += 60_000
  await ann.post('/users/request-verification', {})
  await ann.put('/users/profile', { email: 'anna@example.org', currentPassword: PASSWORD })
  await subjects()
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
