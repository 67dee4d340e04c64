import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
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
  /** What the browser complained about: a test fails unless it ends empty. */
  complaints: string[]
  /** Makes an account and signs this browser in to it. */
  signUp: () => Promise<Account>
}

export const test = base.extend<Fixtures, { server: { url: string } }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  isFirstVisit: [false, { option: true }],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        // A refused or broken call is no complaint: stories bring them about.
        const isCall = message.text().startsWith('Failed to load resource')
        if (message.type() === 'error' && !isCall) complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  page: async ({ page, isFirstVisit }, use) => {
    if (!isFirstVisit) await page.addInitScript(() => localStorage.setItem('first-visit', 'false'))
    await use(page)
  },
  signUp: async ({ page, request }, use) => {
    await use(async () => {
      const account = { name: 'Test Person', email: uniqueEmail(), password: 'Secret-123' }
      const reply = await request.post('/api/users/register', { data: account })
      const { data } = (await reply.json()) as { data: { token: string } }
      await page.goto('/login')
      await page.evaluate((token) => localStorage.setItem('token', token), data.token)
      await page.goto('/')
      await expect(page.getByRole('navigation').first()).toBeAttached()
      return { ...account, token: data.token }
    })
  },
})

let made = 0
export const uniqueEmail = () => `person-${process.pid}-${Date.now()}-${(made += 1)}@example.org`

/** Nothing that axe can find is wrong with what is on the page now. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}
