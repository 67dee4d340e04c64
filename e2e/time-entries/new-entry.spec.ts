import { expect, expectAccessible, test } from '../support/app.ts'
import { day, row } from '../support/entry-list.ts'
import { THOROUGH } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

test('N1 N8 a new entry is created with a duration; without an end it is rejected', async ({ page, signUp }) => {
  await signUp()
  await page.goto('/time-entries')
  await page.getByRole('link', { name: 'New time entry' }).last().click()
  const form = page.getByRole('form', { name: 'New time entry' })
  await expect(form.getByRole('combobox', { name: 'Project' })).toHaveValue('Focus')
  await form.getByRole('textbox', { name: 'Notes' }).fill('By hand')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('End time is required for non-running entries')
  await expectAccessible(page)
  await form.getByRole('textbox', { name: 'Duration' }).fill('quarter')
  await form.getByRole('textbox', { name: 'Notes' }).focus()
  await expect(form).toContainText('Write 1:30, 1h30, 90m, 1.5 (hours) or 45 (minutes)')
  await form.getByRole('textbox', { name: 'Duration' }).fill('0.25')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, /^Edit Focus/)).toContainText('By hand')
  await expect(row(page, /^Edit Focus/)).toContainText('15 m')
})

test(
  'N8 a filter for clients limits the projects of a new entry and is never in the way of saving it, and Undo takes it back',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    const { create, list } = userApi(request, await openAccount())
    const client = await create('clients', { name: 'North Press' })
    await create('projects', { name: 'Atlas' })
    await create('projects', { name: 'Helio', client })
    await page.goto('/time-entries/new')
    const form = page.getByRole('form', { name: 'New time entry' })
    await form.getByRole('button', { name: 'Client All' }).click()
    await page.getByRole('option', { name: 'North Press' }).click()
    await page.keyboard.press('Escape')
    await form.getByRole('combobox', { name: 'Project' }).click()
    await expect(page.getByRole('option')).toHaveText([/^Helio/])
    await page.getByRole('option').click()
    await form.getByRole('button', { name: 'Client North Press' }).focus()
    await page.keyboard.type('nobody')
    await form.getByRole('textbox', { name: 'Duration' }).fill('45')
    await page.keyboard.press('Enter')
    await expect(row(page, /^Edit Helio/)).toContainText('45 m')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, /^Edit Helio/)).toBeHidden()
    await expect.poll(() => list('time-entries')).toEqual([])
  },
)

test.describe('at 21:18, with a last entry until 20:55', () => {
  test.use({ timezoneId: 'Europe/Madrid' })

  test('N14 T, 45, Enter is an entry that ends now; yesterday’s needs only the date more; the future is marked', async ({
    page,
    request,
    signUp,
  }) => {
    await page.clock.setFixedTime(new Date('2026-03-10T21:18:00+01:00'))
    const { create } = userApi(request, await signUp())
    const project = await create('projects', { name: 'Atlas' })
    await create('time-entries', {
      project,
      startTime: '2026-03-10T20:30:00+01:00',
      endTime: '2026-03-10T20:55:00+01:00',
    })
    await page.goto('/time-entries')
    await expect(row(page, /^Edit Atlas/)).toBeVisible()

    await page.keyboard.type('t45')
    await page.keyboard.press('Enter')
    await expect(row(page, /^Edit Focus, 20:33–21:18/)).toContainText('45 m')

    await page.keyboard.type('t1:20')
    await expect(page.getByRole('textbox', { name: 'Duration' })).toHaveValue('1:20')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(day(page, 'yesterday')).toContainText('19:58 – 21:18')
    await expect(page.getByText('Ends in the future')).toHaveCount(0)

    await create('time-entries', {
      project,
      startTime: '2026-03-10T21:00:00+01:00',
      endTime: '2026-03-10T21:40:00+01:00',
    })
    await page.reload()
    await expect(row(page, /^Edit Atlas, 21:00/)).toContainText('Ends in the future')
  })
})

test(
  'N8 a new entry that is still running starts the timer, unless one is running',
  THOROUGH,
  async ({ page, signUp }) => {
    await signUp()
    const form = page.getByRole('form', { name: 'New time entry' })
    const start = async () => {
      await form.getByText('Still running').click()
      await expect(form.getByRole('group', { name: 'End' })).toBeHidden()
      await form.getByRole('button', { name: 'Save' }).click()
    }
    await page.goto('/time-entries/new')
    await start()
    await expect(page.getByText('The timer is running')).toBeVisible()
    await page.goto('/time-entries/new')
    // The timer bar moves the form when it appears.
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
    await start()
    await expect(form).toContainText('A timer is already running')
  },
)
