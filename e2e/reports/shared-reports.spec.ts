import { expect, expectAccessibleInBothThemes, test } from '../support/app.ts'
import { userApi } from '../support/user-api.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('U63 a view is shared with a password, read by a stranger, downloaded and ended', async ({
  page,
  request,
  browser,
  openAccount,
  findMailedLink,
}) => {
  const account = await openAccount()
  const token = (await findMailedLink(account.email, '/verify-email')).split('/').at(-1)
  await request.post('/api/users/verify-email', { data: { token } })
  const { create } = userApi(request, account)
  const project = await create('projects', { name: 'Helio' })
  const now = Date.now()
  const times = { startTime: new Date(now - 60 * 60_000).toISOString(), endTime: new Date(now).toISOString() }
  await create('time-entries', { project, notes: 'Only for me', ...times })
  await create('report-views', { name: 'For the client', search: 'range=year' })

  await page.goto('/reports')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Share For the client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share “For the client”' })
  await dialog.getByText('Single entries with their times').click()
  await dialog.getByText('Protect with a password').click()
  await dialog.getByLabel('Password', { exact: true }).fill('acme and ann')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  expect(link).toContain('/shared#')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  const context = await browser.newContext({ locale: 'en' })
  const visitor = await context.newPage()
  await visitor.goto(link.replace(/^https?:\/\/[^/]+/, new URL(page.url()).origin))
  await visitor.getByLabel('Password of the report').fill('guessed it')
  await visitor.getByRole('button', { name: 'Open the report' }).click()
  await expect(visitor.getByText('This is not the right password')).toBeVisible()
  await visitor.getByLabel('Password of the report').fill('acme and ann')
  await visitor.getByRole('button', { name: 'Open the report' }).click()
  await expect(visitor.getByRole('heading', { name: 'For the client', level: 1 })).toBeVisible()
  await expect(visitor.getByText('Shared by Test Person')).toBeVisible()
  await expect(visitor.getByRole('region', { name: 'Entries' })).toContainText('Helio')
  await expect(visitor.getByText('Only for me')).toHaveCount(0)
  await expect(visitor.getByRole('navigation')).toHaveCount(0)
  await expectAccessibleInBothThemes(visitor)
  const downloading = visitor.waitForEvent('download')
  await visitor.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^ritmo-.*\.csv$/)
  if (process.env['PICTURES'] !== undefined) {
    await visitor.screenshot({ path: `${process.env['PICTURES']}/shared.png`, fullPage: true })
    await visitor.setViewportSize({ width: 390, height: 844 })
    await visitor.screenshot({ path: `${process.env['PICTURES']}/shared-390.png`, fullPage: true })
  }

  await page.goto('/settings/shared-reports')
  await expect(page.getByRole('listitem')).toContainText('with password')
  await page.getByRole('button', { name: 'Stop sharing For the client' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByText('No report is shared.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('This link does not work any more')).toBeVisible()
  await context.close()
})
