import type { Page } from '@playwright/test'
import { startOpenidProvider } from '../../src/server/testing/openid/openid-provider.ts'
import { expect, expectAccessible, test, uniqueEmail } from '../support/app.ts'
import { startServer } from '../support/server.ts'

const PASSWORD = 'Quiet river 42'

async function startSite(settings: Record<string, string> = {}) {
  const provider = await startOpenidProvider({ site: 'http://127.0.0.1' })
  const server = await startServer({ ...provider.settings, ...settings })
  provider.redirectTo(server.url)
  const email = uniqueEmail()
  provider.people['ann'] = { name: 'Ann Provider', email, email_verified: true }
  return {
    provider,
    server,
    email,
    stop: async () => {
      await server.stop()
      await provider.stop()
    },
  }
}

/** The provider's own pages, for sign-in and consent. */
async function fillProviderForms(page: Page, login: string) {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

const withProvider = 'Continue with Work account'

test('A102 S53 a person signs in with a provider, again without its form, and signs out of both', async ({ page }) => {
  const { server, stop } = await startSite()
  try {
    await page.goto(`${server.url}/tags`)
    await expectAccessible(page)
    await page.getByRole('button', { name: withProvider }).click()
    await fillProviderForms(page, 'ann')
    await expect(page).toHaveURL(`${server.url}/tags`)
    await expect(page.getByRole('button', { name: 'Ann Provider' })).toBeVisible()

    await test.step('the session there is still alive, so a second sign-in asks nothing', async () => {
      await page.evaluate(() => localStorage.removeItem('token'))
      await page.goto(`${server.url}/login`)
      await page.getByRole('button', { name: withProvider }).click()
      await expect(page.getByRole('button', { name: 'Ann Provider' })).toBeVisible()
      await expect(page).toHaveURL(`${server.url}/`)
    })

    await test.step('signing out ends it', async () => {
      await page.getByRole('button', { name: 'Ann Provider' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Yes, sign me out' }).click()
      await expect(page).toHaveURL(new RegExp(`^${server.url}/login`))
      await page.getByRole('button', { name: withProvider }).click()
      await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
    })

    await test.step('a person who stops there, or whose reply is forged, reads why', async () => {
      await page.getByRole('link', { name: 'Cancel' }).click()
      await expect(page.getByText('The provider did not sign you in, or you stopped it')).toBeVisible()
      expect(page.url()).toBe(`${server.url}/login`)
      await page.goto(`${server.url}/login?code=forged&state=forged`)
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    })
  } finally {
    await stop()
  }
})

test('A103 where only providers sign in, no page shows a form for passwords', async ({ page }) => {
  const { provider, server, stop } = await startSite({ PASSWORD_SIGN_IN: 'off' })
  try {
    for (const path of ['/login', '/register', '/forgot-password']) {
      await page.goto(`${server.url}${path}`)
      await expect(page.getByText('On this site you sign in with an account elsewhere')).toBeVisible()
      await expect(page.locator('input')).toHaveCount(0)
      await expectAccessible(page)
    }
    await page.goto(`${server.url}/login`)
    provider.failWith('cut')
    await page.getByRole('button', { name: withProvider }).click()
    await expect(page.getByText('The sign-in provider does not answer at the moment.')).toBeVisible()
    provider.failWith(undefined)
    await page.getByRole('button', { name: withProvider }).click()
    await fillProviderForms(page, 'ann')
    await expect(page.getByRole('button', { name: 'Ann Provider' })).toBeVisible()
  } finally {
    await stop()
  }
})

test('S55 a user links an account in the settings, signs in with it and unlinks it', async ({ page }) => {
  const { server, stop } = await startSite()
  try {
    await page.goto(`${server.url}/register`)
    await page.getByLabel('Name').fill('Test Person')
    await page.getByLabel('Email').fill(uniqueEmail())
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('button', { name: 'Test Person' })).toBeVisible()

    await page.goto(`${server.url}/settings#linked-accounts`)
    const section = page.getByRole('region', { name: 'Linked accounts' })
    await section.getByRole('button', { name: 'Link Work account' }).click()
    await fillProviderForms(page, 'ann')
    await expect(page.getByText('Work account is linked')).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/settings#linked-accounts`)
    await expectAccessible(page)

    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto(`${server.url}/settings`)
    await page.getByRole('button', { name: withProvider }).click()
    await expect(page.getByRole('button', { name: 'Test Person' })).toBeVisible()

    await section.getByRole('button', { name: 'Unlink Work account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
    await expect(section.getByRole('button', { name: 'Link Work account' })).toBeVisible()
  } finally {
    await stop()
  }
})
