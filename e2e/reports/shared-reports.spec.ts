import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessibleInBothThemes, test as base } from '../support/app.ts'
import { startServerWithTestClock } from '../support/server.ts'
import { userApi } from '../support/user-api.ts'

type Owner = ReturnType<typeof userApi> & { token: string }

interface Fixtures {
  /** A user with a verified address, signed in on the page. */
  owner: Owner
}

const test = base.extend<Fixtures>({
  permissions: ['clipboard-read', 'clipboard-write'],
  owner: async ({ request, openAccount, findMailedLink }, provide) => {
    const account = await openAccount()
    const verification = (await findMailedLink(account.email, '/verify-email')).split('/').at(-1)
    await request.post('/api/users/verify-email', { data: { token: verification } })
    await provide({ ...userApi(request, account), token: account.token })
  },
})

const testWithClock = test.extend<{ clockServer: Awaited<ReturnType<typeof startServerWithTestClock>> }>({
  clockServer: async ({ mail }, provide) => {
    const server = await startServerWithTestClock({ SMTP_URL: mail.url })
    await provide(server)
    await server.stop()
  },
  baseURL: async ({ clockServer }, provide) => provide(clockServer.url),
})

test('U63 a view is shared with a password, read by a stranger, downloaded and ended', async ({
  page,
  owner,
  browser,
}) => {
  await createEntries(owner, ['Only for me'])
  await owner.create('report-views', { name: 'For the client', search: 'range=year' })

  await page.goto('/reports')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Share For the client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share “For the client”' })
  await dialog.getByText('Single entries with their times').click()
  await dialog.getByText('Protect with a password').click()
  await dialog.getByLabel('Password', { exact: true }).fill('short')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/8 characters/)
  await dialog.getByLabel('Password', { exact: true }).fill('acme and ann')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByLabel('Link', { exact: true })).toBeFocused()
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  expect(link).toContain('/shared#')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  const visitor = await openAsStranger(browser, link)
  await visitor.getByLabel('Password of the report').fill('guessed it')
  await visitor.getByRole('button', { name: 'Open the report' }).click()
  await expect(visitor.getByText('This is not the right password')).toBeVisible()
  await visitor.getByLabel('Password of the report').fill('acme and ann')
  await visitor.getByRole('button', { name: 'Open the report' }).click()
  await expect(visitor.getByRole('heading', { name: 'For the client', level: 1 })).toBeFocused()
  await expect(visitor.getByText('Shared by Test Person')).toBeVisible()
  await expect(visitor.getByRole('region', { name: 'Entries' })).toContainText('Helio')
  await expect(visitor.getByText('Only for me')).toHaveCount(0)
  await expect(visitor.getByRole('navigation')).toHaveCount(0)
  await expectAccessibleInBothThemes(visitor)
  await downloadCsv(visitor)

  await page.goto('/settings/shared-reports')
  await expect(page.getByRole('list', { name: 'Shared reports' }).getByRole('listitem')).toContainText('with password')
  await page.getByRole('button', { name: 'Stop sharing For the client' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByText('No report is shared.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('This link does not work any more')).toBeVisible()
})

testWithClock(
  'U73 a page that stays open goes on working for hours, and ends with its link',
  async ({ page, request, owner, browser, clockServer }) => {
    await createEntries(owner, ['First draft'])
    const link = await shareYear(request, owner, { expiresAt: new Date(Date.now() + DAY_MS).toISOString() })
    const visitor = await openAsStranger(browser, link)
    await expect(visitor.getByText('First draft')).toBeVisible()

    await clockServer.advanceTime(2 * HOUR_MS)
    await downloadCsv(visitor)

    await clockServer.advanceTime(DAY_MS)
    await visitor.getByRole('button', { name: 'Download as CSV' }).click()
    await expect(visitor.getByText(/This link does not work any more/)).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByText('This link does not work any more')).toBeVisible()

    await page.clock.setFixedTime(Date.now() + DAY_MS + 2 * HOUR_MS)
    await page.goto('/settings/shared-reports')
    await expect(page.getByRole('list', { name: 'Shared reports' })).toContainText('Expired')
  },
)

