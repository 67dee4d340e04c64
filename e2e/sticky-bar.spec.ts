import type { Locator, Page } from '@playwright/test'
import { MINUTE_MS, SECOND_MS } from '../src/core/time/units.ts'
import { expect, expectAccessible } from './support/app.ts'
import { expectRight, test } from './support/devices.ts'
import { clock, noteTexts, offers, press, question, said, stage } from './support/stage.ts'

const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** `upper` ends where `lower` begins, or before. */
async function expectAbove(upper: Locator, lower: Locator) {
  const gap = async () => {
    const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
    return (below?.y ?? Number.NaN) - ((above?.y ?? 0) + (above?.height ?? 0))
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
}

/** Starts on the dashboard, and leaves it. */
async function startAndLeave(page: Page, start: 'Start' | 'Stopwatch') {
  await goTo(page, 'Dashboard')
  await press(page, start)
  await offers(page, 'Pause')
  await expect(stage(page)).toHaveCount(1)
  await goTo(page, 'Projects')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
}

test('B1 a bar shows the timer on every page but its own, and nothing lies under it', async ({
  page,
  request,
  token,
  truth,
  pass,
}) => {
  const headers = { authorization: `Bearer ${token}` }
  for (let made = 1; made <= 20; made += 1)
    await request.post('/api/clients', { headers, data: { name: `Client ${made}` } })
  await goTo(page, 'Projects')
  await expect(stage(page)).toHaveCount(0)
  await startAndLeave(page, 'Start')
  await expect(stage(page)).toContainText('Work time, 1 of 4')
  await expect(stage(page).getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '0')
  await pass(26 * MINUTE_MS)
  await expectRight(page, truth.left)
  await expect(stage(page).getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '50')
  await expect(page).toHaveTitle(/^2[56]:\d\d · Projects · Ritmo$/)
  await expectAccessible(page)

  await goTo(page, 'Clients')
  const last = page.getByRole('main').getByRole('listitem').last()
  await expect(last).toContainText('Client 20')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expectAbove(last, stage(page))
  await goTo(page, 'Tags')
  await page.getByRole('link', { name: 'New tag' }).first().click()
  await expectAbove(page.getByRole('button', { name: 'Save' }), stage(page))
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAbove(page.getByRole('button', { name: 'Save' }), stage(page))
  await expectAbove(stage(page), page.getByRole('navigation', { name: 'Shortcuts' }))
  await goTo(page, 'Timer')
  await expect(stage(page)).toHaveCount(1)
  await expect(stage(page)).toContainText('Work, session 1 of 4')

  // A phase that ends is told once: by its message.
  const noted = await noteTexts(page)
  await pass(26 * MINUTE_MS)
  await expect.poll(() => noted('Work session completed! Time for a break.')).toBe(1)
  await expect(stage(page)).toContainText('Break, session 1 of 4')
  await expect(page.locator('[aria-live=polite]')).toHaveText('Work time, 1 of 4')
})

test('B3 the bar pauses, skips and stops as the stage does, with the same questions', async ({
  page,
  token: _,
  truth,
  pass,
}) => {
  await startAndLeave(page, 'Start')
  await pass(2 * SECOND_MS)
  await press(page, 'Pause')
  await expect(stage(page)).toContainText('Paused, 1 of 4')
  await expect(page.locator('[aria-live=polite]')).toHaveText('Paused, 1 of 4')
  await press(page, 'Resume')
  await expect(stage(page)).toContainText('Work time, 1 of 4')
  await press(page, 'Stop')
  await expect(question(page)).toContainText('This session is less than a minute.')
  await press(page, 'Cancel')
  await expect(question(page)).toBeHidden()
  await pass(2 * MINUTE_MS)
  await press(page, 'Stop')
  await expect(question(page)).toContainText('You worked 2 m.')
  await press(page, 'No')
  await said(page, 'Timer stopped without saving')
  await expect(stage(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  expect(await truth.entries()).toHaveLength(0)

  await startAndLeave(page, 'Start')
  await pass(3 * MINUTE_MS)
  await press(page, 'Stop')
  await press(page, 'Yes')
  await said(page, 'Session saved')
  await expect(stage(page)).toHaveCount(0)
  await expect.poll(truth.entries).toHaveLength(1)

  await startAndLeave(page, 'Start')
  await pass(2 * SECOND_MS)
  await press(page, 'Skip')
  await press(page, 'No')
  await expect(stage(page)).toContainText('Break time, 1 of 4')
  await expectAbove(toast(page, 'Skipped without saving'), stage(page))
  await press(page, 'Stop')
  await expect(stage(page)).toHaveCount(0)
  await expect(question(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  expect(await truth.entries()).toHaveLength(1)

  await startAndLeave(page, 'Stopwatch')
  await expect(stage(page).getByRole('img', { name: 'Counts up until you stop it' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Skip' })).toHaveCount(0)
  await press(page, 'Stop')
  await expect(question(page)).toContainText(/You worked \d+\ss\./)
  await press(page, 'Cancel')
  await pass(MINUTE_MS)
  await expect(clock(page)).toHaveText(/^01:0\d$/)
  await press(page, 'Stop')
  await press(page, 'Yes')
  await expect.poll(truth.entries).toHaveLength(2)
})

test('B4 a window of its own shows the timer, asks there, and lives until one signs out', async ({
  page,
  context,
  token: _,
  truth,
  pass,
}) => {
  await press(page, 'Start')
  const [mini] = await Promise.all([context.waitForEvent('page'), press(page, 'Mini timer')])
  await expect(stage(mini)).toContainText('Work time, 1 of 4')
  await expect(mini.locator('html')).toHaveAttribute('data-theme', 'light')
  await press(mini, 'Pause')
  await expect(stage(page)).toContainText('Paused, session 1 of 4')
  await goTo(page, 'Tags')
  const menu = page.getByRole('button', { name: /Test Person/ }).first()
  await menu.click()
  const dark = page.getByRole('menuitemradio', { name: 'Dark' })
  await dark.click()
  await expect(dark).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(mini.locator('html')).toHaveAttribute('data-theme', 'dark')
  await press(mini, 'Resume')
  await expect(stage(page)).toContainText('Work time, 1 of 4')
  await pass(5 * MINUTE_MS)

  await press(mini, 'Stop')
  await expect(mini.getByRole('alertdialog', { name: 'Save Session' })).toContainText('You worked 5 m.')
  await press(mini, 'Cancel')
  await expect(stage(mini)).toContainText('Work time, 1 of 4')
  await press(mini, 'Stop')
  await expect(mini.getByRole('alertdialog', { name: 'Save Session' })).toBeVisible()
  await mini.keyboard.press('Escape')
  await expect(stage(mini)).toContainText('Work time, 1 of 4')
  await press(mini, 'Stop')
  await press(mini, 'Yes')
  await expect(stage(mini)).toContainText('Ready')
  await expect.poll(truth.entries).toHaveLength(1)

  const closed = mini.waitForEvent('close')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await closed
})
