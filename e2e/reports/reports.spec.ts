import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectAccessibleInBothThemes, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

// Five hours behind UTC: one of the entries crosses midnight.
test.use({ timezoneId: 'America/Bogota' })

const WEEK = '/reports?from=2026-03-02'

/** Four entries in the week of 2 March with 3 h 35 m in total, and an hour in the week before. */
async function createEntries(request: APIRequestContext, account: { token: string }) {
  const { create } = userApi(request, account)
  const atlas = await create('projects', { name: 'Atlas', color: '#0f766e' })
  const helio = await create('projects', { name: 'Helio', client: await create('clients', { name: 'North Press' }) })
  const task = await create('tasks', { name: 'Wireframes', project: atlas })
  const tags = [await create('tags', { name: 'deep work' }), await create('tags', { name: 'meeting' })]
  const entry = (startTime: string, endTime: string, subject: object) =>
    create('time-entries', { startTime, endTime, ...subject })
  await entry('2026-02-24T14:00:00Z', '2026-02-24T15:00:00Z', { project: helio })
  await entry('2026-03-03T02:00:00Z', '2026-03-03T03:00:00Z', { project: helio })
  await entry('2026-03-03T04:30:00Z', '2026-03-03T05:15:00Z', { project: helio })
  await entry('2026-03-03T14:00:00Z', '2026-03-03T15:00:00Z', { project: atlas, task, tags, notes: 'Sketch' })
  await entry('2026-03-04T14:00:00Z', '2026-03-04T14:50:00Z', { project: atlas })
}

/** Navigates within the app. */
const navigateTo = (page: Page, path: string) =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

const figures = (page: Page) => page.getByLabel('Figures')
const breakdown = (page: Page) => page.getByRole('region', { name: 'Breakdown' })

