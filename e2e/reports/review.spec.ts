import { readFile } from 'node:fs/promises'
import { shiftDate, weekStartOf } from '../../src/core/time/calendar-dates.ts'
import { dateOf } from '../../src/core/time/time-zone.ts'
import { expect, test } from '../support/app.ts'
import { userApi } from '../support/user-api.ts'

test.use({ timezoneId: 'UTC' })

test('V29 the report of a week shows the goal and leads to its review, which is walked with the arrow keys and saved as a picture', async ({
  page,
  request,
  openAccount,
}) => {
  const account = await openAccount()
  const headers = { authorization: `Bearer ${account.token}` }
  const { create } = userApi(request, account)
  const project = await create('projects', { name: 'Atlas' })
  const task = await create('tasks', { name: 'Wireframes', project })
  const monday = shiftDate(weekStartOf(dateOf(Date.now(), 'UTC')), -7)
  const at = (day: string, time: string) => `${day}T${time}:00Z`
  await create('time-entries', { project, task, startTime: at(monday, '09:00'), endTime: at(monday, '11:30') })
  const before = shiftDate(monday, -3)
  await create('time-entries', { project, startTime: at(before, '09:00'), endTime: at(before, '15:00') })
  const [day, rest] = [
    { minutes: 120, sessions: 0 },
    { minutes: 0, sessions: 0 },
  ]
  const goal = { project: null, from: monday, days: [day, day, rest, rest, rest, rest, rest], week: rest }
  await request.put('/api/goals', { headers, data: goal })

  await page.goto(`/reports?from=${monday}`)
  await expect(page.getByText('Goal met on 1 of 2 days')).toBeVisible()
  await page.getByRole('link', { name: 'Week review' }).click()
  await expect(page).toHaveURL(new RegExp(`/review\\?week=${monday}`))
  await expect(page.getByText('2 h 30 m on 1 day. That is 1 h 00 m more than the average')).toBeVisible()
  const figures = page.getByLabel('Figures')
  await expect(figures).toContainText('1 of 2 days')
  await expect(figures).toContainText('2 h 30 m of 4 h in the week')
  await expect(figures).toContainText(/Atlas\s*Monday at 09:00/)
  await expect(page.getByRole('region', { name: 'What went into what' })).toContainText('Wireframes')
  await expect(page.getByText('100% of the work between 09:00 and 12:00.')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as picture' }).click()
  const file = await readFile(await (await download).path())
  expect((await download).suggestedFilename()).toBe(`ritmo-${monday}.png`)
  expect(file.subarray(1, 4).toString()).toBe('PNG')
  expect(file.readUInt32BE(16)).toBe(2160)

  // One sheet of paper.
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)
  expect(sheets).toHaveLength(1)

  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('6 h 00 m on 1 day.')).toBeVisible()
  // Faster than the page is rendered.
  await page.evaluate(() => {
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  await expect(page.getByText('Nothing was tracked in this week.')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('6 h 00 m on 1 day.')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('2 h 30 m on 1 day.')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Next week' })).toBeDisabled()
})
