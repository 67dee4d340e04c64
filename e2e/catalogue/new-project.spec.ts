import { expect, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

test('F1 F13 five keystrokes and two names make a project with a new client', async ({
  page,
  request,
  openAccount,
}) => {
  const { list } = userApi(request, await openAccount())
  await page.goto('/projects')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type('Atlas')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Northwind')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL('/projects')
  const [client] = await list('clients')
  expect(client).toMatchObject({ name: 'Northwind' })
  const made = (await list('projects')).find(({ name }) => name === 'Atlas')
  expect(made).toMatchObject({ client: client?.['id'] })
})

for (const { resource, field } of [
  { resource: 'projects', field: 'Name' },
  { resource: 'clients', field: 'Name' },
])
  test(
    `F13 letters typed right after C are the name, however late the form of ${resource} loads`,
    THOROUGH,
    async ({ page, openAccount }) => {
      await openAccount()
      await page.goto(`/${resource}`)
      await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
      await page.route(/\/assets\/.*\.js$/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        await route.continue()
      })
      await page.keyboard.type('cAtlas redesign of the year', { delay: 15 })
      await expect(page.getByRole('textbox', { name: field, exact: true })).toHaveValue('Atlas redesign of the year')
      await expect(page).toHaveURL(`/${resource}/new`)
    },
  )

test(
  'F13 a name that begins a longer one is created after a question',
  THOROUGH,
  async ({ page, request, openAccount }) => {
    const { create, list } = userApi(request, await openAccount())
    await create('clients', { name: 'Acme Ltd' })
    const clients = async () =>
      (await list('clients')).map(({ name }) => String(name)).toSorted((a, b) => a.localeCompare(b))
    await page.goto('/projects/new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Atlas')
    const client = page.getByRole('combobox', { name: 'Client' })
    await client.click()
    await page.keyboard.type('Acme')
    await page.keyboard.press('Control+Enter')
    await expect(client).toHaveAttribute('aria-invalid', 'true')
    await expect(client).toHaveValue('Acme')
    await expect(page.getByRole('option')).toHaveText(['Acme Ltd', 'Create “Acme”'])
    expect(await clients()).toEqual(['Acme Ltd'])
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL('/projects')
    expect(await clients()).toEqual(['Acme', 'Acme Ltd'])
  },
)
