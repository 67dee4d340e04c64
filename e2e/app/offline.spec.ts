import type { BrowserContext, Page } from '@playwright/test'
import { MINUTE_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessible } from '../support/app.ts'
import { test } from '../support/restartable-server.ts'
import { clickButton } from '../support/timer-page.ts'
import { countStoredRecords } from '../support/storage.ts'
import { THOROUGH } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

test.use({ serviceWorkers: 'allow' })

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const strip = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

/** Waits until the service worker and the given number of query results are stored on the device. */
async function waitUntilStored(page: Page, queries: number) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(async () => (await countStoredRecords(page))['queries']).toBeGreaterThanOrEqual(queries)
}

/** The app sends waiting changes when its tab gets the focus, instead of after a growing delay. */
const returnToTab = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

const open = async (context: BrowserContext, path: string) => {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test('Q1 Q2 Q3 Q6 without a server the app opens with the last data, and changes are sent once when it is back', async ({
  page,
  context,
  request,
  signUp,
  restartableServer,
}) => {
  const { create, list } = userApi(request, await signUp())
  const project = await create('projects', { name: 'Atlas' })
  for (const [notes, hour] of [
    ['Sketch', '08'],
    ['Draft', '10'],
  ] as const) {
    const [startTime, endTime] = [`2026-03-03T${hour}:00:00Z`, `2026-03-03T${hour}:30:00Z`]
    await create('time-entries', { project, notes, startTime, endTime })
  }
  await page.goto('/time-entries')
  await expect(row(page, 'Sketch')).toBeVisible()
  await waitUntilStored(page, 5)

  await restartableServer.crash()
  await row(page, 'Sketch').getByText('Sketch').click()
  const editor = page.getByRole('form', { name: 'Edit time entry' })
  await editor.getByRole('textbox', { name: 'Notes' }).fill('Second sketch')
  await page.keyboard.press('Enter')
  await expect(strip(page, 'Offline. 1 change will be sent later.')).toBeVisible()
  await expect(row(page, 'Second sketch')).toContainText('Waiting to be sent')
  await row(page, 'Draft')
    .getByRole('button', { name: /^Edit Atlas/ })
    .focus()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'Draft')).toBeHidden()
  await page.close()

  const later = await open(context, '/time-entries')
  await expect(strip(later, 'Offline. 2 changes will be sent later.')).toBeVisible()
  await expect(later.getByRole('button', { name: 'Test Person' })).toBeVisible()
  await expect(row(later, 'Second sketch')).toBeVisible()
  await expect(row(later, 'Draft')).toBeHidden()
  await later.getByRole('link', { name: 'New time entry' }).click()
  await later.getByRole('textbox', { name: 'Duration' }).fill('0:30')
  await later.getByRole('textbox', { name: 'Notes' }).fill('On the train')
  await later.getByRole('button', { name: 'Save' }).click()
  await expect(strip(later, 'It will be sent when you are back online.')).toBeVisible()
  await expect(row(later, 'On the train')).toContainText('Waiting to be sent')
  await expectAccessible(later)

  await later.getByRole('button', { name: 'Try again' }).click()
  await expect(strip(later, 'Offline. 3 changes will be sent later.')).toBeVisible()
  await restartableServer.restart()
  await returnToTab(later)
  await expect(strip(later, '3 waiting changes have been sent')).toBeVisible()
  await expect(strip(later, 'Offline.')).toBeHidden()
  await expect(row(later, 'On the train')).not.toContainText('Waiting to be sent')
  expect((await list('time-entries')).map(({ notes }) => notes)).toEqual(['On the train', 'Second sketch'])

  await later.getByRole('button', { name: 'Test Person' }).click()
  await later.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(later).toHaveURL('/login')
  await expect.poll(() => countStoredRecords(later)).toEqual({ users: 0, queries: 0 })
  const cached = await later.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = await Promise.all(caches.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached).toContain('/index.html')
  expect(cached.filter((path) => path.startsWith('/api'))).toEqual([])
})

