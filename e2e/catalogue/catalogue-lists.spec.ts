import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })

async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test.describe('projects', () => {
  test.beforeEach(async ({ page, request, openAccount }) => {
    const { create } = userApi(request, await openAccount())
    const client = await create('clients', { name: 'İnci Yayınları' })
    const book = await create('projects', { name: 'Diseño gráfico', client })
    await create('tasks', { name: 'Cover', project: book })
    await create('tasks', { name: 'Printing', project: book, status: 'completed' })
    await create('projects', { name: 'Atlas' })
    await create('projects', { name: 'Zebra', status: 'archived' })
    await page.goto('/projects')
    await expect(row(page, 'Atlas')).toBeVisible()
  })

  test('L1 L2 can be searched by name and client, filtered and sorted, and the URL keeps it', async ({ page }) => {
    await expect(row(page, 'Diseño gráfico')).toContainText('İnci Yayınları1 open task')
    await expect(row(page, 'Atlas')).toContainText('No Client')
    await expect(row(page, 'Zebra')).toBeHidden()

    const search = page.getByRole('searchbox', { name: 'Search projects and clients' })
    await search.fill('inci diseno')
    await expect(row(page, 'Diseño gráfico')).toBeVisible()
    await expect(row(page, 'Atlas')).toBeHidden()
    await expect(page).toHaveURL('/projects?q=inci+diseno')
    await page.reload()
    await expect(search).toHaveValue('inci diseno')
    await row(page, 'Diseño gráfico').getByRole('link').click()
    await expect(page).toHaveURL(/\/projects\/[\w-]+$/)
    await page.goBack()
    await expect(search).toHaveValue('inci diseno')

    await search.fill('nowhere')
    await expect(page.getByText('Nothing matches “nowhere”.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(row(page, 'Atlas')).toBeVisible()
    await expect(page).toHaveURL('/projects')

    await page.getByRole('radio', { name: 'All' }).click()
    await page.getByRole('button', { name: 'Order: ascending' }).click()
    await expect(page).toHaveURL('/projects?status=all&order=desc')
    await expect(page.getByRole('list', { name: 'Projects' }).getByRole('listitem').first()).toContainText('Zebra')
    await page.getByRole('button', { name: /Sort/ }).click()
    await page.getByRole('option', { name: 'Last changed' }).click()
    await expect(page).toHaveURL('/projects?status=all&sort=changed')
  })

  test('L4 are archived at once, which can be undone', THOROUGH, async ({ page }) => {
    await choose(page, 'Atlas', 'Archive')
    await expect(row(page, 'Atlas')).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'Atlas')).toBeVisible()

    await page.getByRole('radio', { name: 'Archived' }).click()
    await choose(page, 'Zebra', 'Activate')
    await expect(page.getByText('Zebra is active again')).toBeVisible()
    await expect(page.getByText('Nothing has this status.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Nothing has this status.')).toBeVisible()
  })

  test('L5 are deleted only after a dialog lists what is deleted with them', THOROUGH, async ({ page }) => {
    await choose(page, 'Diseño gráfico', 'Delete')
    const dialog = page.getByRole('alertdialog', { name: 'Delete Diseño gráfico?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(dialog).toContainText(
      '2 tasks and 0 time entries (0 m) are deleted with it. It is kept in the trash for a while. After that, this cannot be undone.',
    )
    await expectAccessible(page)

    await page.route('**/api/projects/*', (route) => route.fulfill({ status: 500, json: {} }))
    await dialog.getByRole('button', { name: 'Delete project' }).click()
    await expect(dialog).toContainText('Failed to delete project')
    await page.unroute('**/api/projects/*')
    await dialog.getByRole('button', { name: 'Delete project' }).click()
    await expect(dialog).toBeHidden()
    await expect(row(page, 'Diseño gráfico')).toBeHidden()
    await page.goto('/tasks')
    await expect(page.getByText('No tasks yet.')).toBeVisible()
  })

  test('L5 can be archived instead', THOROUGH, async ({ page }) => {
    await choose(page, 'Atlas', 'Delete')
    await page.getByRole('button', { name: 'Archive instead' }).click()
    await expect(row(page, 'Atlas')).toBeHidden()
    await page.getByRole('radio', { name: 'Archived' }).click()
    await expect(row(page, 'Atlas')).toBeVisible()
  })

  test('L6 can be used with the keyboard alone', THOROUGH, async ({ page }) => {
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    await page.keyboard.press('/')
    await page.keyboard.type('a')
    await page.keyboard.press('ArrowDown')
    await expect(link('Atlas')).toBeFocused()
    await page.keyboard.press('j')
    await expect(link('Diseño gráfico')).toBeFocused()
    await page.keyboard.press('k')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Start Atlas' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Actions for Atlas' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
    await page.keyboard.type('arc')
    await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(link('Diseño gráfico')).toBeFocused()

    await page.keyboard.press('Delete')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('2 tasks')
    await page.keyboard.press('Escape')
    await expect(link('Diseño gráfico')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/projects\/[\w-]+$/)
    await page.goBack()
    await expect(row(page, 'Diseño gráfico')).toBeVisible()
    await page.keyboard.press('c')
    await expect(page).toHaveURL('/projects/new')
  })
})

test(
  'L4 the status of a task changes in its row, which can be undone',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    const { create } = userApi(request, await openAccount())
    const project = await create('projects', { name: 'Atlas' })
    await create('tasks', { name: 'Wireframes', project })
    await create('tasks', { name: 'Review', project: await create('projects', { name: 'Helio' }), status: 'completed' })
    await page.goto('/tasks')
    await expect(page.getByRole('list', { name: 'Atlas' })).toContainText('Wireframes')
    await expect(page.getByRole('list', { name: 'Helio' })).toContainText('Review')

    const status = page.getByRole('radiogroup', { name: 'Status of Wireframes' })
    await status.getByRole('radio', { name: 'In progress' }).click()
    await expect(page.getByText('Wireframes: In progress')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(status.getByRole('radio', { name: 'Pending' })).toBeChecked()
    await status.getByRole('radio', { name: 'Completed' }).click()
    await expect(status.getByRole('radio', { name: 'Completed' })).toBeChecked()

    await page
      .getByRole('radiogroup', { name: 'Status', exact: true })
      .getByRole('radio', { name: 'Completed' })
      .click()
    await expect(page).toHaveURL('/tasks?status=completed')
    await page.reload()
    await expect(row(page, 'Wireframes')).toBeVisible()

    await choose(page, 'Review', 'Delete')
    await expect(page.getByRole('alertdialog')).toContainText(
      'It has no time entries. It is kept in the trash for a while. After that, this cannot be undone.',
    )
    await page.getByRole('button', { name: 'Delete task' }).click()
    await expect(row(page, 'Review')).toBeHidden()
  },
)

test('L8 a list that failed to load shows an error and can be loaded again', async ({ page, request, openAccount }) => {
  const { create } = userApi(request, await openAccount())
  const id = await create('clients', { name: 'Northwind' })
  await page.route('**/api/clients', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto(`/clients/${id}`)
  await expect(page.getByRole('alert').getByText('Failed to fetch client', { exact: true })).toBeVisible()
  await page.goto('/clients')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch clients' })).toBeVisible()
  await page.unroute('**/api/clients')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'Northwind')).toBeVisible()
  await expect(page.getByText('Failed to fetch clients')).toBeHidden()
})

