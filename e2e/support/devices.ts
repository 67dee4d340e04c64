import type { APIRequestContext, Page } from '@playwright/test'
import { MINUTE_MS, SECOND_MS } from '../../src/core/time/units.ts'
import { expect, test as base } from './app.ts'
import { startServerWithTestClock } from './server.ts'
import { clock, timerRegion } from './timer-page.ts'

/** How long the preset of a new account works. */
export const WORK_MS = 52 * MINUTE_MS

interface Run {
  log: { event: { type: string; at: number } }[]
}

interface Entry {
  startTime: string
  duration: number
}

interface Fixtures {
  /** Of the person who is signed in on every device of the story. */
  token: string
  /** Every page of the story. */
  pages: Page[]
  serverState: ReturnType<typeof serverStateOf>
  /** Lets time pass for the server and for every page. */
  advanceTime: (milliseconds: number) => Promise<void>
  /** Another device of the same person. */
  openDevice: () => Promise<Page>
}

interface WorkerFixtures {
  testClockServer: Awaited<ReturnType<typeof startServerWithTestClock>>
}

/** Stories of several devices, and of hours. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  testClockServer: [
    async ({ browserName: _ }, use) => {
      const server = await startServerWithTestClock()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ testClockServer }, use) => use(testClockServer.url),
  pages: async ({ page }, use) => {
    await page.clock.install()
    await use([page])
  },
  token: async ({ signUp, pages: _ }, use) => use((await signUp()).token),
  serverState: async ({ request, token }, use) => use(serverStateOf(request, token)),
  advanceTime: async ({ testClockServer, pages }, use) =>
    use((milliseconds) => {
      const open = pages.filter((page) => !page.isClosed())
      return testClockServer.advanceTime(milliseconds, () =>
        Promise.all(open.map((page) => page.clock.fastForward(milliseconds))),
      )
    }),
  openDevice: async ({ browser, testClockServer, pages, token }, use) => {
    const contexts: { close: () => Promise<void> }[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: testClockServer.url })
      contexts.push(context)
      const page = await context.newPage()
      await page.clock.install()
      await page.addInitScript((token) => {
        localStorage.setItem('first-visit', 'false')
        localStorage.setItem('token', token)
      }, token)
      await page.goto('/')
      await expect(timerRegion(page)).toBeVisible()
      pages.push(page)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

/** The timer and the entries, as the server has them. */
function serverStateOf(request: APIRequestContext, token: string) {
  async function get<T>(path: string) {
    const reply = await request.get(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    return ((await reply.json()) as { data: T }).data
  }
  return {
    now: async () => (await get<{ now: number }>('/timer')).now,
    run: async () => (await get<{ run: Run | null }>('/timer')).run,
    entries: () => get<Entry[]>('/time-entries'),
    /** How many seconds of the first phase are left. */
    secondsLeft: async () => {
      const { now, run } = await get<{ now: number; run: Run }>('/timer')
      return (WORK_MS - (now - run.log[0]!.event.at)) / SECOND_MS
    },
  }
}

/** How many pages the server knows of. */
export async function countConnections(request: APIRequestContext) {
  const metrics = await (await request.get('/metrics')).text()
  return Number(/^sockets_connected (\d+)/m.exec(metrics)?.[1])
}

/** The seconds on a page's clock. */
export async function shown(page: Page) {
  const text = (await clock(page).textContent()) ?? ''
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Right to the second. */
export async function expectDisplayedSeconds(page: Page, seconds: () => Promise<number>, within = 1) {
  await expect.poll(async () => Math.abs((await shown(page)) - (await seconds()))).toBeLessThanOrEqual(within)
}
