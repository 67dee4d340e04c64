import type { Page } from '@playwright/test'
import { MINUTE_MS, SECOND_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes } from '../support/app.ts'
import { displayedSeconds, test } from '../support/devices.ts'
import { clickButton, expectButton, expectMessage, timerRegion } from '../support/timer-page.ts'
import { userApi } from '../support/user-api.ts'

const expectShown = (devices: Page[], text: string) =>
  Promise.all(devices.map((device) => expect(timerRegion(device)).toContainText(text)))

test('D24 work that goes on after its end is one session, on both devices', async ({
  page,
  openDevice,
  advanceTime,
  serverState,
}) => {
  await page.evaluate(() => localStorage.setItem('theme', 'system'))
  await page.reload()
  const other = await openDevice()
  await clickButton(page, 'Start')
  await expectButton(other, 'Pause')
  await expect(page.getByRole('button', { name: '5 min more' })).toBeHidden()
  await advanceTime(21 * MINUTE_MS)
  await clickButton(other, '5 min more')
  await expect.poll(() => displayedSeconds(page)).toBeGreaterThan(8 * 60)

  await advanceTime(9.5 * MINUTE_MS)
  await expectShown([page, other], 'Break, session 1 of 4')
  await expectShown([page, other], 'Still working?')
  await expectAccessibleInBothThemes(page)
  await clickButton(page, 'Finish what I’m doing')
  await expectShown([page, other], 'Overtime, session 1 of 4')
  await expectAccessible(page)
  await advanceTime(20 * MINUTE_MS)
  for (const device of [page, other]) await expect.poll(() => displayedSeconds(device)).toBeGreaterThan(50 * 60)
  await clickButton(other, 'Take the break')
  await expectShown([page, other], 'Break, session 1 of 4')
  const entries = await serverState.entries()
  expect(entries).toHaveLength(1)
  expect(Math.abs(entries[0]!.duration - 50.5 * MINUTE_MS)).toBeLessThan(45 * SECOND_MS)
})

test('D24 the keys + and U let the work go on', async ({ page, token: _, advanceTime }) => {
  await clickButton(page, 'Start')
  await expectButton(page, 'Pause')
  await page.keyboard.press('+')
  await expect.poll(() => displayedSeconds(page)).toBeGreaterThan(29 * 60)
  await page.keyboard.press('u')
  await expectShown([page], 'Overtime, session 1 of 4')
  await advanceTime(40 * MINUTE_MS)
  await page.keyboard.press('n')
  await expectShown([page], 'Break, session 1 of 4')
})

test('D25 phases that must not begin by themselves wait on every device, also one that was chosen elsewhere', async ({
  page,
  openDevice,
  advanceTime,
}) => {
  const other = await openDevice()
  await page.goto('/settings#timer')
  await page.getByRole('switch', { name: 'Start breaks automatically' }).click({ force: true })
  await page.getByRole('switch', { name: 'Start sessions automatically' }).click({ force: true })
  await expectAccessible(page)
  await expect
    .poll(async () => {
      await other.reload()
      return other.evaluate(() => localStorage.getItem('auto-start'))
    })
    .toBe('{"breaks":false,"work":false}')
  await page.goto('/')
  await clickButton(other, 'Start')
  await expectButton(page, 'Pause')
  await advanceTime(26 * MINUTE_MS)
  await expectShown([page, other], 'Your break is ready')
  await clickButton(page, 'Start the break')
  await expectShown([page, other], 'Break, session 1 of 4')
  await advanceTime(6 * MINUTE_MS)
  await expectShown([page, other], 'Next session is ready')
  await clickButton(other, 'Resume')
  await expectShown([page, other], 'Work, session 2 of 4')
})

test('D26 a long break is part of the timer’s settings and of presets, and comes after its sessions', async ({
  page,
  openDevice,
  advanceTime,
}) => {
  const other = await openDevice()
  await page.getByRole('button', { name: /Timer settings/ }).click()
  await page.getByRole('switch', { name: 'Long break' }).click({ force: true })
  const every = page.getByRole('textbox', { name: 'Sessions before it' })
  await every.fill('2')
  await every.press('Tab')
  await page.getByRole('textbox', { name: 'Save as a preset' }).fill('Deep')
  await page.keyboard.press('Enter')
  await expectMessage(page, 'Preset “Deep” saved')
  await page.keyboard.press('Escape')
  await other.goto('/timer-presets')
  await expect(other.getByText('15 min break after every 2 sessions')).toBeVisible()
  await clickButton(other, 'Start Deep')
  await expectButton(page, 'Pause')
  await advanceTime(55.5 * MINUTE_MS)
  await expectShown([page], 'Break, session 2 of 4')
  await expect.poll(() => displayedSeconds(page)).toBeGreaterThan(14 * 60)
})

test('D27 the task of a session that has ended is ticked off on the stage of either device, and Undo takes that back', async ({
  page,
  request,
  token,
  openDevice,
  advanceTime,
}) => {
  const { create, list } = userApi(request, { token })
  const project = await create('projects', { name: 'Atlas' })
  await create('tasks', { name: 'Draw', project })
  const other = await openDevice()
  await page.goto('/tasks')
  await clickButton(page, 'Start Draw')
  await expectButton(page, 'Pause')
  await page.goto('/')
  await expectButton(page, 'Pause')
  await expect(page.getByRole('button', { name: 'Mark the task as done' })).toBeHidden()
  await advanceTime(26 * MINUTE_MS)
  await expectButton(other, 'Mark the task as done')
  await clickButton(page, 'Mark the task as done')
  await expectMessage(page, '“Draw” is done')
  await expect(other.getByRole('button', { name: 'Mark the task as done' })).toBeHidden()
  const statusOf = async () => ((await list('tasks')) as { status: string }[]).map(({ status }) => status)
  await expect.poll(statusOf).toEqual(['completed'])
  await page.keyboard.press('Control+z')
  await expect.poll(statusOf).toEqual(['pending'])
  await expectButton(other, 'Mark the task as done')
})

test('D24 the bar and the mini window let the work go on, also on a phone', async ({
  page,
  openDevice,
  advanceTime,
}) => {
  const phone = await openDevice()
  await phone.setViewportSize({ width: 390, height: 800 })
  await clickButton(page, 'Start')
  await expectButton(phone, 'Pause')
  await page.goto('/tags')
  await phone.goto('/tags')
  await expectButton(page, 'Pause')
  await expect(page.getByRole('button', { name: '5 min more' })).toBeHidden()
  await advanceTime(21 * MINUTE_MS)
  await clickButton(phone, '5 min more')
  await expect.poll(() => displayedSeconds(page)).toBeGreaterThan(6 * 60)
  await advanceTime(5 * MINUTE_MS)
  await clickButton(page, 'Finish what I’m doing')
  await expectShown([page, phone], 'Overtime')
  await expectAccessible(page)
  await expectAccessible(phone)
  await clickButton(page, 'Take the break')
  await expectShown([page, phone], 'Break')
})
