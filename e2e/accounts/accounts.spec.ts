import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectAccessible, test, uniqueEmail } from '../support/app.ts'
import { startGoogleIssuer } from '../../src/server/testing/google-issuer.ts'
import { startServer } from '../support/server.ts'
import { signIn } from '../support/sign-in.ts'
import { THOROUGH } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

const NEW_PASSWORD = 'Loud lake 17!'
const DEVICE_KEYS = ['theme', 'language', 'first-visit', 'project-color', 'default-colors', 'theme-tokens']

test.describe('formats', () => {
  test.use({ timezoneId: 'Europe/Madrid' })

  test(
    'W25 a chosen format is used on every page and on every device',
    THOROUGH,
    async ({ page, request, openAccount }) => {
      const account = await openAccount()
      const { create } = userApi(request, account)
      const project = await create('projects', { name: 'Atlas' })
      // From 22:00 on Saturday to 10:20 on Sunday in Madrid; from 06:00 to 18:20 on Sunday in Tokyo.
      await create('time-entries', { project, startTime: '2026-03-07T21:00:00Z', endTime: '2026-03-08T09:20:00Z' })
      await page.goto('/time-entries')
      await expect(page.getByRole('region', { name: 'Saturday 7 March' })).toContainText('22:00')
      await expect(page.getByRole('status').filter({ hasText: '1 time entry' })).toContainText('12 h 20 m')

      await page.goto('/settings')
      const formats = page.getByRole('region', { name: 'Dates and times' })
      for (const name of [/^12\.33\sh$/, /^2:30\spm$/, /^[A-Z][a-z]+ \d+, 20\d\d$/, 'Sunday'])
        await formats.getByRole('radio', { name }).check()
      await formats.getByLabel('Time zone').click()
      await page.keyboard.type('Tokyo')
      await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
      await expect
        .poll(async () => (await profile(request, account)).formats)
        .toEqual({
          weekStart: 'sunday',
          clock: '12h',
          dateOrder: 'mdy',
          duration: 'decimal',
          timeZone: 'Asia/Tokyo',
        })

      // Another device, which knows nothing but the account.
      await page.evaluate(() => localStorage.removeItem('formats'))
      await page.goto('/time-entries')
      const day = page.getByRole('region', { name: 'Sunday, March 8' })
      await expect(day).toContainText('6:00 am')
      await expect(day).toContainText('12.33 h')
      await page.goto('/reports?from=2026-03-08')
      await expect(page.getByText('March 8 – March 14').first()).toBeVisible()
      await expect(page.getByRole('main')).toContainText('12.33')
      await expect(page.getByRole('main')).not.toContainText('12 h 20 m')
    },
  )
})

const profile = async (request: APIRequestContext, { token }: { token: string }) => {
  const reply = await request.get('/api/users/profile', { headers: { authorization: `Bearer ${token}` } })
  return ((await reply.json()) as { data: { formats: unknown } }).data
}