test('L8 a list stays when loading it again fails', THOROUGH, async ({ page, request, openAccount }) => {
  const { create } = userApi(request, await openAccount())
  await create('tasks', { name: 'Wireframes', project: await create('projects', { name: 'Atlas' }) })
  await page.goto('/tasks')
  await expect(row(page, 'Wireframes')).toBeVisible()
  await page.route('**/api/projects', (route) => route.fulfill({ status: 400, json: {} }))
  await row(page, 'Wireframes').getByRole('radio', { name: 'In progress' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch tasks' })).toBeVisible()
  await expect(row(page, 'Wireframes')).toBeVisible()
})

test(
  'a preset shows its phases and its total length including breaks',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    const { create } = userApi(request, await openAccount())
    await create('timer-presets', { name: 'Rhythm one', workDuration: 25, breakDuration: 5, repetitions: 4 })
    await create('timer-presets', { name: 'Rhythm two', workDuration: 120, breakDuration: 0 })
    await page.goto('/timer-presets')
    await expect(row(page, 'Rhythm one')).toContainText('25 min work, 5 min break, 4 cycles')
    await expect(row(page, 'Rhythm one')).toContainText('Total 2h 00m')
    await expect(row(page, 'Rhythm two')).toContainText('120 min work, 1 cycle')
    await choose(page, 'Rhythm one', 'Delete')
    await page.getByRole('button', { name: 'Delete preset' }).click()
    await expect(row(page, 'Rhythm one')).toBeHidden()
    await expect(page.getByRole('link', { name: 'Rhythm two' })).toBeFocused()
  },
)

test(
  'L9 the last project is gone once it is deleted, however late the server answers',
  THOROUGH,
  async ({ page, signUp }) => {
    await signUp()
    await expect(page.getByRole('button', { name: 'Project: Focus' })).toBeVisible()
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/projects/*', async (route) => {
      if (route.request().method() === 'DELETE') await isReleased
      await route.continue()
    })
    await choose(page, 'Focus', 'Delete')
    await page.getByRole('button', { name: 'Delete project' }).click()
    await expect(row(page, 'Focus')).toBeHidden()
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
    release()
    await deleted
    await expect(page.getByText('No projects yet.')).toBeVisible()

    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByText('Please select a project before starting the timer')).toBeVisible()
    await expect(page.getByText('Focus', { exact: true })).toBeHidden()
  },
)

test('L5 deleting a client keeps its projects', THOROUGH, async ({ page, request, openAccount }) => {
  const { create } = userApi(request, await openAccount())
  const client = await create('clients', { name: 'Northwind', contactInfo: 'hello@example.org\nby the harbour' })
  await create('projects', { name: 'Atlas', client })
  await page.goto('/clients')
  await expect(row(page, 'Northwind')).toContainText('hello@example.org1 project')
  await choose(page, 'Northwind', 'Delete')
  await expect(page.getByRole('alertdialog')).toContainText('Its project stays, without a client.')
  await page.getByRole('button', { name: 'Delete client' }).click()
  await expect(page.getByText('No clients yet.')).toBeVisible()
  await page.goto('/projects')
  await expect(row(page, 'Atlas')).toContainText('No Client')
})

test(
  'L7 of thousands of tags only those near the viewport are rendered, and all can be reached',
  THOROUGH,
  async ({ page, openAccount }) => {
    await openAccount()
    const tags = Array.from({ length: 3_000 }, (_, number) => ({
      id: `tag-${number}`,
      name: `Tag ${number}`,
      color: '#0284c7',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    }))
    await page.route('**/api/tags', (route) => route.fulfill({ json: { ok: true, data: tags } }))
    await page.goto('/tags')
    await expect(page.getByText('3,000 tags')).toBeVisible()
    await expect(row(page, 'Tag 0')).toHaveAttribute('aria-setsize', '3000')
    expect(await page.locator('li[data-row]').count()).toBeLessThan(60)

    await page.keyboard.press('j')
    await page.keyboard.press('End')
    await expect(page.getByRole('link', { name: 'Tag 2999' })).toBeFocused()
    await expect(page.getByRole('link', { name: 'Tag 2999' })).toBeInViewport()
    await expect(row(page, 'Tag 2999')).toHaveAttribute('aria-posinset', '3000')
    await page.evaluate(() => scrollTo(0, 0))
    await expect(row(page, 'Tag 0')).toBeInViewport()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('link', { name: 'Tag 2998' })).toBeFocused()
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test(
    'rows have two lines and a menu in view, and nothing is wider than the screen',
    THOROUGH,
    async ({ page, request, openAccount }) => {
      const { create } = userApi(request, await openAccount())
      const name = 'A name so long that no phone has room for all of it in one line'
      const project = await create('projects', { name, client: await create('clients', { name: `Of ${name}` }) })
      await create('tasks', { name, project })
      await create('tags', { name })
      await create('timer-presets', { name, workDuration: 25, breakDuration: 5, repetitions: 20 })
      for (const path of ['/projects', '/clients', '/tasks', '/tags', '/timer-presets']) {
        await page.goto(path)
        const menu = page.getByRole('button', { name: /^Actions for/ }).first()
        await expect(menu).toBeInViewport({ ratio: 1 })
        expect((await menu.boundingBox())?.width).toBeGreaterThanOrEqual(44)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      }
    },
  )
})