test(
  'Q1 without a network a page that was not opened before knows the names of clients',
  THOROUGH,
  async ({ page, context, request, openAccount }) => {
    const { create } = userApi(request, await openAccount())
    const client = await create('clients', { name: 'Northwind' })
    await create('projects', { name: 'Atlas', client })
    await page.goto('/tags')
    await waitUntilStored(page, 7)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Projects' }).first().click()
    await expect(row(page, 'Atlas')).toContainText('Northwind')
  },
)

test(
  'Q1 without a network a page that was not opened since the reload shows what the device has stored',
  THOROUGH,
  async ({ page, context, request, openAccount }) => {
    const { create } = userApi(request, await openAccount())
    const project = await create('projects', { name: 'Atlas' })
    const times = { startTime: '2026-03-03T08:00:00Z', endTime: '2026-03-03T08:30:00Z' }
    await create('time-entries', { project, notes: 'Sketch', ...times })
    await page.goto('/time-entries')
    await expect(row(page, 'Sketch')).toBeVisible()
    await waitUntilStored(page, 8)
    await page.goto('/tags')
    await expect(page.getByRole('heading', { name: 'Tags' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Time entries' }).first().click()
    await expect(row(page, 'Sketch')).toContainText('Atlas')
    await expect(page.getByRole('status').filter({ hasText: '1 time entry' })).toContainText('30 m')
  },
)

test(
  'Q3 an entry that is changed and then continued without a server keeps both changes',
  THOROUGH,
  async ({ page, request, signUp, restartableServer }) => {
    const { create, list } = userApi(request, await signUp())
    const project = await create('projects', { name: 'Atlas' })
    const [start, end] = [Date.now() - 10 * MINUTE_MS, Date.now() - 4 * MINUTE_MS]
    const times = { startTime: new Date(start).toISOString(), endTime: new Date(end).toISOString() }
    await create('time-entries', { project, notes: 'Sketch', ...times })
    await page.goto('/time-entries')
    await expect(row(page, 'Sketch')).toBeVisible()
    await waitUntilStored(page, 5)

    await restartableServer.crash()
    await row(page, 'Sketch')
      .getByRole('button', { name: /^Duration/ })
      .click()
    const editor = page.getByRole('form', { name: 'Edit time entry' })
    await editor.getByRole('textbox', { name: 'Duration' }).fill('0:03')
    await page.keyboard.press('Enter')
    await expect(strip(page, 'Offline. 1 change will be sent later.')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '1 time entry' })).toContainText('3 m')
    await row(page, 'Sketch')
      .getByRole('button', { name: /^Continue/ })
      .click()
    await clickButton(page, 'Stop')
    await clickButton(page, 'Yes')

    await restartableServer.restart()
    await returnToTab(page)
    await expect(strip(page, '1 waiting change has been sent')).toBeVisible()
    await expect
      .poll(async () => (await list('time-entries')).map(({ duration }) => Number(duration) > 9 * MINUTE_MS))
      .toEqual([true])
  },
)

test('Q4 Q5 a rejected change shows an error, and signing out asks about unsent changes', async ({
  page,
  context,
  request,
  signUp,
}) => {
  const { create, list } = userApi(request, await signUp())
  await page.goto('/tags')
  await expect(page.getByRole('heading', { name: 'Tags' })).toBeVisible()
  await waitUntilStored(page, 3)
  await context.setOffline(true)
  for (const name of ['Deep work', 'Travel']) {
    await page.getByRole('link', { name: 'New tag' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, name)).toContainText('Waiting to be sent')
  }
  await create('tags', { name: 'deep work' })
  await context.setOffline(false)
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to create tag (Deep work)' })
  await expect(alert).toContainText('You already have a tag with this name')
  await expect(page.getByRole('link', { name: 'Deep work', exact: true })).toBeHidden()
  await expect(page.getByRole('link', { name: 'deep work', exact: true })).toBeVisible()
  await expect(row(page, 'Travel')).not.toContainText('Waiting to be sent')
  expect((await list('tags')).map(({ name }) => name)).toEqual(['deep work', 'Travel'])

  await context.setOffline(true)
  await page.getByRole('link', { name: 'New tag' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Never mind')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Never mind')).toBeVisible()
  await page.getByRole('button', { name: 'Test Person' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page
    .getByRole('dialog', { name: 'Not everything is saved yet' })
    .getByRole('button', { name: 'Discard' })
    .click()
  await expect(page).toHaveURL('/login')
  await expect.poll(async () => (await countStoredRecords(page))['users']).toBe(0)
})

test(
  'Q8 in a browser without storage a change waits in the page, which says so, and is sent later',
  THOROUGH,
  async ({ page, context, request, signUp }) => {
    await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
    const { list } = userApi(request, await signUp())
    await page.getByRole('link', { name: 'Tags' }).first().click()
    await page.getByRole('link', { name: 'New tag' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Deep work')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(
      strip(
        page,
        /1 change will be sent later\. This browser can’t store data\. Keep this tab open until everything is saved\.(?!\.)/,
      ),
    ).toBeVisible()
    await context.setOffline(false)
    await expect.poll(async () => (await list('tags')).map(({ name }) => name)).toEqual(['Deep work'])
    await expect(strip(page, 'will be sent later')).toBeHidden()
  },
)

test(
  'Q2 Y2 changes and commands that version 0.1.0 has stored are sent after the update',
  THOROUGH,
  async ({ page, request, signUp }) => {
    const account = await signUp()
    const { create, list } = userApi(request, account)
    const tag = await create('tags', { name: 'Old' })
    await page.goto('/tags')
    await expect(row(page, 'Old')).toBeVisible()
    const { sub: user } = JSON.parse(Buffer.from(account.token.split('.')[1]!, 'base64url').toString()) as {
      sub: string
    }
    await page.evaluate(storeAsVersion010, { user, tag, project: crypto.randomUUID() })
    await page.reload()
    await expect(row(page, 'New')).toBeVisible()
    await expect.poll(async () => (await list('tags')).map(({ name }) => name)).toEqual(['New'])
    await expect.poll(async () => (await list('projects')).map(({ name }) => name)).toContain('Made offline')
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Pause' }).first()).toBeVisible()
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .toEqual(['ritmo-sync'])
  },
)

/** Stores a renamed tag, a new project and a start on that project, in the two databases of version 0.1.0. */
async function storeAsVersion010({ user, tag, project }: Record<'user' | 'tag' | 'project', string>) {
  const open = (name: string, upgrade: (db: IDBDatabase) => void) =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name, 1)
      opening.addEventListener('upgradeneeded', () => upgrade(opening.result))
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(new Error(name)))
    })
  const put = async (db: IDBDatabase, store: string, value: unknown, key?: string) => {
    const transaction = db.transaction(store, 'readwrite')
    transaction.objectStore(store).put(value, key)
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  }
  const offline = await open('ritmo-offline', (db) => {
    db.createObjectStore('changes', { keyPath: 'key', autoIncrement: true }).createIndex('user', 'user')
    db.createObjectStore('queries', { keyPath: ['user', 'hash'] })
  })
  const rename = { method: 'PUT', path: '/tags/:id', params: { id: tag }, body: { name: 'New' } }
  const creation = { method: 'POST', path: '/projects', body: { id: project, name: 'Made offline' } }
  for (const change of [
    { list: 'tags', calls: [rename], shows: { [tag]: { name: 'New' } }, failure: 'tags.failed.update' },
    {
      list: 'projects',
      calls: [creation],
      shows: { [project]: creation.body },
      isNew: true,
      failure: 'projects.failed.create',
    },
  ])
    await put(offline, 'changes', { user, change })
  offline.close()
  const timers = await open('ritmo', (db) => void db.createObjectStore('timers'))
  const [id, runId, device] = [1, 2, 3].map(() => crypto.randomUUID())
  const subject = { projectId: project, taskId: null, notes: '', tags: [] }
  const config = { workMs: 1_500_000, breakMs: 300_000, repetitions: 4 }
  const event = { type: 'start', at: Date.now() - 5_000, runId, subject, config, isInfinite: false, zone: 'UTC' }
  const command = { id, base: null, sawWait: false, event, device, sequence: 1 }
  const timer = { device, next: 2, pending: [command], refused: [], snapshot: null, clockOffset: 0 }
  await put(timers, 'timers', timer, user)
  timers.close()
}
