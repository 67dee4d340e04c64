import type { Page } from '@playwright/test'
import { expect, uniqueEmail } from '../support/app.ts'
import { test } from '../support/own-site.ts'

const PASSWORD = 'Quiet river 42'

async function fillRegistration(page: Page, email: string) {
  await page.getByLabel('Name', { exact: true }).fill('Test Person')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
}

async function signIn(page: Page, email: string) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Creates the administrator of a new server, in this browser. */
async function openAdministrator(page: Page) {
  const email = uniqueEmail()
  await page.goto('/register')
  await fillRegistration(page, email)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  return email
}

test('A42 the first user of a server learns so, becomes administrator, and finds the page in the menu', async ({
  page,
}) => {
  await page.goto('/register')
  await expect(page.getByText('You are the first user of this server and become its administrator.')).toBeVisible()
  await openAdministrator(page)
  await page.getByRole('button', { name: 'Test Person' }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('list', { name: 'Users' }).getByText('Administrator')).toBeVisible()
})

test.describe('closed', () => {
  test.use({ settings: { REGISTRATION: 'closed', ABOUT_CONTACT: 'office@example.org' } })

  test('A40 while registration is closed, the page says whom to ask', async ({ page, browser, baseURL }) => {
    await openAdministrator(page)
    const visitor = await browser.newPage(baseURL === undefined ? {} : { baseURL })
    await visitor.goto('/register')
    await expect(visitor.getByRole('heading', { name: 'No new accounts' })).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Ask office@example.org' })).toHaveAttribute(
      'href',
      'mailto:office@example.org',
    )
    await expect(visitor.getByLabel('Email')).toBeHidden()
    await visitor.close()
  })
})

test.describe('by invitation', () => {
  test.use({ settings: { REGISTRATION: 'invite' } })

  test('A41 an administrator makes a link, by which one person registers', async ({ page, browser, baseURL }) => {
    await openAdministrator(page)
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Invite…' }).click()
    await page.getByLabel('Note').fill('For Bob')
    await page.getByRole('button', { name: 'Make link' }).click()
    const link = await page.getByLabel('Link', { exact: true }).inputValue()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('0 of 1 used')).toBeVisible()

    const visitor = await browser.newPage(baseURL === undefined ? {} : { baseURL })
    await visitor.addInitScript(() => localStorage.setItem('first-visit', 'false'))
    await visitor.goto('/register')
    await expect(visitor.getByRole('heading', { name: 'By invitation only' })).toBeVisible()
    await visitor.goto(link)
    await expect(visitor.getByText('You are invited.')).toBeVisible()
    // The secret is in no address that a bookmark, the history or a screenshot could keep.
    await expect(visitor).toHaveURL(`${baseURL}/register`)
    await visitor.reload()
    await expect(visitor.getByText('You are invited.')).toBeVisible()
    await fillRegistration(visitor, uniqueEmail())
    await expect(visitor.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await visitor.evaluate(() => localStorage.removeItem('token'))
    await visitor.goto(link)
    await expect(visitor.getByText('This invitation has been used already. Ask for a new one.')).toBeVisible()
    await visitor.close()
  })
})

test.describe('by domain', () => {
  test.use({ settings: { REGISTRATION: 'domains', REGISTRATION_DOMAINS: 'example.net' } })

  test('A40 with domains, the form names them, and refuses other addresses', async ({ page, browser, baseURL }) => {
    await openAdministrator(page)
    const visitor = await browser.newPage(baseURL === undefined ? {} : { baseURL })
    await visitor.addInitScript(() => localStorage.setItem('first-visit', 'false'))
    await visitor.goto('/register')
    await expect(visitor.getByText('With an address of example.net')).toBeVisible()
    await fillRegistration(visitor, 'somebody@example.com')
    await expect(visitor.getByRole('alert').filter({ hasText: 'only takes accounts with an address' })).toBeVisible()
    await visitor.close()
  })

  test('A43 an address of the domain can do nothing until it is verified', async ({
    page,
    browser,
    baseURL,
    findMailedLink,
  }) => {
    await openAdministrator(page)
    const visitor = await browser.newPage(baseURL === undefined ? {} : { baseURL })
    await visitor.addInitScript(() => localStorage.setItem('first-visit', 'false'))
    await visitor.goto('/register')
    await fillRegistration(visitor, 'somebody@example.net')
    await expect(visitor.getByRole('heading', { name: 'Verify your address first' })).toBeVisible()
    const link = await findMailedLink('somebody@example.net', '/verify-email')
    await page.goto(link)
    await expect(visitor.getByRole('heading', { name: 'Dashboard' })).toBeVisible({ timeout: 15_000 })
    await visitor.close()
  })
})

test('A53 an administrator disables a user: the other device is out, and sign-in says why', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  await openAdministrator(page)
  const email = uniqueEmail()
  await request.post('/api/users/register', { data: { name: 'Other Person', email, password: PASSWORD } })
  const other = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await other.addInitScript(() => localStorage.setItem('first-visit', 'false'))
  await signIn(other, email)
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await page.goto('/admin')
  await page.getByRole('searchbox', { name: 'Find a user' }).fill('other')
  await page.getByRole('button', { name: 'Actions for Other Person' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('list', { name: 'Users' }).getByText('Disabled')).toBeVisible()

  await expect(other).toHaveURL('/login')
  await signIn(other, email)
  await expect(other.getByRole('alert').filter({ hasText: 'disabled by an administrator' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Log' })).toContainText(`disabled ${email}`)
  await other.close()
})

test('A58 during maintenance all pages show it, and what a device does is kept and sent afterwards', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAdministrator(page)
  const other = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await other.addInitScript(() => localStorage.setItem('first-visit', 'false'))
  await other.goto('/register')
  await fillRegistration(other, uniqueEmail())
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await other.goto('/tags')

  await page.goto('/admin')
  await page.getByRole('button', { name: 'Start maintenance…' }).click()
  await page.getByLabel('Message').fill('Back at noon.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start maintenance' }).click()
  for (const shown of [page, other])
    await expect(shown.getByText('Back at noon. This site is in maintenance.')).toBeVisible()

  await other.goto('/tags/new')
  await other.getByLabel('Name').fill('Kept')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Kept', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'End maintenance' }).click()
  await expect(other.getByText('This site is in maintenance.')).toBeHidden()
  await expect
    .poll(
      async () => {
        const token = await other.evaluate(() => localStorage.getItem('token'))
        const reply = await other.request.get('/api/tags', { headers: { authorization: `Bearer ${token}` } })
        return ((await reply.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
      },
      { timeout: 40_000 },
    )
    .toContain('Kept')
  await other.close()
})
