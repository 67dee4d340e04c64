import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { SECOND_MS } from '../../src/core/time/units.ts'
import { expect, test } from '../support/app.ts'
import { userApi } from '../support/user-api.ts'

test.use({ timezoneId: 'America/Bogota', permissions: ['clipboard-read', 'clipboard-write'] })

/** 1:30:17 on Helio, with 30 minutes of it before midnight, and 0:50:00 on Atlas. */
async function createEntries(request: APIRequestContext, account: { token: string }) {
  const { create } = userApi(request, account)
  const [atlas, helio] = [await create('projects', { name: 'Atlas' }), await create('projects', { name: 'Helio' })]
  const entry = (startTime: string, endTime: string, project: string) =>
    create('time-entries', { startTime, endTime, project, notes: '=1+1' })
  await entry('2026-03-03T04:30:00Z', '2026-03-03T06:00:17Z', helio)
  await entry('2026-03-04T14:00:00Z', '2026-03-04T14:50:00Z', atlas)
}

const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('X8 a report is exported as a file and to the clipboard, with the total of the page', async ({
  page,
  request,
  openAccount,
}) => {
  await createEntries(request, await openAccount())
  await page.goto('/reports?from=2026-03-02')
  await expect(page.getByLabel('Figures')).toContainText('2h 20m')

  await test.step('as CSV', async () => {
    const downloading = page.waitForEvent('download')
    await choose(page, 'CSV')
    const download = await downloading
    expect(download.suggestedFilename()).toBe('ritmo-2026-03-02--2026-03-08.csv')
    const lines: Record<string, string>[] = parse(await readFile(await download.path()), { bom: true, columns: true })
    const total = lines.reduce((sum, line) => sum + Number(line['Milliseconds']), 0)
    expect(total).toBe((2 * 3_600 + 20 * 60 + 17) * SECOND_MS)
    expect(lines.map((line) => [line['Project'], line['Duration'], line['Notes']])).toEqual([
      ['Helio', '1:30:17', "'=1+1"],
      ['Atlas', '0:50:00', "'=1+1"],
    ])
    await expect(page.getByRole('button', { name: 'Export' })).toBeFocused()
  })

  await test.step('as PDF', async () => {
    const downloading = page.waitForEvent('download')
    await choose(page, 'PDF')
    const download = await downloading
    expect(download.suggestedFilename()).toBe('ritmo-2026-03-02--2026-03-08.pdf')
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('to the clipboard', async () => {
    await choose(page, 'Copy as table')
    await expect(page.getByText('Table copied')).toBeVisible()
    const text = await page.evaluate(() => navigator.clipboard.readText())
    expect(text.split('\n')).toEqual([
      'Project\tTask\tEntries\tTime\tHours',
      'Helio\tNo task\t1\t1:30:17\t1.50',
      'Atlas\tNo task\t1\t0:50:00\t0.83',
      'Total\t\t2\t2:20:17\t2.34',
    ])
  })

  await test.step('a failed export shows an error and can be retried', async () => {
    await page.route('**/api/reports/export*', (route) => route.abort())
    await choose(page, 'Excel')
    await expect(page.getByText('The file could not be made.')).toBeVisible()
    await page.unroute('**/api/reports/export*')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Try again' }).click()
    expect((await downloading).suggestedFilename()).toBe('ritmo-2026-03-02--2026-03-08.xlsx')
  })

  await test.step('a slow export shows its progress and can be cancelled', async () => {
    await page.route('**/api/reports/export*', () => {})
    await choose(page, 'JSON')
    await expect(page.getByText('Preparing the file…')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Preparing the file…')).toBeHidden()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
