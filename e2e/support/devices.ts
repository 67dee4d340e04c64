import type { APIRequestContext, Page } from '@playwright/test'
import { MINUTE_MS, SECOND_MS } from '../../src/core/time/units.ts'
import { expect, test as base } from './app.ts'
import { clock, timerRegion } from './timer-page.ts'

/** Length of a work phase with the settings of a new account. */
export const WORK_MS = 25 * MINUTE_MS

interface Run {
  log: { event: { type: string; at: number } }[]
}

interface Entry {
  startTime: string
  duration: number
}

interface Fixtures {
  /** Session token of the user on every device of the story. */
  token: string
  pages: Page[]
  serverState: ReturnType<typeof serverStateOf>
  /** Advances the clocks of the server and of every page in one step. */
  advanceTime: (milliseconds: number) => Promise<void>
  /** Opens the dashboard on another device of the same user. */
  openDevice: () => Promise<Page>
}

/** Stories with several devices and a clock that can be advanced. */
export const test = base.extend<Fixtures>({
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

/** Reads the timer and the entries from the server. */
export function serverStateOf(request: APIRequestContext, token: string) {
  async function get<T>(path: string) {
    const reply = await request.get(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    return ((await reply.json()) as { data: T }).data
  }
  return {
    now: async () => (await get<{ now: number }>('/timer')).now,
    run: async () => (await get<{ run: Run | null }>('/timer')).run,
    entries: () => get<Entry[]>('/time-entries'),
    /** Seconds left of the first phase. */
    secondsLeft: async () => {
      const { now, run } = await get<{ now: number; run: Run }>('/timer')
      return (WORK_MS - (now - run.log[0]!.event.at)) / SECOND_MS
    },
  }
}

/** Number of sockets that are connected to the server. */
export async function countConnections(request: APIRequestContext) {
  const metrics = await (await request.get('/metrics')).text()
  return Number(/^ritmo_sockets_connected (\d+)/m.exec(metrics)?.[1])
}

/** The time on a page's timer, in seconds. */
export async function displayedSeconds(page: Page) {
  const text = (await clock(page).textContent()) ?? ''
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

export async function expectDisplayedSeconds(page: Page, seconds: () => Promise<number>, within = 1) {
  await expect
    .poll(async () => Math.abs((await displayedSeconds(page)) - (await seconds())))
    .toBeLessThanOrEqual(within)
}
