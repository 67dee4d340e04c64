import type { Locator } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

test(
  'L2 on a wide screen columns have headings, and the search field shows what it searches',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const { create } = userApi(request, await openAccount())
    const project = await create('projects', {
      name: 'Atlas',
      client: await create('clients', { name: 'North Press' }),
    })
    await create('tasks', { name: 'Cover', project })
    await page.goto('/projects')
    const search = page.getByRole('searchbox', { name: 'Search projects and clients' })
    const hiddenWidth = await search.evaluate((input: HTMLInputElement) => {
      input.value = input.placeholder
      return input.scrollWidth - input.clientWidth
    })
    expect(hiddenWidth).toBe(0)

    const left = async (found: Locator) => Math.round((await found.boundingBox())?.x ?? Number.NaN)
    const heading = (name: string) => page.getByRole('main').getByText(name, { exact: true }).first()
    expect(await left(heading('Client'))).toBe(await left(page.getByText('North Press')))
    await page.goto('/tasks')
    await expect(page.getByRole('link', { name: 'Cover' })).toBeVisible()
    await expect(heading('Status')).toBeVisible()
  },
)
