import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { MINUTE_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessibleInBothThemes, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'
import { clock, timerRegion } from '../support/timer-page.ts'
import { userApi } from '../support/user-api.ts'

const REPORT = '/reports?from=2026-03-02'

/** Something of every kind. */
async function fillAccount(request: APIRequestContext, account: { token: string }) {
  const api = userApi(request, account)
  const client = await api.create('clients', { name: 'Northwind', contactInfo: '1 Harbour Road', color: '#aa3355' })
  const project = await api.create('projects', { name: 'Atlas', client, color: '#3366cc', isPinned: true })
  const task = await api.create('tasks', { name: 'Draft', project, status: 'inProgress' })
  const tags = [await api.create('tags', { name: 'deep' }), await api.create('tags', { name: 'a, b; c' })]
  await api.create('timer-presets', { name: 'Long', workDuration: 90, breakDuration: 15, repetitions: 2 })
  await api.create('report-views', { name: 'March', search: `projects=${project}` })
  await api.create('time-entries', {
    project,
    task,
    tags,
    notes: 'With a pause',
    startTime: '2026-03-03T09:00:00.123Z',
    endTime: '2026-03-03T11:00:00.456Z',
    segments: [
      { start: '2026-03-03T09:00:00.123Z', end: '2026-03-03T10:00:00.123Z' },
      { start: '2026-03-03T10:30:00.456Z', end: '2026-03-03T11:00:00.456Z' },
    ],
  })
  await api.create('time-entries', { project, startTime: '2026-03-04T09:00:00Z', endTime: '2026-03-04T10:15:00Z' })
  await api.startRun({ ago: 7 * MINUTE_MS })
}

/** Reads from the pages what they show of an account. */
async function look(page: Page) {
  await page.goto('/')
  await expect(timerRegion(page)).toContainText('Atlas')
  // It began seven minutes before the story.
  await expect(clock(page)).toContainText(/1[5-7]:\d\d/)
  await page.goto('/time-entries?from=2026-03-01&to=2026-03-31')
  const rows = page.getByRole('main').getByRole('listitem')
  // Names may load after the entries.
  for (const text of ['With a pause', 'Atlas', 'Draft', 'deep', 'a, b; c'])
    await expect(rows.filter({ hasText: text }).first()).toBeVisible()
  const entries = await rows.allInnerTexts()
  await page.goto(REPORT)
  await expect(page.getByRole('row', { name: 'Total 2 100% 2h 45m' })).toBeVisible()
  return entries
}

const chooseArchive = (page: Page, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name: 'archive.zip', mimeType: 'application/zip', buffer })

test('H11 an account is downloaded in one file and restored in a new account, timer included', async ({
  page,
  request,
  openAccount,
}) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'system'))
  const ann = await openAccount()
  await fillAccount(request, ann)
  const before = await look(page)

  const archive = await test.step('the archive is downloaded', async () => {
    await page.goto('/settings')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download archive' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^ritmo-archive-\d{4}-\d\d-\d\d\.zip$/)
    await expect(page.getByText('Archive downloaded')).toBeVisible()
    return readFileSync(await file.path())
  })

  await page.evaluate(() => localStorage.clear())
  await openAccount()
  await page.evaluate(() => localStorage.setItem('first-visit', 'false'))
  await page.goto('/settings')

  await test.step('a file that is no archive is refused', async () => {
    await chooseArchive(page, Buffer.from('Start,End\n'))
    await expect(page.getByText('This file is not an archive of Ritmo')).toBeVisible()
  })

  await test.step('the preview shows what is new and what is in conflict', async () => {
    await chooseArchive(page, archive)
    await expect(page.getByText(`Archive of Test Person (${ann.email})`)).toBeFocused()
    await expect(page.getByRole('row', { name: 'Time entries 2' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step('everything is there', async () => {
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText('Archive restored:')).toBeFocused()
    expect(await look(page)).toEqual(before)
  })

  await test.step('a second restore finds everything as it is', async () => {
    await page.goto('/settings')
    await chooseArchive(page, archive)
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText('Archive restored: 0 added, 0 replaced')).toBeVisible()
  })
})

test('H11 conflicts are decided for all or for each kind', THOROUGH, async ({ page, request, openAccount }) => {
  const account = await openAccount()
  const api = userApi(request, account)
  const headers = { authorization: `Bearer ${account.token}` }
  const project = await api.create('projects', { name: 'Atlas', description: 'first' })
  const tag = await api.create('tags', { name: 'deep' })
  const archive = await (await request.get('/api/archive', { headers })).body()
  await request.put(`/api/projects/${project}`, { headers, data: { description: 'second' } })
  await request.put(`/api/tags/${tag}`, { headers, data: { color: '#112233' } })
  await page.goto('/settings')
  await chooseArchive(page, archive)
  await page.getByRole('radiogroup', { name: 'For all of them' }).getByText('The archive’s').click()
  await page.getByRole('radiogroup', { name: 'Tags' }).getByText('Mine').click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('Archive restored: 0 added, 1 replaced')).toBeVisible()
  expect((await api.list('projects')).find(({ id }) => id === project)).toMatchObject({ description: 'first' })
  expect((await api.list('tags')).find(({ id }) => id === tag)).toMatchObject({ color: '#112233' })
})

test('H7 a session that is not a recent one is asked for the password', THOROUGH, async ({ page, openAccount }) => {
  const { password } = await openAccount()
  const details = { password: 'Sign in again or send your password' }
  await page.route('**/api/archive', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 400, json: { ok: false, code: 'invalid', message: 'no', error: 'no', details } })
      : route.continue(),
  )
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Download archive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill('Wrong river 42')
  await dialog.getByRole('button', { name: 'Download archive' }).click()
  await expect(dialog.getByText('The password is not right')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download archive' }).click()
  expect((await download).suggestedFilename()).toContain('ritmo-archive-')
  await expect(dialog).toBeHidden()
})
