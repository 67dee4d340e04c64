import { expect, expectAccessible, test, uniqueEmail } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'

const NEW_PASSWORD = 'Loud lake 17!'

test(
  'S30 the link to the old address changes nothing until its button is pressed',
  THOROUGH,
  async ({ page, request, findMailedLink, openAccount }) => {
    const { email, password, token } = await openAccount()
    const confirm = async (address: string) => {
      const link = await findMailedLink(address, '/verify-email')
      await request.post('/api/users/verify-email', { data: { token: link.split('/').at(-1) } })
    }
    await confirm(email)
    const newEmail = uniqueEmail()
    const change = { headers: { 'x-auth-token': token }, data: { email: newEmail, currentPassword: password } }
    await request.put('/api/users/profile', change)
    await confirm(newEmail)

    const calls: string[] = []
    page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.goto(await findMailedLink(email, '/restore-email'))
    await expect(page.getByRole('heading', { name: 'Take your account back' })).toBeVisible()
    await expectAccessible(page)
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])

    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Restore address and save password' }).click()
    await expect(page.getByRole('heading', { name: 'Your account is yours again' })).toBeVisible()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/')
  },
)
