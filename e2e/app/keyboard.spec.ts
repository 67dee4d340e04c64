import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Find a command' })
const isFullScreen = (page: Page) => page.evaluate(() => document.fullscreenElement !== null)

/** Runs a command of the palette. */
async function runCommand(page: Page, words: string) {
  await openPalette(page)
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('searchbox')).toBeFocused()
}

async function pressKeys(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

test('J7 keyboard shortcuts reach pages, the shortcut list and the command palette, and single keys can be switched off', async ({
  page,
  signUp,
}) => {
  await signUp()
  const row = page.getByRole('listitem').getByRole('link', { name: 'Focus' })

  await test.step('pages', async () => {
    await pressKeys(page, 'f')
    await expect.poll(() => isFullScreen(page)).toBe(true)
    await pressKeys(page, 'f')
    await expect.poll(() => isFullScreen(page)).toBe(false)
    await pressKeys(page, 't')
    await expect(heading(page, 'New time entry')).toBeVisible()
    await pressKeys(page, 'Escape')
    await expect(heading(page, 'New time entry')).toBeHidden()
    await pressKeys(page, 'g', 'p')
    await expect(heading(page, 'Projects')).toBeVisible()
    await pressKeys(page, 'c')
    await page.getByRole('textbox', { name: 'Name' }).focus()
    await pressKeys(page, 'g', 'd')
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('gd')
    await page.getByRole('textbox', { name: 'Name' }).fill('')
    await pressKeys(page, 'Escape')
    await expect(heading(page, 'Projects')).toBeVisible()
  })

  await test.step('the list of shortcuts shows those of the page first', async () => {
    await pressKeys(page, 'j')
    await expect(row).toBeFocused()
    await pressKeys(page, 'Shift+?')
    await expect(sheet(page).getByRole('heading', { level: 3 })).toHaveText(['Lists', 'Go to', 'General', 'Timer'])
    await expectAccessible(page)
    await pressKeys(page, 'n', 'Escape')
    await expect(sheet(page)).toBeHidden()
    await expect(row).toBeFocused()
  })

  await test.step('the palette finds commands', async () => {
    await openPalette(page)
    await expect(palette(page).getByRole('option', { name: 'Settings' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.type('zzz')
    await expect(palette(page)).toContainText('Nothing matches “zzz”.')
    await expectAccessible(page)
    await pressKeys(page, 'Control+k')
    await expect(palette(page)).toBeHidden()
    await expect(row).toBeFocused()

    await openPalette(page)
    await page.keyboard.type('fócus start')
    await expect(palette(page).getByRole('option')).toHaveText(['Start on Focus'])
    await pressKeys(page, 'Enter')
    await expect(page.getByRole('region', { name: 'Focus timer' })).toContainText('Work')
    await pressKeys(page, 'Space')
    await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible()
    await runCommand(page, 'stop')
    await expect(page.getByRole('dialog', { name: 'Save Session' })).toBeVisible()
    await pressKeys(page, 'Escape')
    await openPalette(page)
    await expect(palette(page).getByRole('option').first()).toContainText('Stop')
    await page.keyboard.type('theme')
    await palette(page).getByRole('option', { name: 'Theme: Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  await test.step('single keys can be switched off', async () => {
    await pressKeys(page, 'g', 's')
    await page.getByText('Single-key shortcuts').click()
    await pressKeys(page, 'g', 'p', 's')
    const user = page.getByRole('button', { name: 'Test Person' })
    await user.click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await expect(sheet(page)).toContainText('Single-key shortcuts are off on this device.')
    await pressKeys(page, 'Escape')
    await expect(user).toBeFocused()
    await expect(heading(page, 'Settings')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await runCommand(page, 'clients')
    await expect(heading(page, 'Clients')).toBeVisible()
  })
})

test('J9 the palette starts and opens what it finds, and Ctrl+Z undoes the last change', async ({
  page,
  request,
  openAccount,
}) => {
  const { create, list } = userApi(request, await openAccount())
  const taskNames = async () => (await list('tasks')).map(({ name }) => name)
  const client = await create('clients', { name: 'North Press' })
  const project = await create('projects', { name: 'Atlas', client })
  const task = await create('tasks', { name: 'Wireframes', project })
  const tag = await create('tags', { name: 'deep work' })
  const [startTime, endTime] = ['2026-03-02T08:00:00Z', '2026-03-02T09:00:00Z']
  await create('time-entries', { project, task: null, tags: [tag], notes: 'Sketch', startTime, endTime })
  await page.goto('/projects')
  // The shortcuts are there once the navigation is.
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  const options = palette(page).getByRole('option')

  await openPalette(page)
  await page.keyboard.type('north')
  await expect(options).toHaveText(['North Press', /^Start on Atlas\s*North Press$/, /^Again: Sketch\s*Atlas/])
  await page.keyboard.press('Control+a')
  await page.keyboard.type('add time')
  await expect(options).toHaveText([/^New time entry/])
  await page.keyboard.press('Control+a')
  await page.keyboard.type('stopwatch')
  await expect(options).toHaveText(['Start the stopwatch'])
  await page.keyboard.press('Control+a')
  await page.keyboard.type('wire')
  await expect(options).toHaveText([/^Start on Wireframes\s*Atlas$/])
  // The field refers to the highlighted option half a second after the last key.
  const highlighted = await options.first().getAttribute('id')
  await expect(palette(page).getByRole('searchbox')).toHaveAttribute('aria-activedescendant', highlighted ?? '')
  await expectAccessible(page)
  await page.keyboard.press('Shift+Enter')
  await expect(page).toHaveURL(`/tasks/${task}`)

  await page.getByRole('textbox', { name: 'Name' }).fill('Drafts')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect.poll(taskNames).toEqual(['Drafts'])
  await page.keyboard.press('Control+z')
  await expect.poll(taskNames).toEqual(['Wireframes'])
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()

  await runCommand(page, 'wire')
  const timer = page.getByRole('region', { name: 'Focus timer' })
  await expect(timer).toContainText('Atlas')
  await pressKeys(page, 'g', 'd')
  await expect(timer).toContainText('Wireframes')
})

test(
  'J10 keys lead to project, task, tags and note of the timer, and in the form of an entry also while typing',
  THOROUGH,
  async ({ page, signUp }) => {
    await signUp()
    const start = page.getByRole('button', { name: 'Start', exact: true })
    await expect(start).toBeVisible()
    for (const [key, name] of [
      ['p', 'Project'],
      ['w', 'Task'],
      ['a', 'Tags'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(page.getByRole('searchbox', { name, exact: true })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(start).toBeFocused()
    }
    await page.keyboard.press('o')
    await page.keyboard.type('plan')
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('plan')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()

    await pressKeys(page, 't')
    const form = page.getByRole('form', { name: 'New time entry' })
    await expect(form.getByRole('textbox', { name: 'Duration' })).toBeFocused()
    await page.keyboard.type('45')
    for (const [keys, field] of [
      ['Alt+o', form.getByRole('textbox', { name: 'Notes' })],
      ['Alt+p', form.getByRole('combobox', { name: 'Project' })],
      ['Alt+w', form.getByRole('combobox', { name: 'Task' })],
      ['Alt+a', form.getByRole('combobox', { name: 'Tags' })],
    ] as const) {
      await page.keyboard.press(keys)
      await expect(field).toBeFocused()
    }
    await page.keyboard.type('deep work')
    await page.keyboard.press('Enter')
    await expect(form.getByText('deep work', { exact: true })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('listitem').filter({ hasText: 'deep work' })).toContainText(/45\s?m/)
  },
)
