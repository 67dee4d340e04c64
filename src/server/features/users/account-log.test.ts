import { expect, test } from 'vitest'
import { testApp, testMail } from '#server/testing/test-app.ts'

const tokenIn = (link: string) => link.slice(link.lastIndexOf('/') + 1)

test('S24 every account event is logged with the user’s id', async () => {
  const mail = await testMail()
  const { app, log, post, signUp } = await testApp({ ...mail.settings, LOG_LEVEL: 'info' })
  const { user, post: call } = await signUp('Ann')
  const { email } = user
  const newestToken = async (path: string) => {
    await app.mail.deliver()
    return tokenIn(mail.mails.findLast(({ link }) => link.includes(path))!.link)
  }
  await post('/users/verify-email', { token: await newestToken('/verify-email/') })
  await post('/users/login', { email, password: 'Wrong horse 1' })
  await post('/users/login', { email: 'nobody@example.org', password: 'Wrong horse 1' })
  await call('/users/change-password', { currentPassword: 'Correct horse 1', newPassword: 'Another river 2' })
  await post('/users/forgot-password', { email })
  await post('/users/reset-password', { token: await newestToken('/reset-password/'), password: 'A third stone 3' })
  const { token } = (await post('/users/login', { email, password: 'A third stone 3' })).json().data
  const headers = { authorization: `Bearer ${token}` }
  const payload = { password: 'A third stone 3' }
  await app.inject({ method: 'DELETE', url: '/api/users/profile', headers, payload })

  const lines = log.map((line) => JSON.parse(line) as { msg: string; userId?: string })
  expect(lines.map(({ msg, userId }) => [msg, userId])).toEqual([
    ['registered', user.id],
    ['address verified', user.id],
    ['sign-in refused', user.id],
    ['sign-in refused', undefined],
    ['password changed', user.id],
    ['password reset', user.id],
    ['signed in', user.id],
    ['account deleted', user.id],
  ])
})
