import { expect, test } from 'vitest'
import { testApp, testMail } from '#server/testing/test-app.ts'

const tokenIn = (link: string) => link.slice(link.lastIndexOf('/') + 1)

test('S24 every account event is logged with the user’s id', async () => {
  const mail = await testMail()
  const { app, log, post } = await testApp({ ...mail.settings, LOG_LEVEL: 'info' })
  const email = 'ann@example.org'
  const { user, ...registered } = (
    await post('/users/register', { name: 'Ann', email, password: 'Correct horse 1' })
  ).json().data
  const call = (method: 'POST' | 'DELETE', path: string, payload: object, token: string) =>
    app.inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload })
  const newestToken = async (path: string) => {
    await app.mail.deliver()
    return tokenIn(mail.mails.findLast(({ link }) => link.includes(path))!.link)
  }
  await post('/users/verify-email', { token: await newestToken('/verify-email/') })
  await post('/users/login', { email, password: 'Wrong horse 1' })
  await post('/users/login', { email: 'nobody@example.org', password: 'Wrong horse 1' })
  const passwords = { currentPassword: 'Correct horse 1', newPassword: 'Another river 2' }
  await call('POST', '/users/change-password', passwords, registered.token)
  await post('/users/forgot-password', { email })
  await post('/users/reset-password', { token: await newestToken('/reset-password/'), password: 'A third stone 3' })
  const { token } = (await post('/users/login', { email, password: 'A third stone 3' })).json().data
  await call('DELETE', '/users/profile', { password: 'A third stone 3' }, token)

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
