import type { Page, WebSocketRoute } from '@playwright/test'
import { MINUTE_MS } from '../../src/core/time/units.ts'
import { expect, uniqueEmail } from '../support/app.ts'
import { test as base } from '../support/devices.ts'
import { timerRegion } from '../support/timer-page.ts'
import { TestClock } from './clock.ts'
import { type ExpectedEntry, findDifferences, later, type Moment } from './expected-entries.ts'
import { type ClientOptions, ForeignClient } from './foreign-client.ts'
import { createRest, register, type Rest } from './rest.ts'

interface User {
  token: string
  userId: string
  rest: Rest
}

interface Tabs {
  first: ForeignClient
  last: ForeignClient
  all: ForeignClient[]
  /** The project that they have selected. */
  project: string
}

interface Fixtures {
  /** A new user without projects and presets. */
  user: User
  clock: TestClock
  clients: ForeignClient[]
  /** Opens a tab of the foreign client, which is connected then. */
  openClient: (options?: Partial<ClientOptions>) => Promise<ForeignClient>
  /** Opens tabs that save every session themselves, for each how many seconds its clock is ahead. */
  openTabs: (skews: number[], options?: Partial<ClientOptions>) => Promise<Tabs>
  /**
   * Starts the timer with phases of a minute, lets it run to its end and returns the sessions. A longer step across the
   * end of a phase would look like sleep.
   */
  passCycle: (
    start: () => Promise<unknown>,
    tabs: ForeignClient[],
    repetitions?: number,
  ) => Promise<Omit<ExpectedEntry, 'project'>[]>
  /** Passes the time until a moment at which a phase ends. */
  passToEnd: (moment: Moment) => Promise<void>
  /** Opens the dashboard of the web app. */
  openPage: () => Promise<Page>
  /** Advances the clocks of the server, the clients and the pages in one step. */
  passTime: (milliseconds: number) => Promise<void>
  /** Does something and returns when. */
  timed: (action: () => Promise<unknown>) => Promise<Moment>
  /** Expects exactly these time entries, also after everything has arrived and some time has passed. */
  expectEntries: (expected: ExpectedEntry[]) => Promise<void>
}

