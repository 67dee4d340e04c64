import type { Page } from '@playwright/test'
import { MINUTE_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessibleInBothThemes, test } from '../support/app.ts'
import { thoroughIf } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

const PUBLIC = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/restore-email',
  '/not-me',
  '/verify-email',
]
const KINDS = ['projects', 'clients', 'tasks', 'tags', 'timer-presets']
const OTHERS = ['/time-entries', '/time-entries/new', '/reports', '/import', '/settings']

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Runs a navigation and waits for the heading of the other page. */
async function leavePage(page: Page, leave: () => Promise<void>) {
  const previous = await heading(page).innerText()
  await leave()
  await expect(heading(page).filter({ hasNotText: previous })).toBeVisible()
}

/** Navigates within the app, which is much faster than loading it for each page. */
const navigateTo = (page: Page, path: string) =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

async function expectUsable(page: Page) {
  await expectAccessibleInBothThemes(page)
  const root = page.locator('html')
  await expect.poll(() => root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
}

// The languages with long words get the narrowest window: a small phone, or 400 % zoom.
for (const [language, width] of [
  ['en', 1280],
  ['es', 320],
  ['tr', 320],
] as const)
  test(
    `W20 every page is accessible and fits its window, in both themes: ${language}`,
    thoroughIf(language !== 'en'),
    async ({ page, request, openAccount }) => {
      test.slow()
      await page.setViewportSize({ width, height: 720 })
      await page.addInitScript((language) => {
        localStorage.setItem('theme', 'system')
        localStorage.setItem('language', language)
      }, language)
      await page.goto('/login')
      for (const path of PUBLIC) {
        if (path !== '/login') await leavePage(page, () => navigateTo(page, path))
        await expectUsable(page)
      }
      await leavePage(page, () => navigateTo(page, '/register'))
      await page.getByRole('button').last().click()
      await expect(page.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true')
      await expectUsable(page)

      const account = await openAccount()
      const headers = { authorization: `Bearer ${account.token}` }
      await request.put('/api/users/profile', { headers, data: { preferredLanguage: language } })
      const { create } = userApi(request, account)
      const project = await create('projects', {
        name: 'Atlas',
        client: await create('clients', { name: 'Northwind' }),
      })
      const task = await create('tasks', { name: 'Wireframes', project, status: 'inProgress' })
      const tag = await create('tags', { name: 'design', color: '#ffff00' })
      await create('timer-presets', { name: 'Mine', workDuration: 25, breakDuration: 5, repetitions: 4 })
      const [startTime, endTime] = [30, 5].map((minutes) => new Date(Date.now() - minutes * MINUTE_MS).toISOString())
      await create('time-entries', { project, task, tags: [tag], startTime, endTime, notes: 'First draft' })

      await page.goto('/')
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByText('First draft')).toBeAttached()
      await expectUsable(page)
      for (const kind of KINDS) {
        await leavePage(page, () => navigateTo(page, `/${kind}`))
        await expectUsable(page)
        await leavePage(page, () => page.locator('[data-row] a').first().click())
        await expectUsable(page)
        await leavePage(page, () => navigateTo(page, `/${kind}/new`))
        await expectUsable(page)
      }
      for (const path of OTHERS) {
        await leavePage(page, () => navigateTo(page, path))
        await expectUsable(page)
      }
    },
  )
