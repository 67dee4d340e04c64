import { type APIRequestContext, type Page } from '@playwright/test'
import { expect, expectAccessible } from '../support/app.ts'
import { startCalendarServer } from '../support/calendar-server.ts'
import { test } from '../support/own-site.ts'
import { userApi } from '../support/user-api.ts'

test.use({ settings: { OUTBOUND_NETWORKS: '127.0.0.0/8' }, timezoneId: 'Europe/Madrid' })

/** The Monday of the present week, as calendars write dates. */
function monday() {
  const today = new Date()
  today.setDate(today.getDate() - ((today.getDay() + 6) % 7))
  const two = (number: number) => String(number).padStart(2, '0')
  return `${today.getFullYear()}${two(today.getMonth() + 1)}${two(today.getDate())}`
}

const calendarText = () =>
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:planning@example.org',
    'SUMMARY:Planning',
    `DTSTART;TZID=Romance Standard Time:${monday()}T100000`,
    'DURATION:PT1H',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:fair@example.org',
    'SUMMARY:Trade fair',
    `DTSTART;VALUE=DATE:${monday()}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const WEEK = '/time-entries?view=week'
const event = (page: Page) => page.getByRole('button', { name: /^Calendar event: Planning, 10:00–11:00, Work$/ })

test('F39 F41 F42 F45 a calendar is added, says why it cannot be read, and its event becomes an entry once', async ({
  page,
  request,
  signUp,
}) => {
  const calendar = await startCalendarServer(undefined)
  const { list } = userApi(request, await signUp())
  await page.goto('/settings#integrations')
  await page.getByRole('link', { name: 'Calendars' }).click()
  await expect(page.getByText('No calendar yet.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add calendar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Address of the calendar' }).fill(calendar.address)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Work')
  await page.keyboard.press('Enter')
  await expect(page.getByText('There is no calendar at this address any more.')).toBeVisible()
  calendar.setText(calendarText())
  await page.getByRole('button', { name: 'Read Work now' }).click()
  await expect(page.getByText('2 events')).toBeVisible()
  await expect(page.getByText('There is no calendar at this address any more.')).toBeHidden()
  await expectAccessible(page)

  await page.goto(WEEK)
  await expect(event(page)).toBeVisible()
  await expect(page.getByText('Trade fair')).toBeVisible()
  await expectAccessible(page)
  // With the keyboard alone.
  await event(page).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'New time entry' })
  await expect(form.getByRole('textbox', { name: 'Notes' })).toHaveValue('Planning')
  await form.getByRole('button', { name: 'Add as entry' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('button', { name: /, Planning, 10:00–11:00, 1 h 00 m$/ })).toBeVisible()
  await expect(event(page)).toBeHidden()
  await expect.poll(async () => (await list('time-entries')).map(({ notes }) => notes)).toEqual(['Planning'])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(event(page)).toBeVisible()
  await page.getByRole('button', { name: 'Calendar events' }).click()
  await expect(event(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Calendar events', pressed: false })).toBeVisible()
  calendar.stop()
})

test('F45 without a server the week shows the events that were read before, and no error', async ({
  page,
  signUp,
  context,
}) => {
  const calendar = await startCalendarServer(calendarText())
  const { token } = await signUp()
  await addCalendar(page.request, token, calendar.address)
  await page.goto(WEEK)
  await expect(event(page)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.getByRole('button', { name: 'Previous week' }).click()
  await expect(event(page)).toBeVisible()
  await context.setOffline(false)
  calendar.stop()
})

const addCalendar = (request: APIRequestContext, token: string, address: string) =>
  request.post('/api/calendars', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'Work', address, color: '#7c3aed', zone: 'Europe/Madrid' },
  })

test('F34 a feed is made, its address shown once, replaced and deleted', async ({
  page,
  signUp,
  findMailedLink,
  request,
}) => {
  const { email } = await signUp()
  await page.goto(await findMailedLink(email, '/verify-email'))
  await expect(page.getByRole('heading', { name: /verified/i })).toBeVisible()
  await page.goto('/settings/calendars')
  await page.getByRole('button', { name: 'New feed' }).click()
  await page.getByRole('button', { name: 'Make feed' }).click()
  const addressField = page.getByRole('alertdialog').getByRole('textbox', { name: 'Address' })
  const first = await addressField.inputValue()
  expect((await request.get(first)).status()).toBe(200)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('All entries · with notes · the last 90 days')).toBeVisible()

  await page.getByRole('button', { name: 'New address for Ritmo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'New address' }).click()
  const second = await addressField.inputValue()
  expect([(await request.get(first)).status(), (await request.get(second)).status()]).toEqual([404, 200])
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Delete Ritmo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No feed yet.')).toBeVisible()
  expect((await request.get(second)).status()).toBe(404)
})
