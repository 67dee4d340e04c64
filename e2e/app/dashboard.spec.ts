import { HOUR_MS } from '../../src/core/time/units.ts'
import { expect, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'
import { LATE_MORNING } from '../support/late-morning.ts'

test('V8 the dashboard shows search and Add time, and steps to yesterday and back', async ({
  page,
  request,
  openAccount,
}) => {
  const { create } = userApi(request, await openAccount())
  const project = await create('projects', { name: 'Atlas' })
  // The browser has a time zone of its own.
  const noon = await page.evaluate(() => new Date(new Date().setDate(new Date().getDate() - 1)).setHours(12, 0, 0, 0))
  const [startTime, endTime] = [new Date(noon).toISOString(), new Date(noon + HOUR_MS).toISOString()]
  const task = await create('tasks', { name: 'Wireframes of the first five screens', project })
  const notes = 'Of yesterday, with more to say about it than there is room for in a row'
  await create('time-entries', { project, task, startTime, endTime, notes })
  await page.goto('/')
  await page.getByRole('button', { name: 'Previous day' }).click()
  const entries = page.getByRole('region', { name: 'Entries' })
  await expect(entries).toContainText('Of yesterday')
  // The note gives way to the task.
  const isCut = ({ clientWidth, scrollWidth }: Element) => scrollWidth > clientWidth
  expect(await entries.getByText(/^Wireframes/).evaluate(isCut)).toBe(false)
  expect(await entries.getByText(/^Of yesterday/).evaluate(isCut)).toBe(true)
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(entries).not.toContainText('Of yesterday')

  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await expect(page.getByRole('dialog', { name: 'Find a command' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Add time' }).first().click()
  await expect(page.getByRole('textbox', { name: 'Duration' })).toBeFocused()
})

test.describe('late in the morning', () => {
  test.use(LATE_MORNING)

  test('V9 D14 the ribbon shows the sessions to come, the navigation its counts, and the status the devices', async ({
    page,
    request,
    signUp,
  }) => {
    const { token, email, password } = await signUp()
    const { create } = userApi(request, { token })
    const project = await create('projects', { name: 'Atlas' })
    for (const name of ['Draw', 'Ink', 'Print']) await create('tasks', { name, project })
    const ghosts = page.getByRole('group', { name: 'Today' }).locator('rect[stroke-dasharray]')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(ghosts).toHaveCount(4)
    await page.getByRole('button', { name: 'Skip', exact: true }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(ghosts).toHaveCount(3)
    await page.getByRole('button', { name: 'Previous day' }).click()
    await expect(ghosts).toHaveCount(0)

    await request.post('/api/users/login', { data: { email, password } })
    await page.reload()
    await expect(page.getByText('Synced, 2 devices')).toBeVisible()
    const navigation = page.getByRole('navigation', { name: 'Main navigation' })
    await expect(navigation.getByRole('link', { name: 'Projects' })).toHaveText('Projects2')
    await expect(navigation.getByRole('link', { name: 'Tasks' })).toHaveText('Tasks3')
  })
})

test(
  'V6 a row of the dashboard shows the whole task, and of the note at least some words or nothing',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const { create } = userApi(request, await openAccount())
    const project = await create('projects', { name: 'Atlas redesign' })
    const names = ['Copy', 'Wireframes for the first page of all']
    for (const [index, name] of names.entries()) {
      const [startTime, endTime] = [2, 1].map((ago) => new Date(Date.now() - (ago + index) * 1_000).toISOString())
      const task = await create('tasks', { name, project })
      await create('time-entries', { project, task, notes: `Note of ${name}`, startTime, endTime })
    }
    await page.goto('/')
    const entries = page.getByRole('list', { name: 'Entries' })
    for (const name of names) {
      const task = entries.getByText(name, { exact: true })
      expect(await task.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0)
      const note = entries.getByText(`Note of ${name}`)
      const [row, box] = [await task.boundingBox(), await note.boundingBox()]
      const isBesideTask = Math.abs((box?.y ?? 0) - (row?.y ?? 0)) < 8
      if (isBesideTask) expect(box?.width).toBeGreaterThanOrEqual(80)
    }
  },
)

test('V9 the navigation requests all that it counts at once', async ({ page, request, openAccount }) => {
  const { create } = userApi(request, await openAccount())
  await create('clients', { name: 'North Press' })
  await page.goto('/')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(navigation.getByRole('link', { name: 'Clients' })).toHaveText('Clients1')
  const [clients = Number.NaN, tasks = Number.NaN] = await page.evaluate(() =>
    ['clients', 'tasks'].map((name) => performance.getEntriesByName(`${location.origin}/api/${name}`)[0]?.startTime),
  )
  expect(clients - tasks).toBeLessThan(1_000)
})

test('V8 on the narrowest phone the header takes one line, in the language with the longest words', async ({
  page,
  request,
  openAccount,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.clock.setFixedTime(new Date('2026-09-23T10:00:00+02:00'))
  const { token } = await openAccount()
  const headers = { authorization: `Bearer ${token}` }
  await request.put('/api/users/profile', { headers, data: { preferredLanguage: 'es' } })
  await page.goto('/')
  await expect(page.getByText('Conectado', { exact: true })).toBeAttached()
  const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
  await expect(header).toContainText('septiembre')
  expect((await header.boundingBox())?.height).toBeLessThan(60)
})
