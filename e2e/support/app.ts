import { test as base, type BrowserContext, expect as baseExpect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { startMailServer } from '../../src/server/testing/mail-server.ts'
import { recordCoverage } from './coverage.ts'
import { startServer, startServerWithTestClock } from './server.ts'

/** Playwright's `expect`, which polls more often: by default up to a second passes between a change and the next look. */
export const expect: typeof baseExpect = new Proxy(baseExpect, {
  get: (target, property) => (property === 'poll' ? poll : Reflect.get(target, property)),
})
const POLL_INTERVALS_MS = [20, 50, 100]
const poll: typeof baseExpect.poll = (actual, options = {}) =>
  baseExpect.poll(actual, {
    intervals: POLL_INTERVALS_MS,
    ...(typeof options === 'string' ? { message: options } : options),
  })

interface Account {
  name: string
  email: string
  password: string
  token: string
}

interface Fixtures {
  /** Whether the first-visit notice is shown. */
  isFirstVisit: boolean
  /** Errors of the browser, including content policy violations: a story fails unless this is empty at its end. */
  browserErrors: string[]
  /** Waits for an email to an address and returns the path of the link in the newest one. */
  findMailedLink: (address: string, path: string) => Promise<string>
  /** Creates an account and signs this browser in, without opening a page of the app. */
  openAccount: () => Promise<Account>
  /** Creates an account, signs in and opens the dashboard. */
  signUp: () => Promise<Account>
}

interface WorkerFixtures {
  mail: Awaited<ReturnType<typeof startMailServer>>
  server: { url: string }
  /** Here, so that stories with and without it run in one worker. */
  testClockServer: Awaited<ReturnType<typeof startServerWithTestClock>>
}

/** Chromium prints these about a request, a WebSocket or a service worker without a network. */
const FAILED_REQUEST =
  /^(Failed to load resource|WebSocket connection to|An unknown error occurred when fetching the script)/

export const test = base.extend<Fixtures, WorkerFixtures>({
  mail: [
    async ({ browserName: _ }, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mail }, use) => {
      const server = await startServer({ SMTP_URL: mail.url })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  testClockServer: [
    async ({ browserName: _ }, use) => {
      const server = await startServerWithTestClock()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  isFirstVisit: [false, { option: true }],
  browserErrors: [
    async ({ browser, context }, use) => {
      const browserErrors: string[] = []
      const listen = (context: BrowserContext) => {
        context.on('weberror', (webError) => {
          // Init scripts also run on the blank page, where storage access throws.
          if (webError.page()?.url() !== 'about:blank') browserErrors.push(webError.error().message)
        })
        context.on('console', (message) => {
          // Failed requests are expected: stories cause them.
          if (message.type() === 'error' && !FAILED_REQUEST.test(message.text())) browserErrors.push(message.text())
        })
      }
      listen(context)
      browser.on('context', listen)
      await use(browserErrors)
      browser.off('context', listen)
      expect(browserErrors).toEqual([])
    },
    { auto: true },
  ],
  page: async ({ page, isFirstVisit }, use) => {
    if (!isFirstVisit) await page.addInitScript(() => localStorage.setItem('first-visit', 'false'))
    const stopCoverage = await recordCoverage(page)
    await use(page)
    await stopCoverage()
  },
  findMailedLink: async ({ mail: { mails } }, use) => {
    await use(async (address, path) => {
      const newest = () => mails.findLast(({ to, link }) => to.includes(address) && link.includes(`${path}/`))?.link
      await expect.poll(newest).toBeDefined()
      return new URL(newest() ?? '').pathname
    })
  },
  openAccount: async ({ page, request }, use) => {
    await use(async () => {
      const account = { name: 'Test Person', email: uniqueEmail(), password: 'Quiet river 42' }
      const reply = await request.post('/api/users/register', { data: account })
      const { data } = (await reply.json()) as { data: { token: string } }
      // Any page of the origin gives access to its storage; this one is the smallest.
      await page.goto('/health')
      await page.evaluate((token) => localStorage.setItem('token', token), data.token)
      return { ...account, token: data.token }
    })
  },
  signUp: async ({ page, openAccount }, use) => {
    await use(async () => {
      const account = await openAccount()
      await page.goto('/')
      await expect(page.getByRole('navigation').first()).toBeAttached()
      return account
    })
  },
})

let emailCount = 0
export const uniqueEmail = () => `person-${process.pid}-${Date.now()}-${(emailCount += 1)}@example.org`

/** Waits for animations that end: colours are not final before. */
async function waitForAnimations() {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
}

/** Expects axe to find no violations on the page. It looks again at a page that changed while it looked. */
export async function expectAccessible(page: Page, options: RunOptions = {}) {
  // The placeholder of a page that is still loading has no heading.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeAttached()
  await expect.poll(() => findViolations(page, options)).toEqual([])
}

async function findViolations(page: Page, options: RunOptions) {
  await page.evaluate(waitForAnimations)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (options) => {
      // While a list or dialog is open, the page behind it is hidden from axe, including its heading.
      const isPageHidden = document.querySelector('main')?.closest('[inert], [aria-hidden=true]') instanceof Element
      const pageRules = { 'landmark-one-main': { enabled: false }, 'page-has-heading-one': { enabled: false } }
      if (isPageHidden) options = { rules: pageRules, ...options }
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
    },
    { resultTypes: ['violations'], ...options } satisfies RunOptions,
  )
}

/** The same in both themes, which differ only in colours. The page has to follow the theme of the system. */
export async function expectAccessibleInBothThemes(page: Page) {
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page, { runOnly: ['color-contrast'] })
}
