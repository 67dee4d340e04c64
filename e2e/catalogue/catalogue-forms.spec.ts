import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const expectMessage = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
const stageColor = (page: Page) =>
  page.locator('[data-stage]').evaluate((stage) => getComputedStyle(stage).backgroundColor)

test.describe('projects', () => {
  test('F1 a project is created with a new client and a custom colour', async ({ page, request, openAccount }) => {
    const { list } = userApi(request, await openAccount())
    await page.goto('/projects')
    await page.goto('/projects/new')
    await expect(field(page, 'Name')).toBeFocused()
    await field(page, 'Name').fill('Atlas redesign')
    await expect(page.getByRole('img', { name: 'Preview: Atlas redesign in its colour' })).toBeVisible()

    const before = await stageColor(page)
    await page.getByRole('radiogroup', { name: 'Colours' }).getByRole('radio').first().check()
    await expect.poll(() => stageColor(page)).not.toBe(before)
    await page.getByRole('button', { name: 'Another colour' }).click()
    await page.getByRole('textbox', { name: 'Hex' }).fill('#0f766e')
    await page.keyboard.press('Enter')
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await page.getByRole('combobox', { name: 'Client' }).click()
    await page.keyboard.type('Northwind')
    await page.getByRole('option', { name: 'Create “Northwind”' }).click()
    await expectMessage(page, 'Client “Northwind” created')
    await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue('Northwind')
    await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeHidden()
    await expectAccessible(page)

    await save(page)
    await expect(page).toHaveURL('/projects')
    await expectMessage(page, 'Project created')
    const [client] = await list('clients')
    const made = (await list('projects')).find(({ name }) => name === 'Atlas redesign')
    expect(made).toMatchObject({ color: '#0f766e', client: client?.['id'], status: 'active' })
  })

  test(
    'F2 a change can be undone, and only what was changed is sent',
    THOROUGH,
    async ({ page, request, openAccount }) => {
      const { create, list } = userApi(request, await openAccount())
      const id = await create('projects', { name: 'Atlas', color: '#0f766e' })
      await page.goto(`/projects/${id}/settings`)
      await expect(field(page, 'Name')).toHaveValue('Atlas')
      await expectAccessible(page)
      await field(page, 'Name').fill('Atlas 2')
      await page.getByRole('radio', { name: 'Archived' }).click()
      const sent = page.waitForRequest((request) => request.method() === 'PUT')
      await page.keyboard.press('Control+Enter')
      expect((await sent).postDataJSON()).toEqual({ name: 'Atlas 2', status: 'archived' })

      await expect(page).toHaveURL('/projects')
      await expectMessage(page, 'Project saved')
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect
        .poll(() => list('projects'))
        .toContainEqual(expect.objectContaining({ id, name: 'Atlas', status: 'active' }))
    },
  )

  test(
    'L10 D1 projects created in a picker differ in colour, and a yellow one has a yellow stage',
    THOROUGH,
    async ({ page, request, openAccount }) => {
      const { list } = userApi(request, await openAccount())
      await page.goto('/tasks/new')
      for (const name of ['Atlas', 'Borealis']) {
        await page.getByRole('combobox', { name: 'Project' }).fill(name)
        await page.getByRole('option', { name: `Create “${name}”` }).click()
        await expectMessage(page, `Project “${name}” created`)
      }
      const colors = (await list('projects')).map(({ color }) => color)
      expect(new Set(colors).size).toBe(colors.length)

      await page.goto('/projects/new')
      await page.getByRole('button', { name: 'Another colour' }).click()
      await page.getByRole('textbox', { name: 'Hex' }).fill('#facc15')
      await page.keyboard.press('Enter')
      await expect.poll(async () => Number(/[\d.]+/.exec(await stageColor(page))?.[0])).toBeGreaterThan(0.8)
      await page.keyboard.press('Escape')
      await expectAccessible(page)
    },
  )

  test(
    'F3 leaving an unsaved form asks first, and Escape leaves an unchanged one',
    THOROUGH,
    async ({ page, signUp }) => {
      await signUp()
      await page.getByRole('link', { name: 'Clients' }).first().click()
      await page.getByRole('link', { name: 'New' }).first().click()
      await expect(field(page, 'Name')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL('/clients')

      await page.getByRole('link', { name: 'New' }).first().click()
      await field(page, 'Name').fill('Northwind')
      const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
      for (const leave of [
        () => page.keyboard.press('Escape'),
        () => page.getByRole('button', { name: 'Cancel' }).click(),
        () => page.getByRole('link', { name: 'Tags' }).first().click(),
        () =>
          page.goBack({ waitUntil: 'commit' }).then(
            () => undefined,
            () => undefined,
          ),
      ]) {
        await leave()
        await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
        await question.getByRole('button', { name: 'Cancel' }).click()
        await expect(question).toBeHidden()
        await expect(page).toHaveURL('/clients/new')
        await expect(field(page, 'Name')).toHaveValue('Northwind')
      }

      const dialogOpened = page.waitForEvent('dialog')
      await page.close({ runBeforeUnload: true })
      const closing = await dialogOpened
      expect(closing.type()).toBe('beforeunload')
      await closing.dismiss()

      await page.keyboard.press('Escape')
      await question.getByRole('button', { name: 'Discard' }).click()
      await expect(page).toHaveURL('/clients')
    },
  )
})

test(
  'F4 an error of the server is shown on its field, or above the buttons',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    const { create } = userApi(request, await openAccount())
    await create('tags', { name: 'deep work' })
    await page.goto('/tags/new')
    await field(page, 'Name').fill('Deep Work')
    await save(page)
    await expect(field(page, 'Name')).toHaveAccessibleDescription('You already have a tag with this name')
    await expect(field(page, 'Name')).toBeFocused()
    await expectAccessible(page)

    await field(page, 'Name').fill('billing')
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('billing')
    await page.route('**/api/tags', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
    )
    await save(page)
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to create tag' })).toBeVisible()

    await page.unroute('**/api/tags')
    await save(page)
    await expect(page).toHaveURL('/tags')
  },
)

