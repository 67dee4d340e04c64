import { expect, expectAccessible, test } from '../support/app.ts'
import { signIn } from '../support/sign-in.ts'

test('A101 “This was not me” signs out everywhere when its button is pressed, and a new password opens the account', async ({
  page,
  request,
  findMailedLink,
  openAccount,
}) => {
  const { email, password } = await openAccount()
  await request.post('/api/users/verify-email', {
    data: { token: (await findMailedLink(email, '/verify-email')).split('/').at(-1) },
  })
  // Another browser signs in: the mail about it is the way out.
  await request.post('/api/users/login', {
    data: { email, password },
    headers: { 'user-agent': 'Firefox/140 (Windows)' },
  })

  await page.goto('/settings#security')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const log = page.getByRole('list', { name: 'Security log' })
  await expect(log.getByRole('listitem').filter({ hasText: 'Signed in on a new device' })).toContainText(
    'Firefox on Windows',
  )

  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto(await findMailedLink(email, '/not-me'))
  await expect(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible()
  await expectAccessible(page)
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  await page.getByRole('button', { name: 'Secure my account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is secured' })).toBeVisible()

  await page.goto('/settings')
  await expect(page).toHaveURL('/login')
  await page.goto(await findMailedLink(email, '/reset-password'))
  await page.getByLabel('New password').fill('Loud lake 17!')
  await page.getByLabel('Confirm password').fill('Loud lake 17!')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, email, 'Loud lake 17!')
  await expect(page).toHaveURL('/')
})
