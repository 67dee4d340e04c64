import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { entryIdOf } from '../../src/core/timer/focus-sessions.ts'
import { expect, expectAccessible, test } from '../support/app.ts'
import { day, row } from '../support/entry-list.ts'
import { THOROUGH, thoroughIf } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

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

  test('N2 N6 is grouped by local days with their totals, marks overlaps and midnights, and offers to fill gaps but no breaks', async ({
    page,
    request,
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

    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const { create, list } = userApi(request, { token })
    const [runId, project] = [randomUUID(), (await list('projects'))[0]?.['id']]
    const saveSession = (phase: number, startTime: string, endTime: string) =>
      create('time-entries', { id: entryIdOf({ runId, phase }), project, startTime, endTime })
    await saveSession(0, '2026-03-04T14:00:00Z', '2026-03-04T14:25:00Z')
    await saveSession(2, '2026-03-04T14:30:00Z', '2026-03-04T14:55:00Z')
    await page.reload()
    await expect(row(page, /09:30–09:55/)).toBeVisible()
    await expect(page.getByRole('link', { name: /not tracked/ })).toHaveCount(0)
  })

  test('N3 a cell is edited where it stands: Escape restores, Enter saves only the change, and it can be undone', async ({
    page,
  }) => {
    const sketch = row(page, /^Edit Atlas, Wireframes/)
    const neighbour = row(page, /^Edit Atlas, 09:45/)
    await page.getByText('Sketch').click()
    const notes = editor(page).getByRole('textbox', { name: 'Notes' })
    await expect(notes).toBeFocused()
    // The neighbouring rows stay in view.
    await neighbour.getByText('45 m').click({ trial: true })
    await notes.fill('Dropped')
    await page.keyboard.press('Escape')
    await expect(editor(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Notes: Sketch' })).toBeFocused()

    await page.keyboard.press('F2')
    await notes.fill('Second sketch')
    const saved = page.waitForRequest((request) => request.method() === 'PUT')
    await page.keyboard.press('Enter')
    expect((await saved).postDataJSON()).toEqual({ notes: 'Second sketch' })
    await expect(sketch).toContainText('Second sketch')
    await expect(sketch).toContainText('59 m')

    await sketch.getByText('59 m').click()
    await editor(page).getByRole('textbox', { name: 'Duration' }).fill('1h30')
    await page.keyboard.press('Enter')
    await expect(sketch).toContainText('09:00 – 10:30')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(sketch).toContainText('59 m')
  })

  test(
    'N3 the cells of a row are reached with the arrow keys, and the row opens all fields',
    THOROUGH,
    async ({ page }) => {
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('button', { name: 'Start and end: 09:00–10:00' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(editor(page).getByRole('spinbutton', { name: 'hour, Start' })).toBeFocused()
      await page.keyboard.type('08301000')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Start and end: 08:30–10:00' })).toBeFocused()
      await expect(row(page, /^Edit Atlas, Wireframes/)).toContainText('1 h 30 m')

      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('searchbox', { name: 'Project', exact: true })).toBeFocused()
      await page.keyboard.type('helio')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(row(page, /^Edit Helio, 08:30–10:00/)).toContainText('deep work')
      await expect(page.getByRole('button', { name: 'Project: Helio' }).first()).toBeFocused()

      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Enter')
      await expect(editor(page).getByRole('combobox', { name: 'Project' })).toBeFocused()
    },
  )

  test(
    'N3 in the list of a cell, Tab takes the highlighted option and goes on to the next cell',
    THOROUGH,
    async ({ page }) => {
      const search = (name: string) => page.getByRole('searchbox', { name, exact: true })
      const project = row(page, /^Edit Atlas, Wireframes/).getByRole('button', { name: 'Project: Atlas' })
      const taskCell = page.getByText('Wireframes', { exact: true })
      const placed = await taskCell.boundingBox()
      await project.click()
      await expect(search('Project')).toBeFocused()
      expect(await taskCell.boundingBox()).toEqual(placed)
      await page.keyboard.type('hel')
      await expect(page.getByRole('option', { name: 'Helio' })).toHaveAttribute('data-focused')
      await page.keyboard.press('Tab')
      const moved = row(page, /^Edit Helio, 09:00/)
      const task = moved.getByRole('button', { name: 'Task: No task' })
      await expect(task).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(search('Task')).toBeFocused()
      await page.keyboard.press('Shift+Tab')
      await expect(moved.getByRole('button', { name: 'Project: Helio' })).toBeFocused()

      await moved.getByRole('button', { name: 'Tags: deep work' }).click()
      await expect(search('Tags')).toBeFocused()
      await page.keyboard.type('quiet')
      await expect(page.getByRole('option', { name: 'Create “quiet”' })).toHaveAttribute('data-focused')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('option', { name: 'quiet', exact: true })).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Tab')
      await expect(moved.getByRole('button', { name: /^Duration/ })).toBeFocused()
      await expect(moved.getByRole('button', { name: 'Tags: deep work · quiet' })).toBeVisible()
    },
  )

  test('N2 the notes of all rows begin in one column', THOROUGH, async ({ page, request }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const { create } = userApi(request, { token })
    const project = await create('projects', { name: 'Annual report of the whole group' })
    const task = await create('tasks', { name: 'Tables and figures of the appendix', project })
    const times = { startTime: '2026-03-03T16:00:00Z', endTime: '2026-03-03T17:00:00Z' }
    await create('time-entries', { project, task, notes: 'Appendix', ...times })
    await page.reload()
    await expect(page.getByText('Appendix', { exact: true })).toBeVisible()
    const notes = page.getByRole('button', { name: /^Notes: / })
    await expect(notes).toHaveCount(4)
    const begins = await notes.evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().x)))
    expect(new Set(begins).size).toBe(1)
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    test('N5 a long press on an entry begins a selection and opens nothing', THOROUGH, async ({ page }) => {
      const box = await row(page, /^Edit Atlas, Wireframes/).boundingBox()
      const touchPoints = [{ x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 20 }]
      const touch = await page.context().newCDPSession(page)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      const bar = page.getByRole('toolbar', { name: 'Selected time entries' })
      await expect(bar).toContainText('1 selected')
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await page.getByRole('checkbox', { name: /^Select Atlas, 09:45/ }).tap()
      await expect(bar).toContainText('2 selected')
      await expect(editor(page)).toBeHidden()
    })

    test('N3 a tap on an entry opens its fields, and no list', THOROUGH, async ({ page }) => {
      for (const text of ['Wireframes', 'Sketch']) {
        await row(page, /^Edit Atlas, Wireframes/)
          .getByText(text)
          .tap()
        await expect(editor(page).getByRole('textbox', { name: 'Notes' })).toHaveValue('Sketch')
        await expect(page.getByRole('listbox')).toHaveCount(0)
        await editor(page).getByRole('button', { name: 'Cancel' }).tap()
        await expect(editor(page)).toBeHidden()
      }
    })
  })

  test('N4 can be searched and filtered, and the URL keeps it', THOROUGH, async ({ page }) => {
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
    await page.keyboard.press('Delete')
    await expect(page.getByRole('alertdialog', { name: 'Delete 2 time entries?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()

    await page.getByRole('checkbox', { name: /^Select Atlas, 09:45/ }).click()
    await page.getByRole('checkbox', { name: /^Select Helio, 23:30/ }).click({ modifiers: ['Shift'] })
    await expect(bar).toContainText('3 selected')
    await bar.getByRole('button', { name: 'Project' }).click()
    await page.getByRole('option', { name: 'Helio' }).click()
    await expect(page.getByRole('button', { name: 'Project: Helio' })).toHaveCount(4)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Project: Helio' })).toHaveCount(2)
    await bar.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 3 time entries' })
    await dialog.getByRole('textbox', { name: 'Notes' }).fill('Together')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Together')).toHaveCount(3)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByText('Sketch')).toBeVisible()
    await expect(page.getByText('Together')).toHaveCount(0)

    await page.getByRole('checkbox', { name: 'Select Tuesday 3 March' }).click()
    await bar.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete 2 time entries?' })
    await expect(question).toContainText('After that, this cannot be undone.')
    await question.getByRole('button', { name: 'Delete 2 time entries' }).click()
    await expect(page.getByText('Sketch')).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: '2 time entries ·' })).toContainText('1 h 45 m')
  })

  for (const theme of ['light', 'dark'] as const)
    test(
      `is accessible, also while an entry is edited: ${theme}`,
      thoroughIf(theme === 'dark'),
      async ({ page, request }) => {
        const token = await page.evaluate(() => localStorage.getItem('token'))
        await request.put('/api/users/profile', { data: { theme }, headers: { authorization: `Bearer ${token}` } })
        await page.reload()
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        await page.getByText('Sketch').click()
        await expect(editor(page)).toBeVisible()
        await expectAccessible(page)
      },
    )
})
