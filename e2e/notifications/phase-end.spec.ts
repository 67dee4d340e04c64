import type { BrowserContext, Page } from '@playwright/test'
import { SECOND_MS } from '../../src/core/time/units.ts'
import { expect } from '../support/app.ts'
import { test, WORK_MS } from '../support/devices.ts'
import { THOROUGH } from '../support/thorough.ts'
import { recordTexts, expectButton, clickButton, expectMessage, timerRegion } from '../support/timer-page.ts'

test.use({ serviceWorkers: 'allow' })

interface ShownNotification {
  title: string
  body: string
  actions: string[]
}

/** Records the notifications of all pages. Playwright makes every page report focus, so that is switched off here. */
async function recordNotifications(context: BrowserContext) {
  const shown: ShownNotification[] = []
  await context.grantPermissions(['notifications'])
  await context.exposeBinding('recordNotification', (_source, message: ShownNotification) => void shown.push(message))
  await context.addInitScript(() => {
    document.hasFocus = () => false
    const { showNotification } = ServiceWorkerRegistration.prototype
    ServiceWorkerRegistration.prototype.showNotification = function (title, options) {
      const { body = '', actions = [] } = (options ?? {}) as { body?: string; actions?: { title: string }[] }
      const { recordNotification } = window as unknown as { recordNotification: (message: ShownNotification) => void }
      recordNotification({ title, body, actions: actions.map(({ title }) => title) })
      return showNotification.call(this, title, options)
    }
  })
  return shown
}

/** Makes a page report that it has the focus. */
const focus = (page: Page) =>
  page.evaluate(() => {
    document.hasFocus = () => true
    dispatchEvent(new Event('focus'))
  })

const icon = (page: Page) => page.locator('link[rel=icon]').getAttribute('href')

test('G1 the end of a phase gives one notification for all tabs, and the icon of every tab shows the timer', async ({
  page,
  context,
  advanceTime,
  signUp,
}) => {
  const shown = await recordNotifications(context)
  await signUp()
  await expect(timerRegion(page)).toContainText('Focus')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js')
    await navigator.serviceWorker.ready
  })
  const other = await context.newPage()
  await other.goto('/projects')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  // All tabs of a browser context share one clock.
  const tabs = [page, other]
  expect(await icon(other)).toBe('/icon.svg')

  await clickButton(page, 'Start')
  for (const tab of tabs) await expect.poll(() => icon(tab)).toMatch(/^data:image\/svg/)
  const full = await icon(other)
  await advanceTime(WORK_MS / 2)
  for (const tab of tabs) await expect.poll(() => icon(tab)).not.toBe(full)

  await test.step('G6 a hidden tab gets its ticks from a worker, which the content policy allows', async () => {
    await other.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect.poll(() => other.workers().length).toBe(1)
  })

  await advanceTime(WORK_MS / 2 + SECOND_MS)
  const workDone = {
    title: 'Work session completed!',
    body: 'Time for a break.\nSession 1 of 4 · Focus',
    actions: ['Pause', 'Stop'],
  }
  await expect.poll(() => shown).toEqual([workDone])
  const second = { ...workDone, body: 'Time for a break.\nSession 2 of 4 · Focus' }
  await test.step('none after a skip, and one also while a tab has the focus', async () => {
    await clickButton(page, 'Skip')
    await expect(timerRegion(page)).toContainText('Work, session 2 of 4')
    await focus(other)
    await advanceTime(WORK_MS)
    await expect.poll(() => shown).toEqual([workDone, second])
  })

  await test.step('a user may want them only while no tab has the focus', async () => {
    await other.goto('/settings')
    const elsewhere = other.getByRole('switch', { name: 'Only when Ritmo is in the background' })
    await expect(elsewhere).not.toBeChecked()
    await other.getByText('Only when Ritmo is in the background').click()
    await expect(elsewhere).toBeChecked()
    await focus(other)
    await clickButton(page, 'Skip')
    await expect(timerRegion(page)).toContainText('Work, session 3 of 4')
    const countText = await recordTexts(other)
    await advanceTime(WORK_MS)
    await expect.poll(() => countText('Work session completed! Time for a break.')).toBeGreaterThan(0)
    await clickButton(page, 'Stop')
    for (const tab of tabs) await expect.poll(() => icon(tab)).toMatch(/\/icon\.svg$/)
    expect(shown).toEqual([workDone, second])
  })

  await test.step('the settings can send a test', async () => {
    await page.goto('/settings')
    const alerts = page.getByRole('region', { name: 'Alerts' })
    await expect(alerts.getByRole('switch', { name: 'Notifications' })).toBeChecked()
    await clickButton(page, 'Send a test')
    await expect.poll(() => shown.at(-1)?.title).toBe('Notifications work')
    await alerts.getByText('Notifications', { exact: true }).click()
    await expect(page.getByRole('button', { name: 'Send a test' })).toBeHidden()
  })
})

test(
  'G2 the browser asks for permission only after a click, and the offer is made once',
  THOROUGH,
  async ({ page, signUp }) => {
    await page.addInitScript(() => {
      const requestCount = () => Number(localStorage.getItem('permission-requests'))
      Object.defineProperty(Notification, 'permission', { get: () => (requestCount() > 0 ? 'granted' : 'default') })
      Notification.requestPermission = async () => {
        localStorage.setItem('permission-requests', String(requestCount() + 1))
        return 'granted'
      }
    })
    const requestCount = () => page.evaluate(() => Number(localStorage.getItem('permission-requests')))
    await signUp()
    await clickButton(page, 'Start')
    await expectMessage(page, 'Get a notification when a session ends?')
    expect(await requestCount()).toBe(0)
    await clickButton(page, 'Turn on')
    expect(await requestCount()).toBe(1)

    await page.goto('/settings')
    await expect(page.getByRole('switch', { name: 'Notifications' })).toBeChecked()
    await page.evaluate(() => localStorage.removeItem('permission-requests'))
    await page.goto('/')
    await expectButton(page, 'Pause')
    await clickButton(page, 'Reset')
    await clickButton(page, 'Start')
    await expectButton(page, 'Pause')
    await expect(timerRegion(page)).toBeVisible()
    await expect(page.getByText('Get a notification when a session ends?')).toBeHidden()
    expect(await requestCount()).toBe(0)
  },
)
