import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/app.ts'

async function openTokens(page: Page) {
  await page.goto('/settings#integrations')
  await page.getByRole('link', { name: 'Manage tokens' }).click()
  await expect(page).toHaveURL('/settings/tokens')
}

test('A90 A92 a token is made by keyboard, copied, used by a program, and refused once it is revoked', async ({
  page,
  request,
  context,
  findMailedLink,
  openAccount,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { email } = await openAccount()
  await openTokens(page)
  await expect(page.getByText('Confirm your email address first')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New token' })).toBeHidden()

  const token = (await findMailedLink(email, '/verify-email')).split('/').at(-1)
  await request.post('/api/users/verify-email', { data: { token } })
  await page.reload()
  await expect(page.getByText('No tokens yet.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New token' }).press('Enter')
  await page.getByLabel('Name').fill('Backup script')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '“Backup script” is ready' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Copy token' }).click()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  expect(secret).toMatch(/^ritmo_[0-9A-Za-z]{49}$/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toBeHidden()

  const headers = { authorization: `Bearer ${secret}` }
  expect((await request.get('/api/projects', { headers })).status()).toBe(200)
  const refused = await request.post('/api/projects', { headers, data: { name: 'Atlas' } })
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'scope-required'])

  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: 'Backup script' })
  await expect(row).toContainText('Read')
  await expect(row).toContainText('from 127.0.0.1')
  await row.getByRole('button', { name: 'Revoke “Backup script”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toBeHidden()
  expect((await request.get('/api/projects', { headers })).status()).toBe(401)
})
