import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

const item = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** A project with a task and two entries of today, an hour together. */
async function setUp(request: Parameters<typeof userApi>[0], account: Parameters<typeof userApi>[1]) {
  const api = userApi(request, account)
  const project = await api.create('projects', { name: 'Atlas' })
  const task = await api.create('tasks', { name: 'Cover', project })
  const now = Date.now()
  const track = (minutesAgo: number, notes: string) =>
    api.create('time-entries', {
      project,
      task,
      notes,
      startTime: now - minutesAgo * 60_000,
      endTime: now - (minutesAgo - 30) * 60_000,
    })
  return { ...api, project, entries: [await track(70, 'Sketch'), await track(35, 'Letters')] }
}

async function openTrash(page: Page, email: string) {
  await page.getByRole('button', { name: email }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await expect(page).toHaveURL('/trash')
}

test('H21 H25 a project with its time comes back from the trash, and the report has the total of before', async ({
  page,
  request,
  openAccount,
}) => {
  const account = await openAccount()
  await setUp(request, account)
  await page.goto('/reports?range=week')
  await expect(page.getByText('1 h 00 m').first()).toBeVisible()
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Actions for Atlas' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Atlas?' })
  await expect(dialog).toContainText('It is kept in the trash for a while. After that, this cannot be undone.')
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/reports?range=week')
  await expect(page.getByText('1 h 00 m')).toHaveCount(0)

  await openTrash(page, account.email)
  await expect(item(page, 'Atlas')).toContainText('Project · 2 time entries, 1 h 00 m · deleted now')
  await expect(item(page, 'Atlas')).toContainText('30 days left')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore Atlas' }).click()
  await expect(page.getByText('Atlas restored')).toBeVisible()
  await expect(page.getByText('The trash is empty.')).toBeVisible()
  await page.goto('/reports?range=week')
  await expect(page.getByText('1 h 00 m').first()).toBeVisible()
  await page.goto('/tasks')
  await expect(page.getByRole('link', { name: 'Cover' })).toBeVisible()
})

test(
  'H25 Ctrl+Z brings back entries that were deleted together, and a deleted project with its time',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    const { list } = await setUp(request, await openAccount())
    await page.goto('/time-entries')
    await page
      .getByRole('checkbox', { name: /^Select Atlas/ })
      .first()
      .click()
    await page
      .getByRole('checkbox', { name: /^Select Atlas/ })
      .last()
      .click()
    const before = await list('time-entries')
    await page.getByRole('toolbar', { name: 'Selected time entries' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete 2 time entries' }).click()
    await expect(page.getByText('2 time entries deleted')).toBeVisible()
    await expect(page.getByText('Sketch')).toBeHidden()
    expect(await list('time-entries')).toEqual([])
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Sketch')).toBeVisible()
    await expect.poll(() => list('time-entries')).toEqual(before)

    await page.goto('/projects')
    await page.getByRole('button', { name: 'Actions for Atlas' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete project' }).click()
    await expect(page.getByText('Atlas deleted')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('link', { name: 'Atlas' })).toBeVisible()
    await expect.poll(() => list('time-entries')).toEqual(before)
  },
)

test('H25 Undo works without a server too', THOROUGH, async ({ page, request, openAccount, context }) => {
  const { list } = await setUp(request, await openAccount())
  const before = await list('time-entries')
  await page.goto('/time-entries')
  const row = page.getByRole('button', { name: /^Edit Atlas/ }).first()
  await row.focus()
  await page.keyboard.press('Delete')
  // Loads the dialog, as no service worker does here.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await context.setOffline(true)
  await row.focus()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Delete time entry' }).click()
  await expect(page.getByText('Letters')).toBeHidden()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Letters')).toBeVisible()
  await context.setOffline(false)
  await expect.poll(() => list('time-entries')).toEqual(before)
  await page.reload()
  await expect(page.getByText('Letters')).toBeVisible()
})

test(
  'H24 H25 items can be deleted permanently, one by one or all',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    const { create, remove } = await setUp(request, await openAccount())
    for (const name of ['deep', 'calm', 'late']) await remove('tags', await create('tags', { name }))
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Open the trash' }).click()
    await page.getByRole('button', { name: 'Delete calm permanently' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete calm permanently?' })
    await expect(dialog).toContainText('This action cannot be undone.')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(item(page, 'calm')).toBeHidden()
    await page.getByRole('button', { name: 'Empty trash' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('2 items are deleted permanently.')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).click()
    await expect(page.getByText('The trash is empty.')).toBeVisible()
  },
)

test(
  'E12 an entry that was edited twice is restored from its history',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    await setUp(request, await openAccount())
    await page.goto('/time-entries')
    const edit = async (from: string, to: string) => {
      await page.getByText(from).click()
      await page.getByRole('textbox', { name: 'Notes' }).fill(to)
      await page.keyboard.press('Enter')
      await expect(page.getByText(to)).toBeVisible()
    }
    await edit('Sketch', 'Second draft')
    await edit('Second draft', 'Third draft')
    await page
      .getByRole('button', { name: /^Actions for Atlas/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'History of this time entry' })
    await expect(history.getByRole('listitem')).toHaveCount(3)
    await expect(history.getByRole('listitem').first()).toContainText('Second draft → Third draft')
    await expect(history.getByRole('listitem').last()).toContainText('Created')
    await expectAccessible(page)
    await expect(history.getByRole('listitem').first().getByRole('button')).toHaveCount(0)
    await history.getByRole('button', { name: /^Restore this state: Created/ }).click()
    await expect(history).toBeHidden()
    await expect(page.getByText('Sketch')).toBeVisible()
    await expect(page.getByText('Third draft')).toBeHidden()
  },
)

test(
  'H21 after a project was deleted, nothing of it is requested',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    const account = await openAccount()
    const { project } = await setUp(request, account)
    const missing: string[] = []
    page.on('response', (response) => {
      if (response.status() === 404) missing.push(response.url())
    })
    await page.goto('/')
    await page.getByRole('link', { name: 'Projects' }).first().click()
    await page.getByRole('link', { name: 'Atlas' }).first().click()
    await expect(page).toHaveURL(`/projects/${project}`)
    await page.goBack()
    await page.getByRole('button', { name: 'Actions for Atlas' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete Atlas?' })
    await expect(dialog).toContainText('2 time entries')
    await dialog.getByRole('button', { name: 'Delete project' }).click()
    await expect(dialog).toBeHidden()
    await openTrash(page, account.email)
    await expect(item(page, 'Atlas')).toBeVisible()
    expect(missing).toEqual([])
  },
)
