import { expect, test } from '../support/app.ts'
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
