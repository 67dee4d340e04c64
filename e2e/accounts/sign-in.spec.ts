import type { Page } from '@playwright/test'
import { expect, test, uniqueEmail } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'

test.describe('signing in', () => {
  test('W1 a visitor who opens a page signs in and is redirected to it', async ({ page, openAccount }) => {
    const { email, password } = await openAccount()
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto('/projects?status=archived')
    await expect(page).toHaveURL('/login')

    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/projects?status=archived')
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  })

  test('W1 the redirect also works after registration', async ({ page }) => {
    await page.goto('/tags')
    await page.getByRole('link', { name: 'Create account' }).click()
    await register(page, { email: uniqueEmail() })
    await expect(page).toHaveURL('/tags')
  })

  test('the login page redirects a signed-in user', async ({ page, openAccount }) => {
    await openAccount()
    await page.goto('/login')
    await expect(page).toHaveURL('/')
  })

  test('a wrong password shows the error message of the specification', async ({ page, openAccount }) => {
    const { email } = await openAccount()
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('Wrong-1234')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible()
    await expect(page).toHaveURL('/login')
  })

  test('an unreachable server has another error message than a wrong password', async ({ page }) => {
    await page.goto('/login')
    await page.route('**/api/users/login', (route) => route.abort())
    await page.getByLabel('Email').fill('somebody@example.org')
    await page.getByLabel('Password', { exact: true }).fill('Quiet river 42')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No response from the server. Check your internet connection.')).toBeVisible()
  })
})

test.describe('registering', () => {
  test('a new user lands on the dashboard', async ({ page }) => {
    await page.goto('/register')
    await register(page, { email: uniqueEmail() })
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Test Person' })).toBeVisible()
  })

  test('empty fields, an invalid address and different passwords are marked on their fields', async ({ page }) => {
    await page.goto('/register')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription('This field is required')
    await expect(page.getByLabel('Name')).toBeFocused()

    await page.getByLabel('Email').fill('nowhere')
    await page.getByLabel('Password', { exact: true }).fill('secret')
    await page.getByLabel('Confirm password').fill('other')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /^At least 8 characters, with/,
    )
    await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Passwords do not match')
  })

  test('the rules of a password are checked while typing', async ({ page }) => {
    await page.goto('/register')
    const rules = page.getByRole('list', { name: 'Your password needs' }).getByRole('listitem')
    const done = rules.filter({ hasText: 'done' })
    await expect(rules).toHaveCount(4)
    await expect(done).toHaveCount(0)
    for (const [typed, met] of [
      ['secret', 0],
      ['Secret', 1],
      ['Secret1', 2],
      ['Secret1!', 4],
    ] as const) {
      await page.getByLabel('Password', { exact: true }).fill(typed)
      await expect(done).toHaveCount(met)
    }
  })

  test('an error of the server is shown on its field', async ({ page, openAccount }) => {
    const { email } = await openAccount()
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto('/register')
    await register(page, { email })
    await expect(page.getByText('An account with this email address already exists').first()).toBeVisible()
    await expect(page).toHaveURL('/register')
  })
})

test.describe('the end of a session', () => {
  test('signing out leads to the login page and forgets the last page', async ({ page, signUp }) => {
    const { email, password } = await signUp()
    await page.getByRole('link', { name: 'Projects' }).first().click()
    await page.getByRole('button', { name: 'Test Person' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/')
  })

  test('W4 a session that the server has ended leads to the login page', async ({ page, request, openAccount }) => {
    const { token } = await openAccount()
    await request.post('/api/users/logout', { headers: { authorization: `Bearer ${token}` } })
    await page.goto('/reports')
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  test('an expired token is ignored', async ({ page }) => {
    await page.goto('/login')
    await page.evaluate(() => localStorage.setItem('token', `a.${btoa(JSON.stringify({ exp: 1 }))}.c`))
    await page.goto('/')
    await expect(page).toHaveURL('/login')
  })

  test('signing out affects all tabs', async ({ page, context, signUp }) => {
    await signUp()
    const other = await context.newPage()
    await other.goto('/tasks')
    await expect(other.getByRole('heading', { name: 'Tasks' })).toBeVisible()
    await page.getByRole('button', { name: 'Test Person' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(other).toHaveURL('/login')
  })

  test('W3 an unreachable server does not sign the user out', THOROUGH, async ({ page, signUp }) => {
    const { token } = await signUp()
    await page.route('**/api/**', (route) => route.abort())
    await page.goto('/projects')
    await expect(page.getByText('No connection to the server.')).toBeVisible()
    await expect(page).toHaveURL('/projects')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token)

    await page.unroute('**/api/**')
    await expect(page.getByText('No connection to the server.')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Test Person' })).toBeVisible()
  })
})

async function register(page: Page, { email }: { email: string }) {
  await page.getByLabel('Name').fill('Test Person')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Quiet river 42')
  await page.getByLabel('Confirm password').fill('Quiet river 42')
  await page.getByRole('button', { name: 'Create account' }).click()
}