async function choose(page: Page, chip: RegExp, option: string) {
  await page.getByRole('button', { name: chip }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
}

test('U8 a report agrees with the list, can be filtered, grouped and rounded, and is restored from a saved view', async ({
  page,
  request,
  openAccount,
}) => {
  const account = await openAccount()
  await createEntries(request, account)
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await userApi(request, account).create('projects', { name: `P${number}` })

  await test.step('it has the same total as the list', async () => {
    await page.goto('/time-entries?from=2026-03-02&to=2026-03-08')
    await expect(page.getByRole('status').filter({ hasText: '4 time entries' })).toContainText('3 h 35 m')
    await navigateTo(page, WEEK)
    await expect(figures(page)).toContainText('3h 35m')
    await expect(figures(page)).toContainText('+2 h 35 m vs last week')
    await expect(figures(page)).toContainText('1h 11m')
    await expect(figures(page)).toContainText('on 3 days worked')
    await expect(breakdown(page).getByRole('row', { name: /^Total/ })).toContainText(/4.*3h 35m/)
  })

  await test.step('arrow keys step through the weeks', async () => {
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('heading', { name: /^23 Feb – 1 Mar$/ })).toBeVisible()
    await expect(figures(page)).toContainText('1h 00m')
    await page.keyboard.press('ArrowRight')
    await expect(figures(page)).toContainText('3h 35m')
  })

  await test.step('filters are in the URL', async () => {
    await page.getByRole('button', { name: /^Projects/ }).click()
    await page.keyboard.type('atl')
    await expect(page.getByRole('option')).toHaveText(['Atlas'])
    await page.getByRole('option').click()
    await page.keyboard.press('Escape')
    await expect(figures(page)).toContainText('1h 50m')
    await page.reload()
    await expect(figures(page)).toContainText('1h 50m')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(figures(page)).toContainText('3h 35m')
  })

  await test.step('an entry with two tags counts once', async () => {
    await choose(page, /^Group by/, 'Tag')
    await expect(breakdown(page).getByRole('row', { name: /^deep work/ })).toContainText('1h 00m')
    await expect(breakdown(page).getByRole('row', { name: /^meeting/ })).toContainText('1h 00m')
    await expect(breakdown(page).getByRole('row', { name: /^Total/ })).toContainText('3h 35m')
    await expect(breakdown(page)).toContainText('counts once in the total')
  })

  await test.step('rounding is stated', async () => {
    await page.getByRole('button', { name: /^Rounding/ }).click()
    await page.getByRole('radio', { name: 'Up' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Rounded: each entry up to full 15 min').first()).toBeVisible()
    await expect(figures(page)).toContainText('3h 45m')
  })

  await test.step('a saved view is opened, renamed, deleted and restored', async () => {
    const views = page.getByRole('dialog', { name: 'Views' })
    const openViews = () => page.getByRole('button', { name: 'Views' }).click()
    await openViews()
    await expect(views.getByLabel('Save this view as')).toBeFocused()
    await page.keyboard.type('By tag')
    await page.keyboard.press('Enter')
    await expect(views.getByRole('button', { name: 'By tag', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await navigateTo(page, '/reports')
    await expect(figures(page)).toContainText('Nothing yet')
    await openViews()
    await views.getByRole('button', { name: 'By tag', exact: true }).click()
    await expect(figures(page)).toContainText('3h 45m')
    await expect(page.getByRole('button', { name: /^Group by/ })).toContainText('Tag')

    await openViews()
    await views.getByRole('button', { name: 'Rename By tag' }).click()
    await views.getByLabel('New name of By tag').fill('Tags')
    await page.keyboard.press('Enter')
    await views.getByRole('button', { name: 'Delete Tags' }).click()
    await expect(views.getByRole('button', { name: 'Tags', exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(views.getByRole('button', { name: 'Tags', exact: true })).toBeVisible()
  })
})

test(
  'U9 a report is accessible, and in print it is alone on the page with its range and filters',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'system'))
    await createEntries(request, await openAccount())
    await page.goto(`${WEEK}&clients=none&rounding=down&roundingMinutes=30`)
    await expect(figures(page)).toContainText('1h 30m')
    await expect(page.getByRole('region', { name: 'Rhythm' })).toContainText('Not enough data yet')
    await expectAccessibleInBothThemes(page)

    await page.emulateMedia({ media: 'print' })
    for (const text of [
      '2 – 8 March',
      'Clients: No client',
      'Times in America/Bogota',
      'each entry down to full 30 min',
    ])
      await expect(page.getByText(text).last()).toBeVisible()
    for (const name of ['By day', 'By project', 'Breakdown', 'Rhythm'])
      await expect(page.getByRole('region', { name })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  },
)

test(
  'U34 the names of tasks below a project take the room of the client’s column, which is empty there',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const { create } = userApi(request, await openAccount())
    const project = await create('projects', {
      name: 'Atlas',
      client: await create('clients', { name: 'North Press' }),
    })
    const task = await create('tasks', { name: 'Wireframes of the first five screens and their states', project })
    await create('time-entries', { project, task, startTime: '2026-03-03T14:00:00Z', endTime: '2026-03-03T15:00:00Z' })
    await page.goto(WEEK)
    await breakdown(page).getByRole('button', { name: 'Expand all' }).click()
    const name = breakdown(page).getByText(/^Wireframes/)
    expect(await name.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0)
  },
)

test(
  'U37 the toolbar of a report takes three lines at 1024 px and on a phone',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    await createEntries(request, await openAccount())
    await page.goto(WEEK)
    const heightOfToolbar = async () => {
      const [first, below] = [
        await page.getByRole('button', { name: 'Views' }).boundingBox(),
        await figures(page).boundingBox(),
      ]
      return (below?.y ?? Number.NaN) - (first?.y ?? Number.NaN)
    }
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(heightOfToolbar).toBeLessThan(190)
    }
    await choose(page, /^Period/, 'Month')
    await expect(page.getByRole('heading', { name: 'March 2026' })).toBeVisible()
  },
)
