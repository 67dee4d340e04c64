import type { Page } from '@playwright/test'
import { BROWSER_NAMES } from '../../scripts/web-build/browsers/oldest-browsers.ts'
import { MINUTE_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessible, test } from '../support/app.ts'
import { emulateOldBrowser, testInOldBrowser } from '../support/old-browser.ts'
import { listRoutes, navigateTo, waitForPage } from '../support/routes.ts'
import { THOROUGH } from '../support/thorough.ts'
import { clickButton, clock, timerRegion } from '../support/timer-page.ts'
import { userApi } from '../support/user-api.ts'

const PUBLIC_ROUTE = /^\/(login|register|forgot-password|reset-password|restore-email|not-me|verify-email)\b/
/** Two rows without a start, so that there is a group of problems. */
const TABLE = ['Date;From;To;Project', '03/04/2026;;10:30;Atlas', '07/07/2026;;09:45;Helio'].join('\r\n')

test('W23 with the built-ins of the oldest browsers every public page opens', async ({ page }) => {
  await emulateOldBrowser(page)
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => 'groupBy' in Map || 'isWellFormed' in String.prototype)).toBe(false)
  for (const route of (await listRoutes(page)).filter((route) => PUBLIC_ROUTE.test(route)))
    await navigateTo(page, route.replace('{-$token}', 'unknown'))
})

testInOldBrowser(
  'W23 with the built-ins of the oldest browsers every page of a user opens',
  THOROUGH,
  async ({ page, request, token }) => {
    testInOldBrowser.slow()
    const { create, list } = userApi(request, { token })
    await expect.poll(() => list('projects')).not.toHaveLength(0)
    const [{ id: project } = {}] = await list('projects')
    await create('clients', { name: 'Northwind' })
    await create('tasks', { name: 'Sketch', projectId: project, project })
    await create('tags', { name: 'Deep' })
    for (const route of (await listRoutes(page)).filter((route) => !PUBLIC_ROUTE.test(route))) {
      const kind = route.split('/')[1] ?? ''
      const id = route.includes('$id') ? String((await list(kind))[0]?.['id']) : ''
      await testInOldBrowser.step(route, () => navigateTo(page, route.replace('$id', id)))
      await expect(page.getByText('Something went wrong')).toBeHidden()
    }
    await navigateTo(page, '/time-entries?view=week')
  },
)

testInOldBrowser(
  'W23 with the built-ins of the oldest browsers a run ends',
  THOROUGH,
  async ({ page, request, token, serverState, advanceTime }) => {
    const headers = { authorization: `Bearer ${token}` }
    const settings = { workDuration: 1, breakDuration: 1, repetitions: 2 }
    await request.post('/api/timer-presets/sync-settings', { headers, data: settings })
    await page.reload()
    await expect(clock(page)).toHaveText('01:00')
    await clickButton(page, 'Start')
    await expect.poll(async () => (await serverState.run())?.log.length).toBe(1)
    const { at } = (await serverState.run())!.log[0]!.event
    for (const [index, phase] of [
      'Work, session 1',
      'Break, session 1',
      'Work, session 2',
      'Break, session 2',
    ].entries()) {
      await expect(timerRegion(page)).toContainText(phase)
      await expect(page.getByText('Connected', { exact: true })).toBeVisible()
      await advanceTime(Math.max(0, at + (index + 1) * MINUTE_MS - (await serverState.now())))
    }
    await expect(page.getByRole('dialog', { name: 'All sessions completed!' })).toContainText('in 2 sessions')
    await clickButton(page, 'Close')
    expect(await serverState.entries()).toHaveLength(2)
  },
)

test(
  'W23 with the built-ins of the oldest browsers entries are changed together, and problems of an import are listed',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    await emulateOldBrowser(page)
    const { create, list } = userApi(request, await openAccount())
    await page.goto('/time-entries')
    await waitForPage(page)
    await expect.poll(() => list('projects')).not.toHaveLength(0)
    const project = (await list('projects'))[0]?.['id']
    for (const hour of ['09', '11'])
      await create('time-entries', {
        project,
        startTime: `2026-03-03T${hour}:00:00.000Z`,
        endTime: `2026-03-03T${hour}:30:00.000Z`,
        duration: 30 * MINUTE_MS,
        notes: `At ${hour}`,
      })
    await page.goto('/time-entries?from=2026-03-03&to=2026-03-03')
    await page.getByRole('checkbox', { name: 'Select Tuesday 3 March' }).click()
    await page.getByRole('toolbar', { name: 'Selected time entries' }).getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 2 time entries' })
    await dialog.getByRole('textbox', { name: 'Notes' }).fill('Together')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Together')).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('At 11')).toBeVisible()

    await navigateTo(page, '/import')
    const file = { name: 'hours.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) }
    await page.getByLabel('Choose a file').setInputFiles(file)
    await expect(page.getByText('There is no start.')).toBeVisible()
  },
)

/** The first feature that each browser lacks, one version below the oldest supported one. */
const OLDER_BROWSERS: Record<string, (page: Page) => Promise<unknown>> = {
  'Chrome 110': (page) => page.addInitScript(() => (CSS.supports = () => false)),
  'Firefox 114': (page) => emulateOldBrowser(page, [{ data: 'firefox', version: '114' }]),
  'Safari 16.3': (page) =>
    page.addInitScript(() => {
      const { RegExp } = window
      window.RegExp = function (pattern: string, flags?: string) {
        if (pattern.includes('(?<=')) throw new SyntaxError('invalid group specifier name')
        return new RegExp(pattern, flags)
      } as unknown as RegExpConstructor
    }),
}

for (const [name, emulate] of Object.entries(OLDER_BROWSERS))
  test(`W23 ${name} shows a page that says that it is too old`, async ({ page, browserErrors }) => {
    await emulate(page)
    await page.goto('/login')
    await expectOldBrowserPage(page)
    if (name === 'Chrome 110') await expectAccessible(page)
    // The app starts without a place to render, and may fail on the way.
    browserErrors.length = 0
  })

async function expectOldBrowserPage(page: Page) {
  await expect(page.getByRole('heading', { name: 'Ritmo' })).toBeVisible()
  await expect(page.locator('p[lang=en]')).toContainText(`too old. Please update it, or use`)
  await expect(page.locator('p[lang=es]')).toContainText('demasiado antiguo')
  await expect(page.locator('p[lang=tr]')).toContainText('çok eski')
  for (const text of await page.locator('p').allTextContents()) expect(text).toContain(BROWSER_NAMES)
  await expect(page.getByRole('button')).toHaveCount(0)
}

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test(
    'W23 an older browser shows the page without a network, too',
    THOROUGH,
    async ({ page, context, browserErrors }) => {
      await page.goto('/login')
      await page.evaluate(() => navigator.serviceWorker.ready)
      await OLDER_BROWSERS['Chrome 110']?.(page)
      await context.setOffline(true)
      await page.goto('/login')
      await expectOldBrowserPage(page)
      browserErrors.length = 0
    },
  )
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('W23 a page says that JavaScript is needed', async ({ page }) => {
    await page.goto('/login')
    await expect(page.locator('noscript p')).toContainText([
      'needs JavaScript',
      'necesita JavaScript',
      'için JavaScript gerekir',
    ])
    await expect(page.locator('noscript h1')).toBeVisible()
  })
})
