import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'

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

const firstEntry = (page: Page) =>
  page.getByRole('region', { name: 'The first entries' }).getByRole('row').filter({ hasText: 'Atlas' }).first()

test('M27 a table of another product is imported once and can be undone', async ({ page, openAccount }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'system'))
  await openAccount()
  await page.goto('/time-entries')
  await page.getByRole('link', { name: 'Import from Toggl' }).click()

  await test.step('open questions are asked', async () => {
    await choose(page, 'Choose a file')
    await expect(page.getByRole('heading', { name: 'hours.csv' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
    await expect(page.getByText('There is no start.')).toBeVisible()
    await expect(page.getByText('Line 5')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByText('4 March 2026').click()
    await expect(firstEntry(page)).toContainText('4 Mar 2026')
    await page.getByRole('button', { name: 'Remark: Not imported' }).click()
    await page.getByRole('option', { name: 'Notes', exact: true }).click()
    await expect(firstEntry(page)).toContainText('First draft')
    await page.getByRole('button', { name: '2 projects' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Helio' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import 3 entries' })).toBeEnabled()
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
  const item = {
    id: crypto.randomUUID(),
    fileName: 'hours.csv',
    format: 'toggl',
    createdAt: new Date().toISOString(),
    upload: null,
  }
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

const chooseTable = (page: Page, content: string | Buffer, name = 'hours.csv') =>
  page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

const importButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test(
  'M21 the unit of plain numbers is asked for, with a number of the file',
  THOROUGH,
  async ({ page, openAccount }) => {
    await openAccount()
    await page.goto('/import')
    await chooseTable(page, 'Start,Duration,Project\n2026-03-01 09:00,25,Atlas\n2026-03-02 09:00,50,Atlas\n')
    const question = page.getByRole('region', { name: 'Unit of the durations' })
    await expect(question.getByRole('heading', { name: /^How long is (25|50)\?$/ })).toBeVisible()
    await expect(page.getByText('Choose the unit of the durations to import the entries.')).toBeVisible()
    await expectAccessible(page)
    await question.getByText(/^25 minutes$/).click()
    await importButton(page, 'Import 2 entries').click()
    await expect(page.getByRole('heading', { name: '2 entries imported' })).toBeFocused()
    await page.getByRole('link', { name: 'Show entries' }).click()
    await expect(page.getByText('09:25')).toBeVisible()
  },
)

test(
  'M28 whose entries to import is asked for if the file has several people',
  THOROUGH,
  async ({ page, openAccount }) => {
    await openAccount()
    await page.goto('/import')
    const rows = ['Ada', 'Bob', 'Bob'].map(
      (name, day) => `2026-03-0${day + 1} 09:00,2026-03-0${day + 1} 10:00,Atlas,${name}`,
    )
    await chooseTable(page, ['Start,End,Project,User', ...rows].join('\n'))
    const question = page.getByRole('region', { name: 'Whose entries' })
    await expect(question).toContainText('for example')
    await expect(page.getByText('Choose whose entries to import.')).toBeVisible()
    await question.getByRole('button', { name: 'Whose entries: Choose' }).click()
    await page.getByRole('option', { name: /^Bob/ }).click()
    await importButton(page, 'Import 2 entries').click()
    await expect(page.getByRole('heading', { name: '2 entries imported' })).toBeFocused()
  },
)

test(
  'M1 if the encoding of a file is not certain, its spelling is chosen with a live preview',
  THOROUGH,
  async ({ page, openAccount }) => {
    await openAccount()
    await page.goto('/import')
    // In windows-1252 an ñ, in windows-1250 an ń.
    await chooseTable(page, Buffer.from('Start,End,Project\n2026-03-01 09:00,2026-03-01 10:00,Ma\u00F1ana\n', 'latin1'))
    const question = page.getByRole('region', { name: 'Encoding', exact: true })
    await expect(page.getByText('Choose the right spelling to import the entries.')).toBeVisible()
    const entries = page.getByRole('region', { name: 'The first entries' })
    await expect(entries).toContainText('Mañana')
    await question.getByText('Mańana').click()
    await expect(entries).toContainText('Mańana')
    await question.getByText('Mañana').click()
    await expect(entries).toContainText('Mañana')
    await importButton(page, 'Import 1 entry').click()
    await expect(page.getByText('Also created: 1 project.')).toBeVisible()
  },
)

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test(
    `M46 any column can be mapped by hand beside the first rows, ${viewport.width} px wide`,
    THOROUGH,
    async ({ page, openAccount }) => {
      await page.setViewportSize(viewport)
      await openAccount()
      await page.goto('/import')
      await chooseTable(page, 'Wann,Bis wann,Woran\n2026-03-01 09:00,2026-03-01 10:00,Atlas\n')
      const columns = page.getByRole('region', { name: 'Columns' })
      await expect(columns.getByText('2026-03-01 09:00')).toBeVisible()
      await expect(page.getByText('Choose what the columns mean to import the entries.')).toBeVisible()
      await expectAccessible(page)
      for (const [heading, field] of [
        ['Wann', 'Start, date and time'],
        ['Bis wann', 'End, date and time'],
        ['Woran', 'Project'],
      ] as const) {
        await columns.getByRole('button', { name: `${heading}: Not imported`, exact: true }).click()
        await page.getByRole('option', { name: field, exact: true }).click()
        await expect(columns.getByRole('button', { name: `${heading}: ${field}`, exact: true })).toBeVisible()
      }
      await expectAccessible(page)
      await importButton(page, 'Import 1 entry').click()
      await expect(page.getByRole('heading', { name: '1 entry imported' })).toBeFocused()
    },
  )

test('M46 the rows that are left out can be downloaded with their reasons', async ({ page, openAccount }) => {
  await openAccount()
  await page.goto('/import')
  await chooseTable(page, 'Start,End,Project\n2026-03-01 09:00,2026-03-01 10:00,Atlas\n31/31/2026 09:00,,Helio\n')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 1 row left out (CSV)' }).click()
  const download = await downloading
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  expect(text).toContain('"31/31/2026 09:00","","Helio","3"')
  expect(text).not.toContain('Atlas')
})

/** A file on disk, so that the browser finds the same file when it is chosen again. */
async function withFile(name: string, content: string, work: (path: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'ritmo-import-'))
  try {
    const path = join(folder, name)
    await writeFile(path, content)
    await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Rows of different times of the past. */
function toRow(index: number, notes: string) {
  const day = new Date(Date.UTC(2001, 0, 1 + (index % 9_000))).toISOString().slice(0, 10)
  const hour = 10 + Math.floor(index / 9_000)
  return `${day} ${hour}:00,${day} ${hour}:30,Atlas,${notes}`
}

test(
  'M40 a large file that is cut off in the middle is resumed after a reload',
  THOROUGH,
  async ({ page, openAccount }) => {
    await openAccount()
    await page.goto('/import')
    const rows = Array.from({ length: 1_700 }, (_, day) => toRow(day, 'x'.repeat(1_900)))
    await withFile('years.csv', ['Start,End,Project,Notes', ...rows].join('\n'), async (path) => {
      await page.route('**/parts/1', (route) => route.abort())
      await page.getByLabel('Choose a file').setInputFiles(path)
      await expect(
        page.getByText('No connection to the server. The rest is sent as soon as there is one.'),
      ).toBeVisible()
      await expectAccessible(page)

      await page.reload()
      await expect(page.getByText(/^3\d% sent\. Choose the same file again to send the rest\.$/)).toBeVisible()
      await expectAccessible(page)
      await page.unroute('**/parts/1')
      const sent: string[] = []
      page.on('request', (request) => request.method() === 'PUT' && sent.push(new URL(request.url()).pathname))
      await page.getByLabel('Choose again').setInputFiles(path)
      await importButton(page, 'Import 1,700 entries').click()
      expect(sent.map((path) => path.at(-1))).toEqual(['1', '2', '3'].slice(0, sent.length))
      expect(sent.length).toBeGreaterThan(0)
      await expect(page.getByRole('heading', { name: '1,700 entries imported' })).toBeFocused()
    })
  },
)

test(
  'M43 an import is stopped while it runs, and continued after a reload by one press',
  THOROUGH,
  async ({ page, openAccount }) => {
    await openAccount()
    await page.goto('/import')
    const rows = Array.from({ length: 8_000 }, (_, day) => toRow(day, `Note ${day}`))
    await chooseTable(page, ['Start,End,Project,Notes', ...rows].join('\n'))
    await page.getByRole('button', { name: /^Import \d/ }).click()
    await expect(page.getByText(/of 8,000 rows/)).toBeVisible()
    await page.getByRole('button', { name: 'Stop import' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'hours.csv' })
    await expect(row).toContainText('Not finished')
    await page.reload()
    await expect(row).toContainText('Not finished')
    await expectAccessible(page)
    await row.getByRole('button', { name: 'Continue the import of hours.csv' }).click()
    await expect(row).toContainText('8,000 entries', { timeout: 45_000 })
    await expect(row).not.toContainText('Not finished')
  },
)
