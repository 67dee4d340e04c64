import type { Page } from '@playwright/test'
import { codeAt } from '../../src/server/testing/two-factor/authenticator-app.ts'
import { expect, expectAccessible, test as base, uniqueEmail } from '../support/app.ts'
import { startServer } from '../support/server.ts'
import { signIn } from '../support/sign-in.ts'
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts'

const PASSWORD = 'Quiet river 42'

const STEP_MS = 30_000

/** Passkeys belong to a name, so these sites are at localhost. */
const test = base.extend<object, { site: { url: string }; strictSite: { url: string } }>({
  site: [async ({ mail }, use) => runSite({ SMTP_URL: mail.url }, use), { scope: 'worker' }],
  strictSite: [
    async ({ mail }, use) => runSite({ SMTP_URL: mail.url, REQUIRE_TWO_FACTOR: 'everyone' }, use),
    { scope: 'worker' },
  ],
})

async function runSite(settings: Record<string, string>, onReady: (server: { url: string }) => Promise<void>) {
  const server = await startServer({ HOST: 'localhost', ...settings })
  await onReady(server)
  await server.stop()
}

async function openAccount(page: Page, { url }: { url: string }) {
  const email = uniqueEmail()
  const account = { name: 'Test Person', email, password: PASSWORD }
  const reply = await page.request.post(`${url}/api/users/register`, { data: account })
  const { data } = (await reply.json()) as { data: { token: string } }
  await page.goto(`${url}/health`)
  await page.evaluate((token) => localStorage.setItem('token', token), data.token)
  return email
}

async function signOut(page: Page, url: string) {
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto(`${url}/login`)
}

async function addApp(page: Page) {
  await page.getByRole('button', { name: 'Set up: Authenticator app' }).click()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await page.getByLabel('Six-digit code').fill(codeAt(key, Date.now()))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('listitem').filter({ hasText: /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/ })
  await expect(codes).toHaveCount(10)
  return { key, recoveryCodes: await codes.allTextContents() }
}

test('A71 an authenticator app is set up in the settings, and its code signs in', async ({ page, site }) => {
  const email = await openAccount(page, site)
  await page.goto(`${site.url}/settings`)
  const { key, recoveryCodes } = await addApp(page)
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByText('10 of 10 left.')).toBeVisible()

  await signOut(page, site.url)
  await signIn(page, email, PASSWORD)
  const code = page.getByLabel('Six-digit code')
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill('000000')
  await expect(page.getByText('This code is not right, or it was used before')).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(codeAt(key, Date.now() + STEP_MS))
  await expect(page).toHaveURL(`${site.url}/`)

  // The phone is lost.
  await signOut(page, site.url)
  await signIn(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]!)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site.url}/`)
  await page.goto(`${site.url}/settings`)
  await expect(page.getByText('9 of 10 left.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove: Authenticator app' }).click()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Remove app' }).click()
  await expect(page.getByText('Off. With it, your password alone opens nothing.')).toBeVisible()
  await signOut(page, site.url)
  await signIn(page, email, PASSWORD)
  await expect(page).toHaveURL(`${site.url}/`)
})

test('A80 a passkey signs in without the password, confirms changes, is renamed, and when lost a code helps', async ({
  page,
  site,
}) => {
  const authenticator = await addVirtualAuthenticator(page)
  const email = await openAccount(page, site)
  await page.goto(`${site.url}/settings`)
  await page.getByRole('button', { name: 'Add: Passkeys' }).click()
  await page
    .getByRole('region', { name: 'Sign-in and security' })
    .getByLabel('Name', { exact: true })
    .fill('Work laptop')
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const codes = page.getByRole('listitem').filter({ hasText: /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/ })
  await expect(codes).toHaveCount(10)
  const [recoveryCode = ''] = await codes.allTextContents()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  expect(await authenticator.passkeys()).toBe(1)
  await page.getByRole('button', { name: 'Rename: Work laptop' }).click()
  await page.getByRole('list', { name: 'Passkeys' }).getByLabel('Name').fill('Laptop')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Laptop', { exact: true })).toBeVisible()

  await signOut(page, site.url)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(`${site.url}/`)

  await signOut(page, site.url)
  await signIn(page, email, PASSWORD)
  await expect(page.getByText('This account asks for its passkey.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(`${site.url}/`)
  await page.goto(`${site.url}/settings`)
  await page.getByRole('button', { name: 'Renew: Recovery codes' }).click()
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(codes).toHaveCount(10)
  const [renewed = ''] = await codes.allTextContents()
  expect(renewed).not.toBe(recoveryCode)

  await authenticator.clear()
  await signOut(page, site.url)
  await signIn(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(renewed)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site.url}/`)
  await page.goto(`${site.url}/settings`)
  await page.getByRole('button', { name: 'Remove: Laptop' }).click()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toBeHidden()
})

test('A76 where two-factor sign-in is required, its set-up comes before everything else', async ({
  page,
  strictSite,
}) => {
  const { url } = strictSite
  await addVirtualAuthenticator(page)
  await openAccount(page, strictSite)
  await page.goto(`${url}/reports`)
  await expect(page.getByRole('heading', { name: 'Protect your account' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${url}/`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page).toHaveURL(`${url}/`)
  await expect(page.getByRole('heading', { name: 'Protect your account' })).toBeHidden()
  await page.goto(`${url}/reports`)
  await expect(page).toHaveURL(/\/reports/)
})
