import type { BrowserContext, Page } from '@playwright/test'
import { SECOND_MS } from '../../src/core/time/units.ts'
import { expect } from '../support/app.ts'
import { test, WORK_MS } from '../support/devices.ts'
import { recordTexts, expectButton, clickButton, expectMessage, timerRegion } from '../support/timer-page.ts'

test.use({ serviceWorkers: 'allow' })

interface Told {
  title: string
  body: string
  actions: string[]
}

/** What any page of the browser has the service worker show. Playwright has every page believe that it is looked at. */
async function listen(context: BrowserContext) {
  const told: Told[] = []
  await context.grantPermissions(['notifications'])
  await context.exposeBinding('wasTold', (_source, message: Told) => void told.push(message))
  await context.addInitScript(() => {
    document.hasFocus = () => false
    const { showNotification } = ServiceWorkerRegistration.prototype
    ServiceWorkerRegistration.prototype.showNotification = function (title, options) {
      const { body = '', actions = [] } = (options ?? {}) as { body?: string; actions?: { title: string }[] }
      const { wasTold } = window as unknown as { wasTold: (message: Told) => void }
      wasTold({ title, body, actions: actions.map(({ title }) => title) })
      return showNotification.call(this, title, options)
    }
  })
  return told
}

const icon = (page: Page) => page.locator('link[rel=icon]').getAttribute('href')

test('G1 who looks elsewhere is told once, whichever tab they left; the icon of every tab shows the timer', async ({
  page,
  context,
  advanceTime,
  signUp,
}) => {
  const told = await listen(context)
  await signUp()
  await expect(timerRegion(page)).toContainText('Focus')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js')
    await navigator.serviceWorker.ready
  })
  const other = await context.newPage()
  await other.goto('/projects')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  // The clock of a browser is that of all its tabs.
  const tabs = [page, other]
  expect(await icon(other)).toBe('/icon.svg')

  await clickButton(page, 'Start')
  for (const tab of tabs) await expect.poll(() => icon(tab)).toMatch(/^data:image\/svg/)
  const full = await icon(other)
  await advanceTime(WORK_MS / 2)
  for (const tab of tabs) await expect.poll(() => icon(tab)).not.toBe(full)

  await test.step('G6 a hidden tab has its beat from a worker, which the content policy lets pass', async () => {
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
  await expect.poll(() => told).toEqual([workDone])
  await test.step('who skips knows; while any tab is looked at, its own words are enough', async () => {
    await clickButton(page, 'Skip')
    await expect(timerRegion(page)).toContainText('Work, session 2 of 4')
    await other.evaluate(() => {
      document.hasFocus = () => true
      dispatchEvent(new Event('focus'))
    })
    const noted = await recordTexts(other)
    await advanceTime(WORK_MS)
    await expect.poll(() => noted('Work session completed! Time for a break.')).toBeGreaterThan(0)
    await clickButton(page, 'Stop')
    for (const tab of tabs) await expect.poll(() => icon(tab)).toMatch(/\/icon\.svg$/)
    expect(told).toEqual([workDone])
  })

  await test.step('the settings can try it out', async () => {
    await page.goto('/settings')
    const alerts = page.getByRole('region', { name: 'Alerts' })
    await expect(alerts.getByRole('switch', { name: 'Notifications' })).toBeChecked()
    await clickButton(page, 'Send a test')
    await expect.poll(() => told.at(-1)?.title).toBe('Notifications work')
    await alerts.getByText('Notifications', { exact: true }).click()
    await expect(page.getByRole('button', { name: 'Send a test' })).toBeHidden()
  })
})

test('G2 nobody is asked for permission but by a press of theirs, and the offer is made once', async ({
  page,
  signUp,
}) => {
  await page.addInitScript(() => {
    const asked = () => Number(localStorage.getItem('asked'))
    Object.defineProperty(Notification, 'permission', { get: () => (asked() > 0 ? 'granted' : 'default') })
    Notification.requestPermission = async () => {
      localStorage.setItem('asked', String(asked() + 1))
      return 'granted'
    }
  })
  const asked = () => page.evaluate(() => Number(localStorage.getItem('asked')))
  await signUp()
  await clickButton(page, 'Start')
  await expectMessage(page, 'Shall Ritmo tell you when a session ends?')
  expect(await asked()).toBe(0)
  await clickButton(page, 'Tell me')
  expect(await asked()).toBe(1)

  await page.goto('/settings')
  await expect(page.getByRole('switch', { name: 'Notifications' })).toBeChecked()
  await page.evaluate(() => localStorage.removeItem('asked'))
  await page.goto('/')
  await expectButton(page, 'Pause')
  await clickButton(page, 'Reset')
  await clickButton(page, 'Start')
  await expectButton(page, 'Pause')
  await expect(timerRegion(page)).toBeVisible()
  await expect(page.getByText('Shall Ritmo tell you when a session ends?')).toBeHidden()
  expect(await asked()).toBe(0)
})
