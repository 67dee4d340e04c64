import { expect, expectAccessible, test } from '../support/app.ts'
import { signIn } from '../support/sign-in.ts'
import { THOROUGH } from '../support/thorough.ts'

const NEW_PASSWORD = 'Loud lake 17!'

test('W14 a forgotten password is reset through an emailed link', async ({ page, findMailedLink, openAccount }) => {
  const { email } = await openAccount()
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('If an account with that email exists, we have sent')).toBeVisible()

  const link = await findMailedLink(email, '/reset-password')
  await page.goto(link)
  await expect(page).toHaveTitle('Choose a new password · Ritmo')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill('Another 1!')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, email, NEW_PASSWORD)
  await expect(page).toHaveURL('/')

  await test.step('the link works only once', async () => {
    await page.goto(link)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('This link is no longer valid. Please request a new one.')).toBeVisible()
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await expect(page).toHaveURL('/forgot-password')
  })
})

test('W14 the reset page shows the same message whatever the server replies', async ({ page }) => {
  await page.route('**/api/users/forgot-password', (route) => route.fulfill({ status: 500, json: { ok: false } }))
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('If an account with that email exists, we have sent')).toBeVisible()
})

test(
  'W15 an emailed link verifies the address once, and the banner disappears',
  THOROUGH,
  async ({ page, findMailedLink, signUp }) => {
    const { email, password } = await signUp()
    const strip = page.getByRole('region', { name: 'Verify your email' })
    await expect(strip).toContainText('Please verify your email')
    await expect(strip.getByRole('button', { name: /Wait \d+ seconds/ })).toBeDisabled()
    await page.reload()
    await expect(strip.getByRole('button', { name: /Wait \d+ seconds/ })).toBeDisabled()
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByText('Email sent to verify')).toBeVisible()

    await test.step('a dismissed banner stays away after a reload', async () => {
      await strip.getByRole('button', { name: 'Not now' }).click()
      await page.reload()
      await expect(page.getByText('Email sent to verify')).toBeVisible()
      await expect(strip).toBeHidden()
      await page.evaluate(() => localStorage.removeItem('dismissed-verification'))
      await page.reload()
      await expect(strip).toBeVisible()
    })

    let calls = 0
    page.on(
      'request',
      (request) => (calls += Number(request.url().endsWith('/verify-email') && request.method() === 'POST')),
    )
    const link = await findMailedLink(email, '/verify-email')
    await page.goto(link)
    await expect(page.getByText('You now have access to all application features')).toBeVisible()
    expect(calls).toBe(1)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(strip).toBeHidden()

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
    await expect(page.getByText('The verification link has expired. Please request a new one.')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/verify-email')
    await expect(page.getByText('No verification token found')).toBeVisible()

    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto(link)
    await page.getByRole('link', { name: 'Sign in to get a new link' }).click()
    await signIn(page, email, password)
    await expect(page).toHaveURL('/settings')
  },
)
