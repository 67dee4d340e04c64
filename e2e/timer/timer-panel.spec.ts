import { MINUTE_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessible, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'
import { clock, expectButton, clickButton, saveDialog, expectMessage, timerRegion } from '../support/timer-page.ts'
import { userApi } from '../support/user-api.ts'

test(
  'D11 D16 the timer settings are changed with sliders, fields or a preset, sent to the server, and saved as a preset',
  THOROUGH,
  async ({ page, signUp }) => {
    await signUp()
    const settings = page.getByRole('button', { name: /Timer settings/ })
    await expect(settings).toContainText('Pomodoro 25 / 5')
    await settings.click()
    const work = page.getByRole('textbox', { name: 'Work' })
    const sent = page.waitForRequest('**/timer-presets/sync-settings')
    await work.fill('180')
    await work.press('Tab')
    expect((await sent).postDataJSON()).toEqual({ workDuration: 180, breakDuration: 5, repetitions: 4 })
    await expect(clock(page)).toHaveText('3:00:00')
    await expectAccessible(page)

    await page.getByRole('slider', { name: 'Break' }).press('ArrowRight')
    await expect(settings).toContainText('Custom 180 / 6')

    await page.getByRole('textbox', { name: 'Save as a preset' }).fill('Marathon')
    await page.keyboard.press('Enter')
    await expect(settings).toContainText('Marathon 180 / 6')
    await expect(page.getByRole('button', { name: 'Preset: Marathon' })).toBeVisible()
    await expectMessage(page, 'Preset “Marathon” saved')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(settings).toContainText('Custom 180 / 6')
    await settings.click()
    await page.getByRole('button', { name: /Preset/ }).click()
    await page.getByRole('option', { name: '52/17' }).click()
    await expect(clock(page)).toHaveText('52:00')
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(settings).toContainText('52/17 52 / 17')
  },
)

test(
  'text typed while the project list still loads searches it, and runs no shortcut',
  THOROUGH,
  async ({ page, request, signUp }) => {
    const { create } = userApi(request, await signUp())
    await create('projects', { name: 'Sundial' })
    const { promise: isTyped, resolve: letLoad } = Promise.withResolvers<void>()
    await page.route(/subject-pickers.*\.js$/, async (route) => {
      await isTyped
      await route.continue()
    })
    await page.reload()
    await clickButton(page, 'Start')
    await expectButton(page, 'Pause')
    await page.keyboard.press('p')
    // Outside of the list, S stops the timer and N skips the phase.
    await page.keyboard.type('sun')
    letLoad()
    await expect(page.getByRole('searchbox', { name: 'Project' })).toHaveValue('sun')
    await expect(page.getByRole('option')).toHaveText(['Sundial', /Create “sun”/])
    await expectButton(page, 'Pause')
  },
)

test('D12 V6 project, task, tags and note stay with the run across pages and reloads, and show in its row', async ({
  page,
  request,
  signUp,
}) => {
  const { list } = userApi(request, await signUp())
  await clickButton(page, 'Start')
  await page.getByRole('button', { name: 'Task: No task' }).click()
  await page.getByRole('searchbox', { name: 'Task' }).fill('Wireframes')
  await page.getByRole('option', { name: 'Create “Wireframes”' }).click()
  await expect(page.getByRole('button', { name: 'Task: Wireframes' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a tag' }).click()
  await page.getByRole('searchbox', { name: 'Tags' }).fill('design')
  await page.getByRole('option', { name: 'Create “design”' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Tags: design' })).toBeVisible()

  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('First draft')
  await page.getByRole('link', { name: 'Tags', exact: true }).first().click()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(note).toHaveValue('First draft')
  await page.reload()
  await expect(note).toHaveValue('First draft')
  const running = page.getByRole('list', { name: 'Entries' }).getByRole('listitem').first()
  for (const text of ['Wireframes', 'design', 'First draft']) await expect(running).toContainText(text)
  await expect(page.getByText('1 entry, 1 project')).toBeVisible()

  await page.getByRole('link', { name: 'Time entries' }).first().click()
  const today = page.getByRole('region', { name: 'Today' })
  for (const text of ['now', 'Focus', 'Wireframes', 'First draft', 'design']) await expect(today).toContainText(text)
  await expect(page.getByRole('status').filter({ hasText: '1 time entry' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Search' }).fill('First')
  await expect(today).toBeHidden()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await clickButton(page, 'Stop')
  await clickButton(page, 'Yes')
  await expect.poll(() => list('time-entries')).toMatchObject([{ notes: 'First draft' }])
  const [entry] = await list('time-entries')
  expect(entry?.['task']).toBeTruthy()
  expect(entry?.['tags']).toHaveLength(1)
})

test('D12 after a choice Space starts the timer, Enter leaves the note, and the next run begins without it', async ({
  page,
  signUp,
}) => {
  await signUp()
  await page.getByRole('button', { name: 'Task: No task' }).click()
  await page.getByRole('searchbox', { name: 'Task' }).fill('Wireframes')
  await page.getByRole('option', { name: 'Create “Wireframes”' }).click()
  await expectButton(page, 'Task: Wireframes')
  await page.keyboard.press('Space')
  await expectButton(page, 'Pause')

  const note = page.getByRole('textbox', { name: 'Note' })
  await note.focus()
  await page.keyboard.type('First draft')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('and more')
  await page.keyboard.press('Enter')
  await expect(note).not.toBeFocused()
  await note.focus()
  await page.keyboard.type(' of it')
  const running = page.getByRole('list', { name: 'Entries' }).getByRole('listitem').first()
  // It is saved already.
  await expect(running).toContainText('and more of it')
  await page.keyboard.press('Escape')
  await expect(note).toHaveValue('First draft\nand more')
  await expect(running).not.toContainText('of it')
  await page.keyboard.press('s')
  await saveDialog(page).getByRole('button', { name: 'No' }).click()
  await expectButton(page, 'Start')
  await expect(note).toHaveValue('')
})

test(
  'Y10 D12 selecting the entry that is being continued stops and saves it, and its note does not stay',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    const { create, list } = userApi(request, await openAccount())
    const project = await create('projects', { name: 'Atlas' })
    const [start, end] = [Date.now() - 10 * MINUTE_MS, Date.now() - 4 * MINUTE_MS]
    const times = { startTime: new Date(start).toISOString(), endTime: new Date(end).toISOString() }
    await create('time-entries', { project, notes: 'Work session 3/4', ...times })
    const savedMinutes = async () => (await list('time-entries')).map(({ duration }) => Number(duration) / MINUTE_MS)

    await page.goto('/')
    await clickButton(page, 'Continue Atlas')
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Work session 3/4')
    await clickButton(page, 'Stop and save Atlas')
    await expectMessage(page, 'Session saved')
    await expectButton(page, 'Start')
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('')
    await expect.poll(savedMinutes).toEqual([expect.closeTo(10, 0)])

    await page.goto('/time-entries')
    await page.getByRole('button', { name: /^Continue Atlas/ }).click()
    await page.getByRole('button', { name: /^Stop and save Atlas/ }).click()
    await expectMessage(page, 'Session saved')
    await expect(page.getByRole('button', { name: /^Continue Atlas/ })).toBeVisible()
    expect(await list('time-entries')).toMatchObject([{ notes: 'Work session 3/4', isRunning: false }])
  },
)

test(
  'keyboard shortcuts control the timer, but not while typing or on a focused button',
  THOROUGH,
  async ({ page, signUp }) => {
    await signUp()
    await expectButton(page, 'Start')
    await page.keyboard.press('Space')
    await expectButton(page, 'Pause')
    await page.keyboard.press('Space')
    await expectButton(page, 'Resume')
    await page.keyboard.press('n')
    await expect(saveDialog(page)).toBeVisible()
    await page.keyboard.press('s')
    await page.keyboard.press('Escape')
    await expect(saveDialog(page)).toBeHidden()

    await page.getByRole('textbox', { name: 'Note' }).pressSequentially('no rest s')
    await expect(saveDialog(page)).toBeHidden()
    await expectButton(page, 'Resume')
    await page.getByRole('button', { name: 'Stop', exact: true }).focus()
    await page.keyboard.press('Space')
    await expect(saveDialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('p')
    const projects = page.getByRole('dialog', { name: 'Project' })
    await expect(projects).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(projects).toBeHidden()
    await page.keyboard.press('r')
    await expectMessage(page, 'Timer reset')
  },
)

test('D14 a page shows whether it is connected and how much is not saved yet', async ({
  page,
  context,
  signUp,
  browserErrors,
}) => {
  await signUp()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await clickButton(page, 'Start')
  await expectButton(page, 'Pause')
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible()
  await expectMessage(page, '1 session to be saved')
  await context.setOffline(false)
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(page.getByText('waits to be saved')).toBeHidden()
  // The browser logs every failed connection as an error.
  browserErrors.length = 0
})

test(
  'B5 the timer fills the screen, with its buttons and dialogs, until the user leaves full screen',
  THOROUGH,
  async ({ page, signUp }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await signUp()
    await clickButton(page, 'Start')
    await expectButton(page, 'Pause')
    await clickButton(page, 'Full screen')
    await expect.poll(async () => (await timerRegion(page).boundingBox())?.height).toBe(800)
    const dial = timerRegion(page).getByRole('img', { name: 'Work, session 1 of 4' })
    await expect.poll(async () => (await dial.boundingBox())?.height).toBeGreaterThan(500)
    await expectAccessible(page)
    await clickButton(page, 'Pause')
    await clickButton(page, 'Stop')
    await clickButton(page, 'Cancel')
    await clickButton(page, 'Leave full screen')
    await expect.poll(async () => (await timerRegion(page).boundingBox())?.height).toBeLessThan(600)
    await expectButton(page, 'Resume')
  },
)

test('D2 in the dark theme a break is brighter than work', THOROUGH, async ({ page, signUp }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'system'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await signUp()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const lightness = () =>
    timerRegion(page).evaluate((stage) => Number(/[\d.]+/.exec(getComputedStyle(stage).backgroundColor)?.[0]))
  await clickButton(page, 'Start')
  await expectButton(page, 'Pause')
  await expect.poll(lightness).toBeLessThan(0.3)
  await clickButton(page, 'Skip')
  await saveDialog(page).getByRole('button', { name: 'No' }).click()
  await expect(timerRegion(page)).toContainText('Break')
  await expect.poll(lightness).toBeGreaterThan(0.37)
  await expectAccessible(page)
})

test('B7 on a phone the buttons below the dial are in view even with a banner above', async ({ page, signUp }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp()
  await expect(page.getByRole('region', { name: 'Verify your email' })).toBeVisible()
  const tabs = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox()
  for (const name of ['Start', 'Stopwatch']) {
    const button = await page.getByRole('button', { name, exact: true }).boundingBox()
    expect(button!.y + button!.height).toBeLessThan(tabs!.y)
  }
  // Its window needs a pointer, and its icon would touch the dial.
  await expectButton(page, 'Full screen')
  await expect(page.getByRole('button', { name: 'Mini timer' })).toHaveCount(0)
  await expectAccessible(page)
})

for (const [theme, language, words] of [
  ['light', 'tr', { start: 'Başlat', stop: 'Durdur', project: /^Proje: / }],
  ['dark', 'es', { start: 'Iniciar', stop: 'Detener', project: /^Proyecto: / }],
] as const)
  test(
    `D2 the timer is accessible in the ${theme} theme in ${language}`,
    THOROUGH,
    async ({ page, request, signUp }) => {
      const headers = { authorization: `Bearer ${(await signUp()).token}` }
      await request.put('/api/users/profile', { headers, data: { theme, preferredLanguage: language } })
      // The panel fades between colours.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.reload()
      await expectButton(page, words.start)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expectAccessible(page)
      await clickButton(page, words.start)
      await expectButton(page, words.stop)
      await expectAccessible(page)
      await page.getByRole('button', { name: words.project }).click()
      await expect(page.getByRole('option').first()).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await clickButton(page, words.stop)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
    },
  )
