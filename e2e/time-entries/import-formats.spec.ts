import { readFile } from 'node:fs/promises'
import { expect, expectAccessibleInBothThemes, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'

test.use({ timezoneId: 'Europe/Madrid' })

const fixture = (name: string) => readFile(new URL(`../../src/core/import/formats/fixtures/${name}`, import.meta.url))

test(
  'M51 entries of a program that watches the computer are imported only when they are accepted',
  THOROUGH,
  async ({ page, openAccount }) => {
    await openAccount()
    await page.goto('/import')
    const buffer = await fixture('activitywatch.json')
    await page.getByLabel('Choose a file').setInputFiles({ name: 'buckets.json', mimeType: 'application/json', buffer })
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
    await expect(page.getByText('Accept the suggestions to import them.')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByText('Import them as time entries').click()
    await page.getByRole('button', { name: 'Import 1 entry' }).click()
    await expect(page.getByRole('heading', { name: '1 entry imported' })).toBeFocused()
  },
)