/** Stories of the foreign client, with a server whose clock can be advanced. */
export const test = base.extend<Fixtures>({
  user: async ({ testClockServer: { url } }, provide) => {
    const session = await register(url, { name: 'Test Person', email: uniqueEmail(), password: 'Quiet river 42' })
    await provide({ ...session, rest: createRest(url, session.token) })
  },
  clock: async ({ user }, provide) =>
    provide(new TestClock({ offsetMs: (await user.rest.now()) - Date.now(), isStepped: true })),
  clients: async ({ browserName: _ }, provide) => {
    const clients: ForeignClient[] = []
    await provide(clients)
    for (const client of clients) client.close()
    // The server refuses nothing that a client of the specification sends.
    expect(clients.flatMap(({ failures }) => failures)).toEqual([])
  },
  openClient: async ({ testClockServer: { url }, user, clock, clients }, provide) =>
    provide(async (options) => {
      const client = new ForeignClient({ url, ...user, clock, ...options })
      clients.push(client)
      await client.open()
      await expect.poll(() => client.isConnected).toBe(true)
      await client.settle()
      return client
    }),
  openTabs: async ({ user: { rest }, openClient }, provide) =>
    provide(async (skews, options) => {
      await rest.syncSettings({ workDuration: 25, breakDuration: 5, repetitions: 4 })
      const all: ForeignClient[] = []
      for (const seconds of skews)
        all.push(await openClient({ ...options, skewMs: seconds * 1000, savesRemoteStops: true }))
      const [first] = all
      const last = all.at(-1)
      const project = first?.state.projectId
      if (first === undefined || last === undefined || project === undefined || project === null)
        throw new Error('No tab')
      return { first, last, all, project }
    }),
  pages: async ({ browserName: _ }, provide) => provide([]),
  openPage: async ({ browser, testClockServer, clock, pages, user: { token } }, provide) => {
    const contexts: { close: () => Promise<void> }[] = []
    await provide(async () => {
      const context = await browser.newContext({ baseURL: testClockServer.url })
      contexts.push(context)
      const page = await context.newPage()
      await page.clock.install({ time: clock.now() })
      await page.addInitScript((token) => {
        localStorage.setItem('first-visit', 'false')
        localStorage.setItem('token', token)
      }, token)
      await page.goto('/')
      await expect(timerRegion(page)).toContainText('Focus')
      await expectConnected(page)
      pages.push(page)
      return page
    })
    for (const context of contexts) await context.close()
  },
  passTime: async ({ testClockServer, clock, clients, pages }, provide) =>
    provide(async (milliseconds) => {
      await Promise.all(clients.map((client) => client.settle()))
      await testClockServer.advanceTime(milliseconds, async () => {
        clock.advance(milliseconds)
        await Promise.all(pages.map((page) => page.clock.fastForward(milliseconds)))
      })
      await Promise.all(clients.map((client) => client.settle()))
    }),
  passToEnd: async ({ testClockServer: { url }, user: { rest }, passTime, clock, pages }, provide) =>
    provide(async (moment) => {
      // A phase waits if it ends while no page is connected, or while the server seems to sleep.
      await Promise.all(pages.map(expectConnected))
      const known = await countTimerJobs(url)
      await expect.poll(() => countTimerJobs(url), { intervals: [100] }).toBeGreaterThan(known)
      // A client that was told whole seconds ends the phase up to a second late.
      await passTime(Math.max(0, moment.to + 2000 - clock.now()))
      // The answer includes everything that is due.
      await rest.now()
    }),
  passCycle: async ({ timed, passToEnd, pages }, provide) =>
    provide(async (start, tabs, repetitions = 2) => {
      for (const tab of tabs) await tab.changeSettings({ workDuration: 1, breakDuration: 1, repetitions })
      for (const page of pages) await expect(page.getByRole('timer')).toHaveText('01:00')
      const first = await timed(async () => {
        await start()
        await expectStatus(tabs, 'running')
      })
      const started: Moment[] = []
      for (let repetition = 1; repetition <= repetitions; repetition += 1) {
        const begun = later(first, (repetition - 1) * 2 * MINUTE_MS)
        started.push(begun)
        await passToEnd(later(begun, MINUTE_MS))
        await expectPhase(tabs, 'break', repetition)
        await passToEnd(later(begun, 2 * MINUTE_MS))
        if (repetition < repetitions) await expectPhase(tabs, 'work', repetition + 1)
      }
      await expectStatus(tabs, 'idle')
      expect(tabs.map(({ saves }) => saves)).toEqual(tabs.map(() => repetitions))
      return started.map((moment, index) => ({
        worked: [[moment, later(moment, MINUTE_MS)]],
        notes: `Work session ${index + 1}/${repetitions}`,
      }))
    }),
  timed: async ({ clock }, provide) =>
    provide(async (action) => {
      const from = clock.now()
      await action()
      return { from, to: clock.now() }
    }),
  expectEntries: async ({ user: { rest }, clients, passTime }, provide) =>
    provide(async (expected) => {
      await Promise.all(clients.map((client) => client.settle()))
      await expect.poll(async () => findDifferences(await rest.entries(), expected)).toEqual([])
      await passTime(5000)
      // Reading the time reads the timer, which includes everything that is due.
      await rest.now()
      expect(findDifferences(await rest.entries(), expected)).toEqual([])
    }),
})

export const expectStatus = (tabs: ForeignClient[], status: string) =>
  expect.poll(() => tabs.map(({ state }) => state.status)).toEqual(tabs.map(() => status))
export const expectPhase = (tabs: ForeignClient[], mode: string, repetition: number) =>
  expect
    .poll(() => tabs.map(({ state }) => `${state.mode} ${state.currentRepetition}`))
    .toEqual(tabs.map(() => `${mode} ${repetition}`))

/** How often the server has looked for phases that are due. */
async function countTimerJobs(url: string) {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^ritmo_job_duration_seconds_count\{[^}]*name="timers"[^}]*\} (\d+)/m.exec(metrics)?.[1] ?? 0)
}

/** Disconnects a page of the web app and returns a function that connects it again. */
export async function disconnect(page: Page) {
  const sockets: WebSocketRoute[] = []
  let isBlocked = false
  // An offline browser context can still open WebSockets, so they are blocked here.
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isBlocked) void socket.close()
    else sockets.push(socket, socket.connectToServer())
  })
  await page.reload()
  await expectConnected(page)
  isBlocked = true
  await page.context().setOffline(true)
  for (const socket of sockets) await socket.close()
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible()
  return async () => {
    isBlocked = false
    await page.context().setOffline(false)
  }
}

const expectConnected = (page: Page) => expect(page.getByText('Connected', { exact: true })).toBeVisible()