test(
  'F9 a form that is sent again after a lost reply creates only one item',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    const { list } = userApi(request, await openAccount())
    await page.goto('/clients/new')
    await field(page, 'Name').fill('Northwind')
    await page.route('**/api/clients', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await save(page)
    await expectMessage(page, 'It will be sent when you are back online.')
    const row = page.getByRole('listitem').filter({ hasText: 'Northwind' })
    await expect(row).toContainText('Waiting to be sent')
    expect(await list('clients')).toHaveLength(1)

    await page.unrouteAll({ behavior: 'wait' })
    await expect(row).not.toContainText('Waiting to be sent')
    await expect(row).toHaveCount(1)
    expect(await list('clients')).toHaveLength(1)
  },
)

test(
  'F5 a task and its new project are created with the keyboard alone',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    const { list } = userApi(request, await openAccount())
    await page.goto('/tasks/new')
    await expect(field(page, 'Name')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field(page, 'Name')).toHaveAccessibleDescription('This field is required')
    await page.keyboard.type('Wireframes')
    await page.keyboard.press('Enter')
    const project = page.getByRole('combobox', { name: 'Project' })
    await expect(project).toBeFocused()
    await expect(project).toHaveAccessibleDescription('This field is required')

    await page.keyboard.type('Atlas')
    await page.keyboard.press('Enter')
    await expectMessage(page, 'Project “Atlas” created')
    await expect(project).toHaveValue('Atlas')
    await page.keyboard.press('Tab')
    await page.keyboard.type('First three screens')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(page.getByRole('radio', { name: 'In progress' })).toBeChecked()
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')

    await expect(page).toHaveURL('/tasks')
    const made = (await list('projects')).find(({ name }) => name === 'Atlas')
    expect(await list('tasks')).toMatchObject([
      { name: 'Wireframes', description: 'First three screens', project: made?.['id'], status: 'inProgress' },
    ])
  },
)

