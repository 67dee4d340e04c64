import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/app.ts'
import { userApi } from '../support/user-api.ts'

const day = (page: Page, name: string) => page.getByRole('region', { name })
const row = (page: Page, name: RegExp) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name }) })
/** The value of a time field. */
const clock = (form: Locator, name: string) =>
  form.getByRole('group', { name }).getByRole('spinbutton').evaluateAll((parts) => parts.map((part) => (part as HTMLInputElement).value).join(':')) // prettier-ignore
const editor = (page: Page) => page.getByRole('form', { name: 'Edit time entry' })

test.describe('the list', () => {
  // Five hours behind UTC: two of the entries are on another day than in UTC.
  test.use({ timezoneId: 'America/Bogota' })

  test.beforeEach(async ({ page, request, signUp }) => {
    const { create } = userApi(request, await signUp())
    const atlas = await create('projects', { name: 'Atlas' })
    const helio = await create('projects', { name: 'Helio', client: await create('clients', { name: 'North Press' }) })
    const task = await create('tasks', { name: 'Wireframes', project: atlas })
    const tag = await create('tags', { name: 'deep work' })
    const track = (startTime: string, endTime: string, subject: object) =>
      create('time-entries', { startTime, endTime, ...subject })
    await track('2026-03-03T02:00:00Z', '2026-03-03T03:00:00Z', { project: helio, notes: 'Evening' })
    await track('2026-03-03T04:30:00Z', '2026-03-03T05:15:00Z', { project: helio, notes: 'Over midnight' })
    await track('2026-03-03T14:00:37Z', '2026-03-03T15:00:12Z', { project: atlas, task, tags: [tag], notes: 'Sketch' })
    await track('2026-03-03T14:45:00Z', '2026-03-03T15:30:00Z', { project: atlas })
    await page.goto('/time-entries')
    await expect(page.getByText('Sketch')).toBeVisible()
  })

  test('N2 N6 is grouped by local days with their totals, marks overlaps and midnights, and offers to fill gaps', async ({
    page,
  }) => {
    await expect(page.getByRole('status').filter({ hasText: '4 time entries' })).toContainText('3 h 29 m')
    await expect(day(page, 'Tuesday 3 March')).toContainText('15 m of it from another day’s entry')
    await expect(day(page, 'Tuesday 3 March')).toContainText('1 h 59 m')
    await expect(day(page, 'Monday 2 March')).toContainText('1 h 30 m')
    await expect(row(page, /^Edit Helio, 23:30/)).toContainText('23:30 – 00:15+1')
    await expect(row(page, /^Edit Atlas, Wireframes/)).toContainText('Overlaps 15 m with Atlas')
    await expect(row(page, /^Edit Atlas, Wireframes/)).toContainText('deep work')

    await page.getByRole('link', { name: '1 h 30 m not tracked' }).click()
    const form = page.getByRole('form', { name: 'New time entry' })
    await expect.poll(() => clock(form, 'Start')).toBe('22:00')
    await expect.poll(() => clock(form, 'End')).toBe('23:30')
    await form.getByRole('textbox', { name: 'Notes' }).fill('Forgotten')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, /22:00–23:30/)).toContainText('Forgotten')
    await expect(page.getByRole('link', { name: /not tracked/ })).toHaveCount(0)
  })

  test('N3 an entry is edited in its row: Escape cancels, Enter saves only the changes, and they can be undone', async ({
    page,
  }) => {
    await page.getByText('Sketch').click()
    const notes = editor(page).getByRole('textbox', { name: 'Notes' })
    await expect(notes).toBeFocused()
    await notes.fill('Dropped')
    await page.keyboard.press('Escape')
    await expect(editor(page)).toBeHidden()
    await expect(page.getByRole('button', { name: /^Edit Atlas, Wireframes/ })).toBeFocused()

    await page.getByText('Sketch').click()
    await notes.fill('Second sketch')
    const saved = page.waitForRequest((request) => request.method() === 'PUT')
    await page.keyboard.press('Enter')
    expect((await saved).postDataJSON()).toEqual({ notes: 'Second sketch' })
    await expect(row(page, /^Edit Atlas, Wireframes/)).toContainText('Second sketch')
    await expect(row(page, /^Edit Atlas, Wireframes/)).toContainText('59 m')

    await row(page, /^Edit Atlas, Wireframes/)
      .getByText('59 m')
      .click()
    await editor(page).getByRole('textbox', { name: 'Duration' }).fill('1h30')
    await expect.poll(() => clock(editor(page), 'End')).toBe('10:30')
    await page.keyboard.press('Enter')
    await expect(row(page, /^Edit Atlas, Wireframes/)).toContainText('1 h 30 m')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(row(page, /^Edit Atlas, Wireframes/)).toContainText('59 m')
  })

  test('N4 can be searched and filtered, and the URL keeps it', async ({ page }) => {
    await page.getByRole('button', { name: /^Client/ }).click()
    await page.getByRole('option', { name: 'North Press' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Sketch')).toBeHidden()
    await page.getByRole('searchbox').fill('EVEN')
    await expect(page).toHaveURL(/\/time-entries\?q=EVEN&client=[\w-]+$/)
    await expect(page.getByText('Over midnight')).toBeHidden()
    await page.reload()
    await expect(page.getByText('Evening')).toBeVisible()
    await expect(page.getByText('Over midnight')).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: '1 time entry' })).toContainText('1 h 00 m')

    await page.goto('/time-entries?from=2026-03-03&to=2026-03-03')
    await expect(page.getByRole('status').filter({ hasText: '3 time entries' })).toContainText('1 h 59 m')
    await expect(day(page, 'Monday 2 March')).toBeHidden()
    await page.getByRole('searchbox').fill('nowhere')
    await expect(page.getByText('No time entries match this.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect(page).toHaveURL('/time-entries')
    await expect(page.getByText('Sketch')).toBeVisible()
  })

  test('N5 several entries are selected with keys and Shift, edited together, undone and deleted after a dialog with their number', async ({
    page,
  }) => {
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowDown')
    const bar = page.getByRole('toolbar', { name: 'Selected time entries' })
    await expect(bar).toContainText('2 selected · 1 h 44 m')
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()

    await page.getByRole('checkbox', { name: /^Select Atlas, 09:45/ }).click()
    await page.getByRole('checkbox', { name: /^Select Helio, 23:30/ }).click({ modifiers: ['Shift'] })
    await expect(bar).toContainText('3 selected')
    await bar.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 3 time entries' })
    await dialog.getByRole('textbox', { name: 'Notes' }).fill('Together')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Together')).toHaveCount(3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Sketch')).toBeVisible()
    await expect(page.getByText('Together')).toHaveCount(0)

    await page.getByRole('checkbox', { name: 'Select Tuesday 3 March' }).click()
    await bar.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete 2 time entries?' })
    await expect(question).toContainText('This cannot be undone.')
    await question.getByRole('button', { name: 'Delete 2 time entries' }).click()
    await expect(page.getByText('Sketch')).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: '2 time entries' })).toContainText('1 h 45 m')
  })

  for (const theme of ['light', 'dark'] as const)
    test(`is accessible, also while an entry is edited: ${theme}`, async ({ page, request }) => {
      const token = await page.evaluate(() => localStorage.getItem('token'))
      await request.put('/api/users/profile', { data: { theme }, headers: { authorization: `Bearer ${token}` } })
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await page.getByText('Sketch').click()
      await expect(editor(page)).toBeVisible()
      await expectAccessible(page)
    })
})

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

test('N8 a new entry that is still running starts the timer, unless one is running', async ({ page, signUp }) => {
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
})