test('U63 another user who is signed in reads the report as a stranger does, and stays signed in', async ({
  page,
  request,
  owner,
  openAccount,
}) => {
  await createEntries(owner, ['First draft'])
  const link = await shareYear(request, owner)
  const reader = userApi(request, await openAccount())
  await reader.create('projects', { name: 'My own project' })
  await page.goto(pathOf(link))
  await expect(page.getByRole('heading', { name: 'The year', level: 1 })).toBeVisible()
  await expect(page.getByText('First draft')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.goto('/projects')
  await expect(page.getByText('My own project')).toBeVisible()
  await expect(page.getByText('Helio')).toHaveCount(0)
})

test('U74 a printed shared report is alone on the page and has all entries', async ({ request, owner, browser }) => {
  await createEntries(
    owner,
    Array.from({ length: 102 }, (_, index) => `Note ${index + 1}`),
  )
  const visitor = await openAsStranger(browser, await shareYear(request, owner))
  await expect(visitor.getByText('Note 1', { exact: true })).toBeVisible()
  await expect(visitor.getByText('Note 102', { exact: true })).toHaveCount(0)
  await visitor.emulateMedia({ media: 'print' })
  await expect(visitor.getByRole('button', { name: /Print|Download|Load more/ })).toHaveCount(0)
  await expect(visitor.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await visitor.emulateMedia({ media: 'screen' })
  await visitor.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', document.body.innerText)
  })
  await visitor.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => visitor.locator('html').getAttribute('data-printed')).toContain('Note 102')
})

test('U60 a report whose clients are hidden does not say that projects have none', async ({
  request,
  owner,
  browser,
}) => {
  await createEntries(owner, ['First draft'])
  const fields = { clients: false, tasks: true, tags: true, entries: true, notes: true }
  const visitor = await openAsStranger(browser, await shareYear(request, owner, { fields }))
  await expect(visitor.getByRole('region', { name: 'Breakdown' })).toContainText('Helio')
  await expect(visitor.getByText(/client/i)).toHaveCount(0)
  await expect(visitor.getByText('North Press')).toHaveCount(0)
})

/** Ten minutes each, the newest first. */
async function createEntries({ create }: Owner, notes: string[]) {
  const client = await create('clients', { name: 'North Press' })
  const project = await create('projects', { name: 'Helio', client })
  for (const [index, note] of notes.entries()) {
    const end = Date.now() - index * 10 * MINUTE_MS
    const times = { startTime: new Date(end - 10 * MINUTE_MS).toISOString(), endTime: new Date(end).toISOString() }
    await create('time-entries', { project, notes: note, ...times })
  }
}

const ALL_FIELDS = { clients: true, tasks: true, tags: true, entries: true, notes: true }

/** Shares all that was tracked this year, and returns the link. */
async function shareYear(request: APIRequestContext, { create, token }: Owner, settings: object = {}) {
  const id = await create('report-views', { name: 'The year', search: 'range=year' })
  const reply = await request.put(`/api/shared-reports/${id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { fields: ALL_FIELDS, zone: 'Europe/Madrid', ...settings },
  })
  return ((await reply.json()) as { data: { link: string } }).data.link
}

const pathOf = (link: string) => link.slice(link.indexOf('/shared#'))

/** Opens the link in a browser of its own. */
async function openAsStranger(browser: Browser, link: string) {
  const context = await browser.newContext({ locale: 'en' })
  const visitor = await context.newPage()
  await visitor.goto(link)
  return visitor
}

async function downloadCsv(visitor: Page) {
  const downloading = visitor.waitForEvent('download')
  await visitor.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^ritmo-.*\.csv$/)
}
