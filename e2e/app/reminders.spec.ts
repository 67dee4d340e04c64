import type { Page } from '@playwright/test'
import { MINUTE_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessible } from '../support/app.ts'
import { test } from '../support/devices.ts'
import { userApi } from '../support/user-api.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Reminders' })
const toggle = (page: Page, name: RegExp) => section(page).getByRole('switch', { name })

test('P9 reminders are off by default, are chosen in their section of the settings, and are the same on every device', async ({
  page,
  openDevice,
}) => {
  const other = await openDevice()
  await other.goto('/settings#reminders')
  await page.goto('/settings#reminders')
  await expect(section(page).getByRole('switch')).toHaveCount(4)
  for (const one of await section(page).getByRole('switch').all()) await expect(one).not.toBeChecked()

  await toggle(page, /not started/).press(' ')
  await section(page).getByRole('checkbox', { name: 'Sat' }).press(' ')
  await toggle(page, /stopwatch runs/).press(' ')
  await section(page).getByRole('textbox', { name: 'After' }).fill('2')
  await section(page).getByRole('textbox', { name: 'After' }).press('Tab')
  await expect(section(other).getByRole('checkbox', { name: 'Sat' })).toBeChecked()
  await expect(section(other).getByRole('textbox', { name: 'After' })).toHaveValue(/^2/)
  await expectAccessible(page)
  await page.reload()
  await expect(section(page).getByRole('switch', { name: /not started/ })).toBeChecked()
  await expect(section(page).getByRole('switch', { name: /outside/ })).not.toBeChecked()

  // Faster than the page is rendered again.
  for (const one of await section(page).getByRole('switch').all()) await one.press(' ')
  await expect(toggle(other, /not started/)).not.toBeChecked()
  await expect(toggle(other, /outside/)).toBeChecked()
  await expect(toggle(other, /stopwatch runs/)).not.toBeChecked()
  await expect(toggle(other, /absence/)).toBeChecked()
})

test('P9 hours that end before they start are not saved, and the field says why', async ({ page, token: _ }) => {
  await page.goto('/settings#reminders')
  await toggle(page, /outside/).press(' ')
  const from = section(page).getByRole('group', { name: 'From' })
  await from.getByRole('spinbutton').first().press('2')
  await page.keyboard.type('200')
  await expect(section(page)).toContainText('The hours have to end after they start.')
  await expectAccessible(page)
  const to = section(page).getByRole('group', { name: 'To' })
  await to.getByRole('spinbutton').first().press('0')
  await page.keyboard.type('000')
  await expect(section(page)).not.toContainText('The hours have to end after they start.')
})

/** A stopwatch that ran for ten minutes before its user left for an hour. */
async function leaveStopwatch(
  page: Page,
  advanceTime: (milliseconds: number) => Promise<void>,
  comeBack = () => page.mouse.move(300, 300),
) {
  await page.goto('/settings#reminders')
  await toggle(page, /absence/).press(' ')
  await expect(section(page).getByRole('textbox', { name: 'Away for' })).toBeVisible()
  await page.goto('/')
  await page.getByRole('button', { name: 'Stopwatch' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await advanceTime(10 * MINUTE_MS)
  // The code that notices absences has loaded by then.
  const moveMouse = async () => {
    await page.mouse.move(200 + Math.random() * 50, 200)
    return page.evaluate(() => localStorage.getItem('last-activity'))
  }
  await expect.poll(moveMouse, { timeout: 15_000 }).not.toBeNull()
  await advanceTime(60 * MINUTE_MS)
  await comeBack()
  return page.getByRole('dialog', { name: 'Welcome back' })
}

test('P9 back after an hour, the user stops the stopwatch at the time of leaving', async ({
  page,
  request,
  token,
  openDevice,
  advanceTime,
}) => {
  const other = await openDevice()
  const dialog = await leaveStopwatch(page, advanceTime)
  await expect(dialog).toContainText(/1\sh 00\sm/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Stop it at/ }).click()
  for (const device of [page, other])
    await expect(device.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
  // Nobody has left the other device with a stopwatch.
  await other.mouse.move(300, 300)
  await expect(other.getByRole('dialog')).toBeHidden()
  const minutes = async () =>
    (await userApi(request, { token }).list('time-entries')).map(({ duration }) =>
      Math.round(Number(duration) / MINUTE_MS),
    )
  await expect.poll(minutes).toEqual([10])
})

test('P9 the time of an absence can be kept, or given to another project', async ({
  page,
  request,
  token,
  advanceTime,
}) => {
  const { create, list } = userApi(request, { token })
  const project = await create('projects', { name: 'Meetings' })
  const dialog = await leaveStopwatch(page, advanceTime)
  await dialog.getByRole('button', { name: 'Keep all of it' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await advanceTime(30 * MINUTE_MS)
  await page.mouse.move(400, 300)
  await dialog.getByRole('combobox', { name: /another project/ }).click()
  await page.getByRole('option', { name: 'Meetings' }).click()
  await dialog.getByRole('button', { name: 'Give it to the project' }).click()
  await expect.poll(async () => (await list('time-entries')).length).toBe(2)
  const minutes = (await list('time-entries')).map(({ project: of, duration }) => [of === project, Math.round(Number(duration) / MINUTE_MS)]) // prettier-ignore
  expect(minutes).toContainEqual([true, 30])
  expect(minutes).toContainEqual([false, 70])
})

test('P9 the key with which the user is back does nothing else, and the question is answered with keys', async ({
  page,
  request,
  token,
  advanceTime,
}) => {
  const { create, list } = userApi(request, { token })
  const project = await create('projects', { name: 'Meetings' })
  const dialog = await leaveStopwatch(page, advanceTime, () => page.keyboard.press('Space'))
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()

  await advanceTime(30 * MINUTE_MS)
  await page.keyboard.press('s')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('combobox', { name: /another project/ })).toBeFocused()
  await page.keyboard.type('Meet')
  await expect(page.getByRole('option', { name: 'Meetings' })).toBeVisible()
  await page.keyboard.press('Enter')
  for (const name of ['Keep all of it', 'Give it to the project']) {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
  await expect.poll(async () => (await list('time-entries')).length).toBe(2)
  const minutes = (await list('time-entries')).map(({ project: of, duration }) => [
    of === project,
    Math.round(Number(duration) / MINUTE_MS),
  ])
  expect(minutes).toContainEqual([true, 30])
  expect(minutes).toContainEqual([false, 70])
})
