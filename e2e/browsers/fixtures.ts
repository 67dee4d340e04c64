import { writeFile } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { type FaultProxy, startFaultProxy } from '../../src/server/testing/fault-proxy.ts'
import { expect, uniqueEmail } from '../support/app.ts'
import { startServer } from '../support/server.ts'
import { countStoredRecords } from '../support/storage.ts'
import { userApi } from '../support/user-api.ts'
import { type PollingProxy, startPollingProxy } from './polling-proxy.ts'
import { type Browser, type BrowserWindow, createBrowser } from './webdriver/browser.ts'
import { START_BROWSER } from './webdriver/engines.ts'

export { expect }

export interface Account {
  name: string
  email: string
  password: string
  token: string
}

interface Fixtures {
  /** Before the server. Each story has a port of its own, and with it an origin without stored data. */
  network: FaultProxy
  origin: string
  /** Another origin, which refuses WebSockets. */
  pollingProxy: PollingProxy
  /** Opens another window of the same browser. */
  openWindow: () => Promise<BrowserWindow>
  window: BrowserWindow
  account: Account
  api: ReturnType<typeof userApi>
  /** Opens a page of the app, signed in. */
  openPage: (path: string) => Promise<void>
}

interface WorkerFixtures {
  engine: keyof typeof START_BROWSER
  browserEngine: Browser
  server: { url: string }
}

/** Stories in an engine other than Chromium, which Playwright does not drive here. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  browserEngine: [
    async ({ engine }, use) => {
      const browser = await createBrowser(await START_BROWSER[engine]())
      await use(browser)
      await browser.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  server: [
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  network: async ({ server }, use) => {
    const proxy = await startFaultProxy(Number(new URL(server.url).port))
    await use(proxy)
    await proxy.close()
  },
  origin: async ({ network }, use) => use(`http://127.0.0.1:${network.port}`),
  pollingProxy: async ({ server }, use) => {
    const proxy = await startPollingProxy(Number(new URL(server.url).port))
    await use(proxy)
    await proxy.close()
  },
  // The network outlives the windows.
  openWindow: async ({ browserEngine, network: _ }, use, testInfo) => {
    const windows: BrowserWindow[] = []
    await use(async () => {
      const window = await browserEngine.openWindow()
      windows.push(window)
      return window
    })
    const hasFailed = testInfo.status !== testInfo.expectedStatus
    const errors: string[] = []
    for (const [index, window] of windows.entries()) {
      if (hasFailed) await writeFile(testInfo.outputPath(`window-${index + 1}.png`), await window.takeScreenshot())
      errors.push(...(await window.close()))
    }
    expect(errors).toEqual([])
  },
  window: async ({ openWindow }, use) => use(await openWindow()),
  account: async ({ request }, use) => {
    const account = { name: 'Test Person', email: uniqueEmail(), password: 'Quiet river 42' }
    const reply = await request.post('/api/users/register', { data: account })
    const { data } = (await reply.json()) as { data: { token: string } }
    await use({ ...account, token: data.token })
  },
  api: async ({ request, account }, use) => use(userApi(request, account)),
  openPage: async ({ window, origin, account }, use) => {
    let isSignedIn = false
    await use(async (path) => {
      if (!isSignedIn) await storeToken(window, origin, account)
      isSignedIn = true
      await window.open(origin + path)
    })
  },
})

/** Stores the token as the login page does, without opening it. */
export async function storeToken(window: BrowserWindow, origin: string, { token }: Account) {
  await skipFirstVisit(window, origin)
  await window.evaluate((token) => localStorage.setItem('token', token), token)
}

/** Keeps the first-visit notice from opening. The page that gives access to the storage is the smallest one. */
export async function skipFirstVisit(window: BrowserWindow, origin: string) {
  await window.open(`${origin}/health`)
  await window.evaluate(() => localStorage.setItem('first-visit', 'false'))
}

/** Waits until the service worker and the data of the page are stored, so that the app works without a network. */
export async function waitUntilStored(window: BrowserWindow) {
  await expect.poll(() => window.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await expect.poll(async () => (await countStoredRecords(window))['queries']).toBeGreaterThanOrEqual(4)
}
