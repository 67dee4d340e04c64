import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { startMailServer } from '../../src/server/testing/mail-server.ts'
import { recordCoverage } from './coverage.ts'
import { startServer } from './server.ts'

export { expect }

interface Account {
  name: string
  email: string
  password: string
  token: string
}

interface Fixtures {
  /** Whether the first-visit notice is still to be shown. */
  isFirstVisit: boolean
  /** What browsers complained about, the content policy included: a story fails unless it ends empty. */
  browserErrors: string[]
  /** The path of the link in the newest mail to an address, once it is there. */
  findMailedLink: (address: string, path: string) => Promise<string>
  /** Makes an account and signs this browser in to it; no page of the app is open yet. */
  openAccount: () => Promise<Account>
  /** The same, and the dashboard is open. */
  signUp: () => Promise<Account>
}

interface WorkerFixtures {
  mail: Awaited<ReturnType<typeof startMailServer>>
  server: { url: string }
}

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
  baseURL: async ({ server }, use) => use(server.url),
  isFirstVisit: [false, { option: true }],
  browserErrors: [
    async ({ browser, context }, use) => {
      const browserErrors: string[] = []
      const listen = (context: BrowserContext) => {
        context.on('weberror', (thrown) => {
          // What a story prepares runs on the empty page too, where little is possible.
          if (thrown.page()?.url() !== 'about:blank') browserErrors.push(thrown.error().message)
        })
        context.on('console', (message) => {
          // A refused or broken call is no complaint: stories bring them about.
          const isCall = /^(Failed to load resource|WebSocket connection to)/.test(message.text())
          if (message.type() === 'error' && !isCall) browserErrors.push(message.text())
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
      await expect.poll(newest, { timeout: 15_000 }).toBeDefined()
      return new URL(newest() ?? '').pathname
    })
  },
  openAccount: async ({ page, request }, use) => {
    await use(async () => {
      const account = { name: 'Test Person', email: uniqueEmail(), password: 'Quiet river 42' }
      const reply = await request.post('/api/users/register', { data: account })
      const { data } = (await reply.json()) as { data: { token: string } }
      // The smallest page of the site: only storage is wanted of it.
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

let made = 0
export const uniqueEmail = () => `person-${process.pid}-${Date.now()}-${(made += 1)}@example.org`

/** What fades has not got its colours yet. What goes round for ever is not waited for. */
async function waitForAnimations() {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
}

/** Nothing that axe can find is wrong with what is on the page now. */
export async function expectAccessible(page: Page, options: RunOptions = {}) {
  // A page is loaded when it is asked for: what stands in until then has no heading.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeAttached()
  await page.evaluate(waitForAnimations)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async (options) => {
      // While a list is open, all of the page is hidden behind it, its heading included.
      const isBehind = document.querySelector('main')?.closest('[inert], [aria-hidden=true]') instanceof Element
      const ofPage = { 'landmark-one-main': { enabled: false }, 'page-has-heading-one': { enabled: false } }
      if (isBehind) options = { rules: ofPage, ...options }
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
    },
    { resultTypes: ['violations'], ...options } satisfies RunOptions,
  )
  expect(found).toEqual([])
}

/** The same in both themes, which differ in nothing but their colours. The page has to follow the system. */
export async function expectAccessibleInBothThemes(page: Page) {
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page, { runOnly: ['color-contrast'] })
}
