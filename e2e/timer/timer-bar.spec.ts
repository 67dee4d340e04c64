import type { Locator, Page } from '@playwright/test'
import { MINUTE_MS, SECOND_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessible } from '../support/app.ts'
import { expectDisplayedSeconds, test, WORK_MS } from '../support/devices.ts'
import { THOROUGH } from '../support/thorough.ts'
import {
  clock,
  recordTexts,
  expectButton,
  clickButton,
  saveDialog,
  expectMessage,
  timerRegion,
} from '../support/timer-page.ts'

const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Expects that `upper` ends above `lower`. */
async function expectAbove(upper: Locator, lower: Locator) {
  const gap = async () => {
    const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
    return (below?.y ?? Number.NaN) - ((above?.y ?? 0) + (above?.height ?? 0))
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
}

/** Starts the timer on the dashboard and goes to another page. */
async function startAndLeave(page: Page, start: 'Start' | 'Stopwatch') {
  await goTo(page, 'Dashboard')
  await clickButton(page, start)
  await expectButton(page, 'Pause')
  await expect(timerRegion(page)).toHaveCount(1)
  await goTo(page, 'Projects')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
}

test('B1 a bar shows the timer on every page except the dashboard, and covers nothing', async ({
  page,
  request,
  token,
  serverState,
  advanceTime,
}) => {
  const headers = { authorization: `Bearer ${token}` }
  for (let number = 1; number <= 20; number += 1)
    await request.post('/api/clients', { headers, data: { name: `Client ${number}` } })
  await goTo(page, 'Projects')
  await expect(timerRegion(page)).toHaveCount(0)
  await startAndLeave(page, 'Start')
  await expect(timerRegion(page)).toContainText('Work time, 1 of 4')
  await expect(timerRegion(page).getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '0')
  await advanceTime(WORK_MS / 2 - 5 * SECOND_MS)
  await expectDisplayedSeconds(page, serverState.secondsLeft)
  await expect(timerRegion(page).getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '50')
  await expect(page).toHaveTitle(/^12:\d\d · Work time · .+ — Projects · Ritmo$/)
  await expectAccessible(page)

  await goTo(page, 'Clients')
  const last = page.getByRole('main').getByRole('listitem').last()
  await expect(last).toContainText('Client 20')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expectAbove(last, timerRegion(page))
  await goTo(page, 'Tags')
  await page.getByRole('link', { name: 'New tag' }).first().click()
  await expectAbove(page.getByRole('button', { name: 'Save' }), timerRegion(page))
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAbove(page.getByRole('button', { name: 'Save' }), timerRegion(page))
  await expectAbove(timerRegion(page), page.getByRole('navigation', { name: 'Shortcuts' }))
  await goTo(page, 'Timer')
  await expect(timerRegion(page)).toHaveCount(1)
  await expect(timerRegion(page)).toContainText('Work, session 1 of 4')

  // The end of a phase is announced once: by the message, not by the live region.
  const countText = await recordTexts(page)
  await advanceTime(WORK_MS / 2 + 5 * SECOND_MS)
  await expect.poll(() => countText('Work session completed! Time for a break.')).toBe(1)
  await expect(timerRegion(page)).toContainText('Break, session 1 of 4')
  await expect(page.locator('[aria-live=polite]')).toHaveText('Work time, 1 of 4')
})

test(
  'B3 the bar pauses, skips and stops like the dashboard, with the same dialogs',
  THOROUGH,
  async ({ page, token: _, serverState, advanceTime }) => {
    await startAndLeave(page, 'Start')
    await advanceTime(2 * SECOND_MS)
    await clickButton(page, 'Pause')
    await expect(timerRegion(page)).toContainText('Paused, 1 of 4')
    await expect(page.locator('[aria-live=polite]')).toHaveText('Paused, 1 of 4')
    await clickButton(page, 'Resume')
    await expect(timerRegion(page)).toContainText('Work time, 1 of 4')
    await clickButton(page, 'Stop')
    await expect(saveDialog(page)).toContainText('This session is less than a minute.')
    await clickButton(page, 'Cancel')
    await expect(saveDialog(page)).toBeHidden()
    await advanceTime(2 * MINUTE_MS)
    await clickButton(page, 'Stop')
    await expect(saveDialog(page)).toContainText('You worked 2 m.')
    await clickButton(page, 'No')
    await expectMessage(page, 'Timer stopped without saving')
    await expect(timerRegion(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    expect(await serverState.entries()).toHaveLength(0)

    await startAndLeave(page, 'Start')
    await advanceTime(3 * MINUTE_MS)
    await clickButton(page, 'Stop')
    await clickButton(page, 'Yes')
    await expectMessage(page, 'Session saved')
    await expect(timerRegion(page)).toHaveCount(0)
    await expect.poll(serverState.entries).toHaveLength(1)

    await startAndLeave(page, 'Start')
    await advanceTime(2 * SECOND_MS)
    await clickButton(page, 'Skip')
    await clickButton(page, 'No')
    await expect(timerRegion(page)).toContainText('Break time, 1 of 4')
    await expectAbove(toast(page, 'Skipped without saving'), timerRegion(page))
    await clickButton(page, 'Stop')
    await expect(timerRegion(page)).toHaveCount(0)
    await expect(saveDialog(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    expect(await serverState.entries()).toHaveLength(1)

    await startAndLeave(page, 'Stopwatch')
    await expect(timerRegion(page).getByRole('img', { name: 'Counts up until you stop it' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Skip' })).toHaveCount(0)
    await clickButton(page, 'Stop')
    await expect(saveDialog(page)).toContainText('This session is less than a minute.')
    await clickButton(page, 'Cancel')
    await advanceTime(MINUTE_MS)
    await expect(clock(page)).toHaveText(/^01:0\d$/)
    await clickButton(page, 'Stop')
    await clickButton(page, 'Yes')
    await expect.poll(serverState.entries).toHaveLength(2)
  },
)

test(
  'B4 the mini window shows the timer and its dialogs, and closes when the user signs out',
  THOROUGH,
  async ({ page, context, token: _, serverState, advanceTime }) => {
    await clickButton(page, 'Start')
    const [mini] = await Promise.all([context.waitForEvent('page'), clickButton(page, 'Mini timer')])
    await expect(timerRegion(mini)).toContainText('Work time, 1 of 4')
    await expect(mini.locator('html')).toHaveAttribute('data-theme', 'light')
    await clickButton(mini, 'Pause')
    await expect(timerRegion(page)).toContainText('Paused, session 1 of 4')
    await goTo(page, 'Tags')
    const menu = page.getByRole('button', { name: /Test Person/ }).first()
    await menu.click()
    const dark = page.getByRole('menuitemradio', { name: 'Dark' })
    await dark.click()
    await expect(dark).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(mini.locator('html')).toHaveAttribute('data-theme', 'dark')
    await clickButton(mini, 'Resume')
    await expect(timerRegion(page)).toContainText('Work time, 1 of 4')
    await advanceTime(5 * MINUTE_MS)

    await clickButton(mini, 'Stop')
    await expect(mini.getByRole('alertdialog', { name: 'Save Session' })).toContainText('You worked 5 m.')
    await clickButton(mini, 'Cancel')
    await expect(timerRegion(mini)).toContainText('Work time, 1 of 4')
    await clickButton(mini, 'Stop')
    await expect(mini.getByRole('alertdialog', { name: 'Save Session' })).toBeVisible()
    await mini.keyboard.press('Escape')
    await expect(timerRegion(mini)).toContainText('Work time, 1 of 4')
    await clickButton(mini, 'Stop')
    await clickButton(mini, 'Yes')
    await expect(timerRegion(mini)).toContainText('Ready')
    await expect.poll(serverState.entries).toHaveLength(1)

    const closed = mini.waitForEvent('close')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await closed
  },
)
