import type { Page } from '@playwright/test'
import { MINUTE_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessible, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })

test(
  'L11 a pinned project comes first in pickers, then the last used one',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    const { create } = userApi(request, await openAccount())
    for (const name of ['Atlas', 'Diseño gráfico', 'Zenith']) await create('projects', { name })
    await page.goto('/time-entries/new')
    await page.getByRole('combobox', { name: 'Project' }).click()
    await page.getByRole('option', { name: 'Diseño gráfico' }).click()
    await page.getByRole('textbox', { name: 'Duration' }).fill('0:05')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.goto('/projects')
    await page.getByRole('button', { name: 'Actions for Zenith' }).click()
    await page.getByRole('menuitem', { name: 'Pin' }).click()
    await expect(row(page, 'Zenith').getByRole('img', { name: 'Pinned' })).toBeVisible()

    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
    await page.keyboard.press('p')
    await expect(page.getByRole('option')).toHaveText([/^Zenith/, /^Diseño gráfico/, /^Atlas/])
  },
)

test(
  'L12 a project has a page with its time, tasks and entries, which starts the timer',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    const { create } = userApi(request, await openAccount())
    const client = await create('clients', { name: 'İnci Yayınları' })
    const project = await create('projects', { name: 'Diseño gráfico', client })
    const task = await create('tasks', { name: 'Cover', project })
    const [startTime, endTime] = [35, 10].map((minutes) => new Date(Date.now() - minutes * MINUTE_MS).toISOString())
    await create('time-entries', { project, task, startTime, endTime, notes: 'Sketch' })

    await page.goto('/projects')
    await row(page, 'Diseño gráfico').getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Diseño gráfico' })).toBeVisible()
    await expect(page.getByText('İnci Yayınları')).toBeVisible()
    await expect(page.getByLabel('Figures')).toContainText(/All time\s*25/)
    await expect(page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').first()).toContainText('25')
    await expect(page.getByRole('list', { name: 'Latest entries' })).toContainText('Sketch')
    await expect(page.getByRole('group', { name: 'Last 12 weeks' })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('main').getByRole('button', { name: 'Start' }).click()
    await expect(page.getByRole('region', { name: 'Focus timer' })).toContainText('Diseño gráfico')
    await expect(page.getByRole('button', { name: 'Running' })).toBeDisabled()
    await page.getByRole('link', { name: 'Settings' }).last().click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Diseño gráfico')
    await expect(page.getByRole('link', { name: 'Overview' })).toBeVisible()
  },
)
