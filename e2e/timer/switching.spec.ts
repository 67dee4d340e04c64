import type { Page } from '@playwright/test'
import { MINUTE_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessible } from '../support/app.ts'
import { displayedSeconds, test } from '../support/devices.ts'
import { THOROUGH } from '../support/thorough.ts'
import { clickButton, expectButton, expectMessage, timerRegion } from '../support/timer-page.ts'
import { userApi } from '../support/user-api.ts'

/** Moves down to a row of a list and presses its play button. */
async function playRow(page: Page, name: string) {
  const row = page.getByRole('link', { name, exact: true })
  const isFocused = () => row.evaluate((link) => link === document.activeElement)
  for (let presses = 0; presses < 5 && !(await isFocused()); presses++) await page.keyboard.press('j')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Start ${name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Pause ${name}` })).toBeFocused()
}

test('D18 the keyboard alone switches between tasks, each switch saves, and Undo returns to the one before', async ({
  page,
  request,
  token,
  advanceTime,
  serverState,
}) => {
  const { create, list } = userApi(request, { token })
  const project = await create('projects', { name: 'Atlas' })
  const names = ['Draw', 'Ink', 'Print', 'Ship']
  for (const name of names) await create('tasks', { name, project })
  await page.goto('/tasks')
  await expect(page.getByRole('link', { name: 'Ship' })).toBeVisible()
  for (const name of names) {
    await playRow(page, name)
    await expectButton(page, `Pause ${name}`)
    await advanceTime(10 * MINUTE_MS)
  }
  const savedMinutes = async () => (await serverState.entries()).map(({ duration }) => Math.round(duration / MINUTE_MS))
  await expect.poll(savedMinutes).toEqual([10, 10, 10])

  // The toast of the last switch is gone by now.
  await clickButton(page, 'Start Print')
  await clickButton(page, 'Undo')
  await expectButton(page, 'Pause Ship')
  await expect.poll(savedMinutes).toEqual([10, 10, 10])
  await expect.poll(() => displayedSeconds(page)).toBeLessThanOrEqual(15 * 60)
  await page.keyboard.press('s')
  await clickButton(page, 'Yes')
  await expect.poll(savedMinutes).toEqual([10, 10, 10, 10])
  expect(await list('tasks')).toHaveLength(4)
})

test('D18 on a phone, an entry of the list is played while the timer runs', async ({
  page,
  token,
  request,
  advanceTime,
}) => {
  const { create } = userApi(request, { token })
  const project = await create('projects', { name: 'Atlas' })
  const times = { startTime: '2026-03-02T09:00:00Z', endTime: '2026-03-02T10:00:00Z' }
  await create('time-entries', { project, notes: 'Sketches', ...times })
  await page.setViewportSize({ width: 390, height: 844 })
  await clickButton(page, 'Start')
  await expectButton(page, 'Pause')
  await advanceTime(MINUTE_MS)
  await page.goto('/time-entries')
  await page.getByRole('button', { name: /^Continue Atlas/ }).click()
  await expectMessage(page, 'Session saved, new one started')
  await expect(timerRegion(page)).toContainText('Atlas')
  await expectAccessible(page)
  await clickButton(page, 'Undo')
  await expect(timerRegion(page)).toContainText('Focus')
})

test(
  'D12 a change of the project while the timer runs says that the task is dropped, and Undo brings both back',
  THOROUGH,
  async ({ page, token, request }) => {
    const { create } = userApi(request, { token })
    const project = await create('projects', { name: 'Atlas' })
    await create('projects', { name: 'Helio' })
    await create('tasks', { name: 'Draw', project })
    await page.goto('/tasks')
    await clickButton(page, 'Start Draw')
    await expectButton(page, 'Pause Draw')
    await page.goto('/')
    await expectButton(page, 'Task: Draw')
    await page.keyboard.press('p')
    await page.getByRole('option', { name: 'Helio' }).click()
    await expectMessage(page, 'Project changed to “Helio”, without the task “Draw”')
    await clickButton(page, 'Undo')
    await expectButton(page, 'Project: Atlas')
    await expectButton(page, 'Task: Draw')
  },
)

test('D19 a reset of less than a minute can be taken back', async ({ page, token, advanceTime }) => {
  expect(token).not.toBe('')
  await clickButton(page, 'Start')
  await expectButton(page, 'Pause')
  await advanceTime(30_000)
  await page.keyboard.press('r')
  await expectMessage(page, 'Timer reset')
  await clickButton(page, 'Undo')
  await expectButton(page, 'Pause')
  expect(await displayedSeconds(page)).toBeLessThanOrEqual(24 * 60 + 30)
})

test('D20 the keyboard alone corrects the start of the running session', async ({
  page,
  token,
  advanceTime,
  serverState,
  openDevice,
}) => {
  expect(token).not.toBe('')
  const other = await openDevice()
  await page.keyboard.press('Space')
  await expectButton(page, 'Pause')
  await advanceTime(5 * MINUTE_MS)
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Edit session' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  const start = (await serverState.now()) - 15 * MINUTE_MS
  const earlier = await page.evaluate((start) => new Date(start).toTimeString().slice(0, 5), start)
  await page.keyboard.type(earlier.replace(':', ''))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expectMessage(page, `Start changed to ${earlier}`)
  for (const device of [page, other]) await expect.poll(() => displayedSeconds(device)).toBeLessThanOrEqual(10 * 60)

  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: /^Edit session: Focus/ })).toBeVisible()
  await page.keyboard.press('e')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Sketches')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('textbox', { name: 'Note' })).toHaveValue('Sketches')

  await page.keyboard.press('e')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Dropped')
  await expect(other.getByRole('textbox', { name: 'Note' })).toHaveValue('Dropped')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(other.getByRole('textbox', { name: 'Note' })).toHaveValue('Sketches')
})

test(
  'D20 right after a switch, steps into the entry before are disabled and the dialog says why',
  THOROUGH,
  async ({ page, token, request, advanceTime }) => {
    const { create } = userApi(request, { token })
    const project = await create('projects', { name: 'Atlas' })
    await create('tasks', { name: 'Draw', project })
    await clickButton(page, 'Start')
    await expectButton(page, 'Pause')
    await advanceTime(7 * MINUTE_MS)
    await page.goto('/tasks')
    await clickButton(page, 'Start Draw')
    await expectButton(page, 'Pause Draw')
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: 'Edit session' })
    await expect(dialog).toContainText(/“Focus” ends at \d+:\d\d/)
    for (const step of await dialog.getByRole('button', { name: /earlier/ }).all()) await expect(step).toBeDisabled()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: 'Start changed' })).toBeHidden()
  },
)

test(
  'J5 D18 the palette switches what runs to a stopwatch, and one Escape closes it',
  THOROUGH,
  async ({ page, token }) => {
    expect(token).not.toBe('')
    await clickButton(page, 'Start')
    await expectButton(page, 'Pause')
    const palette = page.getByRole('dialog', { name: 'Find a command' })
    for (const key of ['Escape', 'Enter']) {
      await page.keyboard.press('Control+k')
      await expect(palette).toBeVisible()
      await page.keyboard.type('stopwatch')
      await expect(page.getByRole('option', { name: 'Switch to a stopwatch' })).toBeVisible()
      await page.keyboard.press(key)
      await expect(palette).toBeHidden()
    }
    await expectButton(page, 'Undo')
    await expect.poll(() => displayedSeconds(page)).toBeLessThan(60)
  },
)
