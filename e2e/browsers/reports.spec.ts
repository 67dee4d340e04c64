import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import type { userApi } from '../support/user-api.ts'

async function createEntries({ create }: ReturnType<typeof userApi>) {
  const [atlas, helio] = [await create('projects', { name: 'Atlas' }), await create('projects', { name: 'Helio' })]
  const entry = (startTime: string, endTime: string, project: string) =>
    create('time-entries', { startTime, endTime, project, notes: '=1+1' })
  await entry('2026-03-03T04:30:00Z', '2026-03-03T06:00:17Z', helio)
  await entry('2026-03-04T14:00:00Z', '2026-03-04T14:50:00Z', atlas)
}

test('U8 a report is filtered, grouped and stepped through by keys', async ({ window, openPage, api }) => {
  await createEntries(api)
  await openPage('/reports?from=2026-03-02')
  const figures = window.getByLabel('Figures')
  await figures.expectText('2h 20m')
  await window.press('ArrowLeft')
  await figures.expectText('Nothing yet')
  await window.press('ArrowRight')
  await figures.expectText('2h 20m')
  await window.clickButton(/^Projects/)
  await window.getByRole('option', 'Atlas').click()
  await window.press('Escape')
  await figures.expectText('Total50m')
  await window.reload()
  await figures.expectText('Total50m')
  await window.clickButton('Clear filters')
  await window.clickButton(/^Group by/)
  await window.getByRole('option', 'Weekday').click()
  await window
    .getByRole('region', 'Breakdown')
    .getByRole('row', /^Tuesday/)
    .expectText('1h 30m')
})

test('X8 a report is exported as files and to the clipboard', async ({
  window,
  openPage,
  api,
  browserEngine: { downloads },
}) => {
  await createEntries(api)
  await openPage('/reports?from=2026-03-02')
  await window.getByLabel('Figures').expectText('2h 20m')
  const choose = async (item: string) => {
    await window.clickButton('Export')
    await window.getByRole('menuitem', item).click()
  }
  const readDownload = async (ending: string) => {
    const name = `ritmo-2026-03-02--2026-03-08.${ending}`
    await expect.poll(() => readdirSync(downloads)).toContain(name)
    await expect.poll(() => readFileSync(join(downloads, name)).length).toBeGreaterThan(0)
    return readFileSync(join(downloads, name))
  }
  await choose('CSV')
  const lines = (await readDownload('csv')).toString().trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('1:30:17')
  await choose('Excel')
  expect((await readDownload('xlsx')).subarray(0, 2).toString()).toBe('PK')
  await choose('PDF')
  expect((await readDownload('pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  await choose('Copy as table')
  await window.getByText('Table copied').expectShown()
  await window.clickButton('Views')
  const field = window.getByRole('dialog', 'Views').getByLabel('Save this view as')
  await field.click()
  await window.press('Control+v')
  await field.expectValue(/^Project\s*Task\s*Entries\s*Time\s*Hours/)
})

test('M27 a table of another product is imported and the import is undone', async ({
  window,
  openPage,
  api,
}, testInfo) => {
  const file = testInfo.outputPath('hours.csv')
  writeFileSync(
    file,
    [
      'Date;From;To;Client;Project;Remark;Mood',
      '03/04/2026;09:00;10:30;Northwind;Atlas;First draft;good',
      '05/06/2026;23:00;00:30;;Helio;Late;',
      '07/07/2026;;09:45;;Helio;Lost;',
    ].join('\r\n'),
  )
  await openPage('/import')
  await window.getByLabel('Choose a file').setFile(file)
  await window.getByRole('heading', 'hours.csv').expectFocus()
  await window.getByText('There is no start.').expectShown()
  await window.getByText('4 March 2026').click()
  await window.getByRole('row', /Atlas/).first().expectText('4 Mar 2026')
  await window.clickButton('Remark: Not imported')
  await window.getByRole('option', 'Notes').click()
  await window.clickButton('Import 2 entries')
  await window.getByRole('heading', '2 entries imported').expectFocus()
  await expect
    .poll(async () => (await api.list('time-entries')).map(({ notes }) => notes))
    .toEqual(['Late', 'First draft'])
  await window.clickButton('Undo the import of hours.csv')
  await window.getByRole('alertdialog').getByRole('button', 'Undo import').click()
  await window.getByText('Nothing was imported yet.').expectShown()
  expect(await api.list('time-entries')).toEqual([])
})