test('F13 text typed into a field with options is taken, created or asked about, however fast it is typed', async ({
  page,
  request,
  openAccount,
}) => {
  const { create, list } = userApi(request, await openAccount())
  await create('clients', { name: 'Northwind' })
  const { promise: isTyped, resolve: letLoad } = Promise.withResolvers<void>()
  await page.route(/combo-boxes.*\.js$/, async (route) => {
    await isTyped
    await route.continue()
  })
  const client = page.getByRole('combobox', { name: 'Client' })

  await page.goto('/projects/new')
  await field(page, 'Name').fill('Atlas')
  await client.focus()
  await page.keyboard.type('Contoso')
  await page.keyboard.press('Enter')
  letLoad()
  await expectMessage(page, 'Client “Contoso” created')
  await expect(client).toHaveValue('Contoso')

  await client.selectText()
  await page.keyboard.type('north')
  // The only match is highlighted.
  await expect(client).toHaveAttribute('aria-activedescendant', /./)
  await page.keyboard.press('Tab')
  await expect(client).toHaveValue('Northwind')

  await client.fill('Adatum')
  // The open list hides the rest of the page from screen readers.
  await page.getByRole('textbox', { name: 'Name', includeHidden: true }).click()
  await expect(client).toHaveValue('Adatum')
  await expect(page.getByRole('alert').filter({ hasText: '“Adatum” is not in the list.' })).toBeVisible()
  await expectAccessible(page)
  await save(page)
  await expect(page).toHaveURL('/projects')
  const adatum = (await list('clients')).find(({ name }) => name === 'Adatum')
  expect(await list('projects')).toContainEqual(expect.objectContaining({ name: 'Atlas', client: adatum?.['id'] }))
})

test.describe('an hour east of Greenwich', () => {
  test.use({ timezoneId: 'Europe/Madrid' })

  test('F6 a preset shows its cycle and when it would end', THOROUGH, async ({ page, request, openAccount }) => {
    const { list } = userApi(request, await openAccount())
    await page.clock.setFixedTime('2026-03-02T10:00:00+01:00')
    await page.goto('/timer-presets/new')
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('Ends after 30m')
    await field(page, 'Name').fill('default settings')
    await page.keyboard.press('Enter')
    await expect(field(page, 'Name')).toHaveAccessibleDescription('This name is reserved, please choose another')
    await expectAccessible(page)

    await field(page, 'Name').fill('Long days')
    await page.getByRole('slider', { name: 'Cycles' }).fill('4')
    await expect(preview).toContainText('Ends after 2h 00m')
    await expect(preview).toContainText('Started now, it would end at 12:00')
    await expect(preview.getByRole('img')).toHaveAccessibleName('4 sessions of 25 m, each with a break of 5 m')

    await field(page, 'Work').fill('175')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('ArrowDown')
    await field(page, 'Break').fill('0')
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL('/timer-presets')
    const made = (await list('timer-presets')).find(({ name }) => name === 'Long days')
    expect(made).toMatchObject({ workDuration: 179, breakDuration: 0, repetitions: 4 })
  })
})

// prettier-ignore
const MISSING = [
  { path: '/projects', invalid: 'Invalid project ID', unknown: 'Project not found', back: 'Back to projects' },
  { path: '/clients', invalid: 'Invalid client ID', unknown: 'Client not found', back: 'Back to clients' },
  { path: '/tasks', invalid: 'Invalid task ID', unknown: 'Task not found', back: 'Back to tasks' },
  { path: '/tags', invalid: 'Invalid tag ID', unknown: 'Tag not found', back: 'Back to tags' },
  { path: '/timer-presets', invalid: 'Invalid timer preset ID', unknown: 'Timer preset not found', back: 'Back to timer presets' },
]

test('F7 an invalid or unknown id shows an error with a link back', THOROUGH, async ({ page, openAccount }) => {
  await openAccount()
  for (const { path, invalid, unknown, back } of MISSING) {
    await page.goto(`${path}/undefined`)
    await expect(page.getByText(invalid)).toBeVisible()
    await page.goto(`${path}/0`)
    await expect(page.getByText(unknown)).toBeVisible()
    if (path === '/projects') await expectAccessible(page)
    await page.getByRole('link', { name: back }).click()
    await expect(page).toHaveURL(path)
  }
})
