import type { Page } from '@playwright/test'
import { DAY_MS, HOUR_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessible, test } from '../support/app.ts'
import { userApi } from '../support/user-api.ts'

/** Two days of rest, not today. */
const restDays = [1, 2].map((later) =>
  new Date(Date.now() + later * DAY_MS).toLocaleDateString('en', { weekday: 'long' }),
)

const settingsOf = (page: Page) => page.getByRole('region', { name: 'Goals' })
const goalsToday = (page: Page) => page.getByRole('group', { name: 'Goals of today' })

test('V26 a goal is set in the settings, and the dashboards of both devices show what is done of it', async ({
  page,
  browser,
  request,
  baseURL,
  openAccount,
}) => {
  const account = await openAccount()
  const { create } = userApi(request, account)
  const project = await create('projects', { name: 'Atlas' })
  const now = Date.now()
  await create('time-entries', {
    project,
    startTime: new Date(now - HOUR_MS).toISOString(),
    endTime: new Date(now).toISOString(),
  })
  const context = await browser.newContext({ baseURL: String(baseURL) })
  const other = await context.newPage()
  await other.addInitScript((token) => {
    localStorage.setItem('first-visit', 'false')
    localStorage.setItem('token', token)
  }, account.token)
  await other.goto('/')
  await expect(other.getByRole('region', { name: 'Today' })).toBeVisible()
  await expect(goalsToday(other)).toHaveCount(0)

  await page.goto('/settings')
  const settings = settingsOf(page)
  await settings.getByRole('button', { name: 'Set a goal: All work' }).press('Enter')
  const hours = settings.getByRole('textbox', { name: 'Hours' })
  await hours.first().fill('6.5')
  await settings.getByRole('textbox', { name: 'Focus sessions' }).first().fill('8')
  for (const day of restDays) await settings.getByRole('button', { name: day }).press('Space')
  await hours.last().fill('30')
  await hours.last().press('Enter')
  await expect(settings).toContainText('6 h 30 m and 8 sessions a day, 30 h a week')
  await page.goto('/')
  await expect(goalsToday(page)).toContainText('of 6 h 30 m · 0 of 8 sessions')
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('of 30 h')
  await expect(goalsToday(other)).toContainText('of 6 h 30 m · 0 of 8 sessions')

  await other.goto('/settings')
  await settingsOf(other).getByRole('button', { name: 'Change the goal: All work' }).click()
  await settingsOf(other).getByText('Different from day to day').click()
  await settingsOf(other).getByRole('textbox', { name: 'Tuesday, Hours' }).fill('3')
  await settingsOf(other).getByRole('button', { name: 'Save' }).click()
  await expect(settingsOf(other)).toContainText('different each day, 30 h a week')
  await settingsOf(other).getByRole('button', { name: 'Change the goal: All work' }).click()
  await settingsOf(other).getByRole('button', { name: 'Remove goal' }).click()
  await expect(settingsOf(other)).toContainText('No goal')
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('1 entry')
  await expect(goalsToday(page)).toHaveCount(0)
  await other.keyboard.press('Control+z')
  await expect(settingsOf(other)).toContainText('different each day, 30 h a week')

  await settingsOf(other).getByRole('button', { name: 'Goal for a project' }).click()
  await settingsOf(other).getByRole('combobox', { name: 'Project' }).fill('Atl')
  await other.getByRole('option', { name: 'Atlas' }).click()
  await settingsOf(other).getByRole('textbox', { name: 'Hours' }).last().fill('10')
  await settingsOf(other).getByRole('button', { name: 'Save' }).click()
  await expect(settingsOf(other)).toContainText('10 h a week')

  const mail = settingsOf(other).getByRole('switch', { name: /^Week review by mail/ })
  await settingsOf(other).getByText('Week review by mail').click()
  await expect(mail).toBeChecked()
  await other.reload()
  await expect(mail).toBeChecked()
  await context.close()
})

test('V34 a past day shows the goal that counted then, and whether it was met', async ({
  page,
  request,
  openAccount,
}) => {
  const account = await openAccount()
  const { create } = userApi(request, account)
  const project = await create('projects', { name: 'Atlas' })
  const at = (daysAgo: number, hours: number) => {
    const time = new Date()
    time.setHours(9 + hours, 0, 0, 0)
    time.setDate(time.getDate() - daysAgo)
    return time
  }
  const track = (daysAgo: number, hours: number) =>
    create('time-entries', {
      project,
      startTime: at(daysAgo, 0).toISOString(),
      endTime: at(daysAgo, hours).toISOString(),
    })
  await track(1, 2)
  await track(2, 3)
  await track(3, 1)
  const goal = (daysAgo: number, minutes: number) => ({
    project: null,
    from: at(daysAgo, 0).toLocaleDateString('sv'),
    days: Array.from({ length: 7 }, () => ({ minutes, sessions: 0 })),
    week: { minutes: 0, sessions: 0 },
  })
  for (const data of [goal(2, 180), goal(1, 240)])
    await request.put('api/goals', { data, headers: { authorization: `Bearer ${account.token}` } })
  await page.goto('/')
  const goals = page.getByRole('group', { name: 'Goals of the day' })
  const before = page.getByRole('button', { name: 'Previous day' })
  await expect(goalsToday(page)).toContainText('of 4 h')
  await before.click()
  await expect(goals).toContainText('of 4 h')
  await expect(goals).toContainText('Goal not met')
  await before.press('Enter')
  await expect(goals).toContainText('of 3 h')
  await expect(goals).toContainText('Goal met')
  await expectAccessible(page)
  await before.press('Enter')
  await expect(goals).toHaveCount(0)
})
