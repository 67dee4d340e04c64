import type { APIRequestContext, Page, WebSocketRoute } from '@playwright/test'
import { expect, test as base } from './support/app.ts'
import { startClockedServer } from './support/server.ts'
import { clock, press, stage } from './support/stage.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const WORK = 52 * MINUTE

interface Fixtures {
  /** Ann's timer and entries, as the server has them. */
  truth: {
    run: () => Promise<{ log: { event: { at: number } }[] }>
    entries: () => Promise<Entry[]>
    left: () => Promise<number>
  }
  /** Lets time pass for the server and for every page of the story. */
  pass: (milliseconds: number) => Promise<void>
  /** Another device of the same person. */
  another: () => Promise<Page>
}

interface Entry {
  startTime: string
  duration: number
}

const test = base.extend<
  Fixtures & { pages: Page[]; token: string },
  { clocked: Awaited<ReturnType<typeof startClockedServer>> }
>({
  clocked: [
    async ({ browserName: _ }, use) => {
      const server = await startClockedServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ clocked }, use) => use(clocked.url),
  pages: async ({ page }, use) => {
    await page.clock.install()
    await use([page])
  },
  token: async ({ signUp, pages: _ }, use) => use((await signUp()).token),
  truth: async ({ request, token }, use) => use(truthFor(request, token)),
  pass: async ({ clocked, pages }, use) =>
    use(async (milliseconds) => {
      await clocked.pass(milliseconds)
      await Promise.all(pages.filter((page) => !page.isClosed()).map((page) => page.clock.fastForward(milliseconds)))
    }),
  another: async ({ browser, clocked, pages, token }, use) => {
    const contexts = [] as { close: () => Promise<void> }[]
    await use(async () => {
      const context = await browser.newContext({ baseURL: clocked.url })
      contexts.push(context)
      const page = await context.newPage()
      await page.clock.install()
      await page.addInitScript((token) => {
        localStorage.setItem('first-visit', 'false')
        localStorage.setItem('token', token)
      }, token)
      await page.goto('/')
      await expect(stage(page)).toBeVisible()
      pages.push(page)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

function truthFor(request: APIRequestContext, token: string): Fixtures['truth'] {
  const get = async (path: string) => {
    const reply = await request.get(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    return ((await reply.json()) as { data: never }).data
  }
  return {
    run: async () => ((await get('/timer')) as { run: never }).run,
    entries: () => get('/time-entries'),
    /** How many seconds the clock of a device should show. */
    left: async () => {
      const { now, run } = (await get('/timer')) as { now: number; run: { log: { event: { at: number } }[] } }
      return (WORK - (now - run.log[0]!.event.at)) / SECOND
    },
  }
}

async function shown(page: Page) {
  const text = (await clock(page).textContent()) ?? ''
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Right to the second. */
async function expectRight(page: Page, seconds: () => Promise<number>) {
  await expect.poll(async () => Math.abs((await shown(page)) - (await seconds()))).toBeLessThanOrEqual(1)
}

test('Y20 two devices show the same, whoever presses', async ({ page, another, truth, pass }) => {
  const other = await another()
  await press(page, 'Start')
  await expect(other.getByRole('button', { name: 'Pause' })).toBeVisible()
  await pass(10 * MINUTE)
  for (const device of [page, other]) await expectRight(device, truth.left)

  await press(other, 'Pause')
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  expect(await shown(page)).toBe(await shown(other))
  await press(page, 'Resume')
  await expect(other.getByRole('button', { name: 'Pause' })).toBeVisible()
  await press(other, 'Stop')
  await press(other, 'Yes')
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
  const entries = await truth.entries()
  expect(entries).toHaveLength(1)
  expect(Math.abs(entries[0]!.duration - 10 * MINUTE)).toBeLessThan(8 * SECOND)
})

test('Y21 a reload and a frozen tab cost no second', async ({ page, truth, pass }) => {
  await press(page, 'Start')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await pass(10 * MINUTE)
  await page.reload()
  await expectRight(page, truth.left)

  const session = await page.context().newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  await pass(20 * MINUTE)
  await session.send('Page.setWebLifecycleState', { state: 'active' })
  await expectRight(page, truth.left)
})

test('Y22 what is done without a network is saved once, with its true times, when it is back', async ({
  page,
  context,
  truth,
  pass,
}) => {
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
  await context.setOffline(true)
  await press(page, 'Start')
  await pass(10 * MINUTE)
  await press(page, 'Pause')
  await pass(5 * MINUTE)
  await press(page, 'Resume')
  await pass(5 * MINUTE)
  await press(page, 'Stop')
  await press(page, 'Yes')
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
  await page.reload().catch(() => {})
  await context.setOffline(false)
  await page.goto('/')
  await expect.poll(async () => (await truth.entries()).length).toBe(1)
  const [entry] = await truth.entries()
  expect(Math.abs(entry!.duration - 15 * MINUTE)).toBeLessThan(8 * SECOND)
})

/** A laptop that is shut: no page runs, no connection lives, only time passes. */
async function sleepThrough(page: Page, sockets: WebSocketRoute[], duration: () => Promise<void>) {
  await page.context().setOffline(true)
  for (const socket of sockets.splice(0)) await socket.close()
  await duration()
  await page.context().setOffline(false)
}

async function watchSockets(page: Page) {
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/socket\.io/, (socket) => {
    sockets.push(socket, socket.connectToServer())
  })
  await page.reload()
  await expect.poll(() => sockets.length).toBeGreaterThan(0)
  return sockets
}

test('Y23 eight hours of sleep: the session that ran is saved once with its own times, and the next waits', async ({
  page,
  truth,
  pass,
}) => {
  const sockets = await watchSockets(page)
  await press(page, 'Start')
  await expect.poll(async () => (await truth.run())?.log.length).toBe(1)
  const { event } = (await truth.run()).log[0]!
  await sleepThrough(page, sockets, () => pass(8 * HOUR))
  await expect(stage(page)).toContainText('waits for you')
  await expect
    .poll(() => truth.entries())
    .toEqual([expect.objectContaining({ startTime: new Date(event.at).toISOString(), duration: WORK })])
})

test('Y23 a stopwatch that ran through eight hours of sleep is right to the second', async ({ page, truth, pass }) => {
  const sockets = await watchSockets(page)
  await press(page, 'Stopwatch')
  await expect.poll(async () => (await truth.run())?.log.length).toBe(1)
  await sleepThrough(page, sockets, () => pass(8 * HOUR))
  await expectRight(page, async () => WORK / SECOND - (await truth.left()))
  await press(page, 'Stop')
  await press(page, 'Yes')
  await expect.poll(async () => (await truth.entries()).length).toBe(1)
  const [entry] = await truth.entries()
  expect(Math.abs(entry!.duration - 8 * HOUR)).toBeLessThan(10 * SECOND)
})

test('Y24 with every page closed the server saves the phase that runs; the next work waits', async ({
  page,
  another,
  clocked,
  truth,
}) => {
  await press(page, 'Start')
  await expect.poll(async () => (await truth.run())?.log.length).toBe(1)
  const { event } = (await truth.run()).log[0]!
  await page.close()
  await clocked.pass(2 * HOUR)
  await expect
    .poll(() => truth.entries())
    .toEqual([expect.objectContaining({ startTime: new Date(event.at).toISOString(), duration: WORK })])
  const later = await another()
  await expect(stage(later)).toContainText('waits for you')
  await press(later, 'Resume')
  await expect(later.getByRole('button', { name: 'Pause' })).toBeVisible()
  expect(await truth.entries()).toHaveLength(1)
})