test('the settings change name, address and password', async ({ page, findMailedLink, openAccount }) => {
  const { email, password } = await openAccount()
  await page.goto('/settings')
  const save = page.getByRole('button', { name: 'Save' })

  await test.step('name, with a warning when leaving without saving', async () => {
    await page.getByLabel('Name').fill('Another Person')
    await page.getByRole('link', { name: 'Projects' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/settings')
    await save.click()
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Another Person' })).toBeVisible()
  })

  const newEmail = uniqueEmail()
  await test.step('email address, after its link is opened', async () => {
    await changeEmail(page, uniqueEmail(), password)
    await page.getByRole('button', { name: 'Cancel change' }).click()
    await expect(page.getByText('once you open the link')).toBeHidden()

    await changeEmail(page, newEmail, 'Wrong 1234')
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('The password is not right')
    await expectAccessible(page)
    await page.getByLabel('Current password').fill(password)
    await save.last().click()
    await expect(page.getByText(`Becomes ${newEmail} once you open the link`)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Profile' }).getByText(email, { exact: true })).toBeVisible()

    await page.goto(await findMailedLink(newEmail, '/verify-email'))
    await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  })

  await test.step('password', async () => {
    await page.goto('/settings')
    await expect(page.getByText('You now have access to all application features')).toBeVisible()
    await page.getByRole('region', { name: 'Sign-in and security' }).getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
    await save.last().click()
    await expect(page.getByText('Password changed, all other devices are signed out')).toBeVisible()
    await page.getByRole('button', { name: 'Another Person' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await signIn(page, newEmail, NEW_PASSWORD)
    await expect(page).toHaveURL('/')
  })
})

test('devices are listed and signed out, and an account is deleted', async ({ page, browser, server, signUp }) => {
  const { email, password } = await signUp()
  const context = await browser.newContext({ baseURL: server.url })
  await context.addInitScript(() => localStorage.setItem('first-visit', 'false'))
  await context.request.post('/api/users/login', { data: { email, password } })
  const other = await context.newPage()
  await other.goto('/login')
  await signIn(other, email, password)
  await expect(other).toHaveURL('/')

  await page.goto('/settings')
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(3)
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1)
  await expect(devices.filter({ hasText: 'This device' })).toContainText(/127\.0\.0\.1/)
  await expect(devices.filter({ hasText: 'Chrome on Linux' })).not.toHaveCount(0)
  await expectAccessible(page)

  await devices
    .getByRole('button', { name: /^Sign out / })
    .last()
    .click()
  await expect(devices).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(devices).toHaveCount(1)
  await other.goto('/projects')
  await expect(other).toHaveURL('/login')
  await context.close()

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('This field is required')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL('/login')
  await signIn(page, email, password)
  await expect(page.getByText('Invalid email or password')).toBeVisible()
})

test(
  'W17 theme and language follow the account to another device',
  THOROUGH,
  async ({ page, browser, server, signUp }) => {
    const { email, password } = await signUp()
    await page.getByRole('button', { name: 'Test Person' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.getByRole('menuitemradio', { name: 'Español' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('unsaved-preferences'))).toBeNull()

    const context = await browser.newContext({ baseURL: server.url, locale: 'tr-TR', colorScheme: 'light' })
    const other = await context.newPage()
    await other.addInitScript(() => localStorage.setItem('first-visit', 'false'))
    await other.goto('/login')
    await other.getByLabel('E-posta').fill(email)
    await other.getByLabel('Parola', { exact: true }).fill(password)
    await other.getByRole('button', { name: 'Oturum aç' }).click()
    await expect(other.getByRole('heading', { name: 'Panel' })).toBeVisible()
    await expect(other.locator('html')).toHaveAttribute('lang', 'es')
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
    await other.getByRole('link', { name: 'Ajustes', exact: true }).click()
    await expect(other.getByRole('heading', { name: 'Apariencia' })).toBeVisible()
    await other.getByRole('radio', { name: 'Türkçe' }).click()
    await expect(other.getByRole('heading', { name: 'Görünüm' })).toBeVisible()

    await test.step('S26 no user data stays on the device after signing out', async () => {
      await other.evaluate(() => localStorage.setItem('timer-state', '{}'))
      await other.getByRole('button', { name: 'Test Person' }).click()
      await other.getByRole('menuitem', { name: 'Oturumu kapat' }).click()
      await expect(other).toHaveURL('/login')
      const left = await other.evaluate(() => Object.keys(localStorage))
      expect(left).toContain('theme')
      expect(left.filter((key) => !DEVICE_KEYS.includes(key))).toEqual([])
    })
    await context.close()
  },
)

test(
  'W18 Google signs in, and an existing account with the same address needs its password',
  THOROUGH,
  async ({ page }) => {
    const google = await startGoogleIssuer()
    const server = await startServer(google.settings)
    try {
      google.signInAs({ sub: 'one', email: uniqueEmail(), name: 'Google Person' })
      await page.goto(`${server.url}/tags`)
      await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await expect(page).toHaveURL(`${server.url}/tags`)
      await expect(page.getByRole('button', { name: 'Google Person' })).toBeVisible()
      await page.goto(`${server.url}/settings`)
      await expect(page.getByRole('link', { name: 'Choose a password' })).toBeVisible()
      await page.getByRole('button', { name: 'Google Person' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()

      await test.step('an account with the same email address', async () => {
        const email = uniqueEmail()
        const account = { name: 'Test Person', email, password: NEW_PASSWORD }
        await page.request.post(`${server.url}/api/users/register`, { data: account })
        google.signInAs({ sub: 'two', email })
        await page.getByRole('button', { name: 'Continue with Google' }).click()
        await expect(page.getByText('Enter its password to use it with Google.')).toBeVisible()
        expect(page.url()).toBe(`${server.url}/login`)
        await expectAccessible(page)
        await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await expect(page.getByRole('button', { name: 'Test Person' })).toBeVisible()
      })

      await test.step('a forged reply from Google', async () => {
        await page.evaluate(() => localStorage.removeItem('token'))
        await page.goto(`${server.url}/register`)
        await page.goto(`${server.url}/login#id_token=a.b.c&state=forged`)
        await expect(page.getByText('Error signing in with Google')).toBeVisible()
        expect(page.url()).toBe(`${server.url}/login`)
      })
    } finally {
      await server.stop()
      await google.stop()
    }
  },
)

async function changeEmail(page: Page, email: string, password: string) {
  await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('New email').fill(email)
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Save' }).last().click()
}
