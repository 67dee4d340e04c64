import { MINUTE_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessible } from '../support/app.ts'
import { test } from '../support/devices.ts'
import { userApi } from '../support/user-api.ts'

test('K14 an estimate is set in the form of a task and compared with its time in the list, pickers and the project', async ({
  page,
  request,
  token,
  openDevice,
}) => {
  const { create } = userApi(request, { token })
  const project = await create('projects', { name: 'Atlas' })
  const task = await create('tasks', { name: 'Cover', project })
  const [startTime, endTime] = [95, 5].map((minutes) => new Date(Date.now() - minutes * MINUTE_MS).toISOString())
  await create('time-entries', { project, task, startTime, endTime })

  const other = await openDevice()
  await other.goto('/tasks')
  await expect(other.getByRole('listitem').filter({ has: other.getByRole('link', { name: 'Cover' }) })).toBeVisible()
  await page.goto(`/tasks/${task}`)
  await page.getByRole('radiogroup', { name: 'Estimate' }).getByText('Hours').click()
  await page.getByRole('textbox', { name: 'Estimated hours' }).fill('1.25')
  await page.getByRole('textbox', { name: 'Estimated hours' }).press('Tab')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  for (const device of [page, other]) {
    const row = device.getByRole('listitem').filter({ has: device.getByRole('link', { name: 'Cover' }) })
    await expect(row).toContainText('1:30 / 1:15 h')
  }

  await page.goto(`/projects/${project}`)
  await expect(page.getByRole('list', { name: 'Tasks' })).toContainText('1:30 / 1:15 h')
  await page.getByRole('main').getByRole('button', { name: 'Start' }).click()
  await page.goto('/')
  await page.getByRole('region', { name: 'Focus timer' }).getByRole('button', { name: 'Task' }).click()
  await expect(page.getByRole('option', { name: 'Cover' })).toContainText('1:30 / 1:15 h')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Plan today' }).click()
  await expect(page.getByRole('option', { name: 'Cover' })).toContainText('Atlas · 1:30 / 1:15 h')
})
