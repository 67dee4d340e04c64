import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from '../support/app.ts'

test.use({ timezoneId: 'Europe/Madrid' })

/** Ambiguous dates, an entry across midnight, a row without a start, and an unknown column. */
const TABLE = [
  'Date;From;To;Client;Project;Remark;Mood',
  '03/04/2026;09:00;10:30;Northwind;Atlas;First draft;good',
  '04/05/2026;10:00;11:00;Northwind;Atlas;Calls;fine',
  '05/06/2026;23:00;00:30;;Helio;Late;',
  '07/07/2026;;09:45;;Helio;Lost;',
].join('\r\n')

const choose = (page: Page, label: string) =>
  page.getByLabel(label).setInputFiles({ name: 'hours.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) })

test('M27 a table of another product is imported once and can be undone', async ({ page, openAccount }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'system'))
  await openAccount()
  await page.goto('/time-entries')
  await page.getByRole('link', { name: 'Import from Toggl' }).click()

  await test.step('open questions are asked', async () => {
    await choose(page, 'Choose a file')
    await expect(page.getByRole('heading', { name: 'hours.csv' })).toBeFocused()
    const button = page.getByRole('button', { name: 'Import 3 entries' })
    await expect(button).toBeDisabled()
    await expect(page.getByText('There is no start.')).toBeVisible()
    await expect(page.getByText('Line 5')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByText('4 March 2026').click()
    await expect(page.getByRole('row', { name: 'Atlas' }).first()).toContainText('4 Mar 2026')
    await page.getByRole('button', { name: 'Remark: Not imported' }).click()
    await page.getByRole('option', { name: 'Notes', exact: true }).click()
    await expect(page.getByRole('row', { name: 'Atlas' }).first()).toContainText('First draft')
    await page.getByRole('button', { name: '2 projects' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Helio' })).toBeVisible()
    await expect(button).toBeEnabled()
  })

  await test.step('it is imported', async () => {
    await page.getByRole('button', { name: 'Import 3 entries' }).click()
    await expect(page.getByRole('heading', { name: '3 entries imported' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show entries' }).click()
    await expect(page).toHaveURL('/time-entries?from=2026-03-04&to=2026-05-06')
    await expect(page.getByText('First draft')).toBeVisible()
    await expect(page.getByText('23:00')).toBeVisible()
  })

  await test.step('a second import has nothing new', async () => {
    await page.goBack()
    await choose(page, 'Choose a file')
    await page.getByText('4 March 2026').click()
    await page.getByRole('button', { name: 'Remark: Not imported' }).click()
    await page.getByRole('option', { name: 'Notes', exact: true }).click()
    await expect(page.getByText('0 new, 3 already there, 1 left out')).toBeAttached()
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('undoing it deletes everything that it created', async () => {
    await page.getByRole('button', { name: 'Undo the import of hours.csv' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
    await expect(page.getByText('Import undone: 3 time entries deleted')).toBeVisible()
    await expect(page.getByText('Nothing was imported yet.')).toBeVisible()
    await expect(page.locator(':focus')).toContainText('Nothing was imported yet.')
    await page.getByRole('link', { name: 'Projects' }).first().click()
    await expect(page.getByText('Atlas')).toBeHidden()
  })
})

test('M26 after a reload the page says that an import still runs, and follows it to its end', async ({
  page,
  openAccount,
}) => {
  await openAccount()
  const item = { id: crypto.randomUUID(), fileName: 'hours.csv', format: 'toggl', createdAt: new Date().toISOString() }
  const counts = { created: 4_000, timeEntries: 4_000, fileRows: 8_000, readRows: 4_000 }
  let state: object = { ...counts, isRunning: true, isFinished: false }
  await page.route('**/api/imports', (route) => route.fulfill({ json: { ok: true, data: [{ ...item, ...state }] } }))
  await page.goto('/import')
  const row = page.getByRole('listitem').filter({ hasText: 'hours.csv' })
  await expect(row).toContainText('Importing…')
  await expect(row).toContainText('4,000 of 8,000 rows')
  await expect(row).not.toContainText('Import the same file again')
  await expectAccessible(page)
  state = { ...counts, readRows: 8_000, created: 7_990, isRunning: false, isFinished: true }
  await expect(page.getByText('7,990 entries imported')).toBeVisible()
  await expect(row).not.toContainText('Importing…')
})
