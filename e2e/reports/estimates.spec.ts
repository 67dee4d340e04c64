import { readFile } from 'node:fs/promises'
import { dateOf } from '../../src/core/time/time-zone.ts'
import { expect, expectAccessible, test } from '../support/app.ts'
import { userApi } from '../support/user-api.ts'

test.use({ timezoneId: 'UTC' })

const YESTERDAY = dateOf(Date.now() - 24 * 60 * 60_000, 'UTC')
const at = (time: string) => `${YESTERDAY}T${time}:00Z`

test('U39 a report compares estimates with what the tasks took, in an order of choice, prints and exports them', async ({
  page,
  request,
  openAccount,
}) => {
  const { create } = userApi(request, await openAccount())
  const [atlas, borea] = [await create('projects', { name: 'Atlas' }), await create('projects', { name: 'Borea' })]
  const plain = await create('tasks', { name: 'Plain', project: atlas })
  await create('time-entries', { project: atlas, task: plain, startTime: at('08:00'), endTime: at('08:30') })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/reports/estimates') && asked.push(request.url()))

  const address = `/reports?range=custom&from=${YESTERDAY}&to=${YESTERDAY}`
  const section = page.getByRole('region', { name: 'Estimated against actual' })
  /** The section is loaded when it comes into view. */
  const expectSection = (text: string) =>
    expect(async () => {
      await page.mouse.move(640, 400)
      await page.mouse.wheel(0, 5_000)
      await expect(section).toContainText(text, { timeout: 1_000 })
    }).toPass({ timeout: 20_000 })
  await page.goto(address)
  await expectSection('Give a task an estimate')
  expect(asked).toEqual([])

  const estimate = { unit: 'minutes', amount: 60 }
  const cover = await create('tasks', { name: 'Cover', project: atlas, estimate })
  await create('tasks', { name: 'Untouched', project: atlas, estimate })
  await page.goto(address)
  await expectSection('No task with an estimate was worked on in this period.')
  const book = await create('tasks', { name: 'Book', project: borea, estimate, status: 'completed' })
  await create('time-entries', { project: atlas, task: cover, startTime: at('09:00'), endTime: at('10:30') })
  await create('time-entries', { project: borea, task: book, startTime: at('11:00'), endTime: at('11:45') })
  await page.goto(address)
  await expectSection('1 of 2 tasks within their estimate')
  await expect(section.getByRole('row', { name: /Cover/ })).toContainText('30 m over')
  await expect(section.getByRole('row', { name: /Book/ })).toContainText('15 m under')
  const rows = async () => (await section.getByRole('rowheader').allInnerTexts()).map((text) => text.split('\n')[0])
  expect(await rows()).toEqual(['Atlas', 'Cover', 'Borea', 'Book', 'Total'])
  await expect(section.getByRole('columnheader', { name: 'Difference' })).toHaveAttribute('aria-sort', 'descending')
  await section.getByRole('button', { name: 'Task' }).press('Enter')
  await expect(section.getByRole('columnheader', { name: 'Task' })).toHaveAttribute('aria-sort', 'ascending')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Estimates as CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('Atlas,Cover,no,hours,1,1.5,0.5,')

  await section.getByRole('link', { name: 'Cover' }).click()
  await expect(page).toHaveURL(new RegExp(`/time-entries\\?.*task=${cover}`))
  await expect(page.getByText('1 h 30 m').first()).toBeVisible()
})

test('U39 a printed report has the estimates, also those that were never in view', async ({
  page,
  request,
  openAccount,
}) => {
  const { create } = userApi(request, await openAccount())
  const project = await create('projects', { name: 'Atlas' })
  const task = await create('tasks', { name: 'Cover', project, estimate: { unit: 'minutes', amount: 60 } })
  await create('time-entries', { project, task, startTime: at('09:00'), endTime: at('10:30') })
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto(`/reports?range=custom&from=${YESTERDAY}&to=${YESTERDAY}`)
  await page.evaluate(() => {
    window.print = () =>
      document.documentElement.setAttribute('data-printed', document.body.innerText.replaceAll('\u00a0', ' '))
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => page.locator('html').getAttribute('data-printed')).toContain('30 m over')
})
