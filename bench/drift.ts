import { setTimeout } from 'node:timers/promises'
import { type Browser, chromium, type Page, type WebSocketRoute } from '@playwright/test'
import { startServerWithTestClock } from '../e2e/support/server.ts'
import { findBrowser } from '../scripts/browser.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { MINUTE_MS, SECOND_MS } from '../src/core/time/units.ts'
import { type Account, get, median, openAccount } from './support/account.ts'

const NIGHT_MS = 8 * 60 * MINUTE_MS
const SAMPLES = 9
/** Longer than the server takes to notice that a connection is dead. */
const PATIENCE_MS = 90_000

type Server = Awaited<ReturnType<typeof startServerWithTestClock>>

interface Device {
  server: Server
  page: Page
  /** Ends every connection and lets none be made. */
  cut: () => Promise<void>
  mend: () => Promise<void>
}

interface State {
  /** Timers run as they do in the background: once a minute. */
  isByMinutes: boolean
  pass: (device: Device) => Promise<void>
}

/** What a browser may do to a page that nobody looks at, for eight hours in which a stopwatch runs. */
const STATES: Record<string, State> = {
  hidden: {
    isByMinutes: true,
    async pass(device) {
      await setVisibility(device.page, 'hidden')
      await passByMinutes(device)
      await setVisibility(device.page, 'visible')
    },
  },
  throttled: {
    isByMinutes: true,
    async pass(device) {
      const session = await device.page.context().newCDPSession(device.page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
      await passByMinutes(device)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    },
  },
  frozen: {
    isByMinutes: false,
    async pass({ server, page }) {
      const session = await page.context().newCDPSession(page)
      await session.send('Page.setWebLifecycleState', { state: 'frozen' })
      await server.advanceTime(NIGHT_MS)
      await page.evaluate(moveOn, { wall: NIGHT_MS, mono: NIGHT_MS })
      await session.send('Page.setWebLifecycleState', { state: 'active' })
    },
  },
  slept: {
    isByMinutes: false,
    async pass({ server, page, cut, mend }) {
      await cut()
      await server.advanceTime(NIGHT_MS)
      // What counts from the opening of a page stands still while a computer sleeps.
      await page.evaluate(moveOn, { wall: NIGHT_MS, mono: 0 })
      await mend()
    },
  },
}

export async function measure() {
  await buildWeb()
  const server = await startServerWithTestClock()
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const results: boolean[] = []
    for (const [name, state] of Object.entries(STATES)) {
      const account = await openAccount(server.url, `drift-${name}`)
      const device = await openDevice(server, browser, account, state)
      const { shown, saved, entries } = await spendNight(device, account, state)
      await device.page.context().close()
      console.log(
        `drift ${name}: displayed ${shown} s off (bar 0), saved ${saved.toFixed(1)} s off (bar 0), ${entries} entry`,
      )
      results.push(entries === 1 && shown === 0 && Math.abs(saved) < 0.05)
    }
    return results.every(Boolean)
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** How far off, in seconds, a stopwatch is after such a night: what is shown, and what is saved when it is stopped. */
async function spendNight(device: Device, account: Account, { pass }: State) {
  const { server, page } = device
  const press = (button: string) => page.getByRole('button', { name: button, exact: true }).click()
  const timer = () => read<Timer>(server, '/timer', account)
  const saved = () => read<{ duration: number }[]>(server, '/time-entries', account)

  const started = await bounds(timer, async () => {
    await press('Stopwatch')
    await until(async () => (await timer()).run !== null)
  })
  await pass(device)
  await page.getByText('Connected', { exact: true }).waitFor({ timeout: PATIENCE_MS })
  const shown: number[] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await page.waitForTimeout(0.3 * SECOND_MS)
    shown.push(await shownOff(page, timer))
  }
  const stopped = await bounds(timer, async () => {
    await press('Stop')
    await press('Yes')
    await until(async () => (await saved()).length > 0)
  })
  const entries = await saved()
  const off = outside(entries[0]?.duration ?? 0, stopped.before - started.after, stopped.after - started.before)
  return { shown: median(shown), saved: off / SECOND_MS, entries: entries.length }
}

interface Timer {
  now: number
  run: { log: { event: { at: number } }[] } | null
}

async function read<Data>({ url }: Server, path: string, { token }: Account) {
  return (JSON.parse(await get(url, path, token)) as { data: Data }).data
}

/** The server's time before and after something was done. */
async function bounds(timer: () => Promise<Timer>, act: () => Promise<void>) {
  const before = (await timer()).now
  await act()
  return { before, after: (await timer()).now }
}

/** How many whole seconds a page is ahead of what the server would show, or behind it. */
async function shownOff(page: Page, timer: () => Promise<Timer>) {
  const { now: before, run } = await timer()
  const text = (await page.getByRole('timer').textContent()) ?? ''
  const { now: after } = await timer()
  const startedAt = run?.log[0]?.event.at ?? Number.NaN
  const shown = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  const [least, most] = [before, after].map((now) => Math.floor((now - startedAt) / SECOND_MS)) as [number, number]
  return outside(shown, least, most)
}

/** How far a value lies beyond the nearer end of a range. */
function outside(value: number, least: number, most: number) {
  if (value < least) return value - least
  return value > most ? value - most : 0
}

async function until(isSo: () => Promise<boolean>) {
  const end = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('The server has not noticed')
    await setTimeout(100)
  }
}

async function openDevice(server: Server, browser: Browser, account: Account, state: State): Promise<Device> {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const network = await watchSockets(page)
  const { now } = await read<Timer>(server, '/timer', account)
  if (state.isByMinutes) await page.clock.install({ time: now })
  else await page.addInitScript(makeMovable, now - Date.now())
  await page.addInitScript((token) => {
    localStorage.setItem('first-visit', 'false')
    localStorage.setItem('token', token)
  }, account.token)
  await page.goto(server.url)
  await page.getByText('Connected', { exact: true }).waitFor()
  return {
    server,
    page,
    async cut() {
      network.isShut = true
      await context.setOffline(true)
      for (const socket of network.sockets.splice(0)) await socket.close()
      const connected = async () =>
        /^sockets_connected (\d+)/m.exec(await (await fetch(`${server.url}/metrics`)).text())
      await until(async () => (await connected())?.[1] === '0')
    },
    async mend() {
      network.isShut = false
      await context.setOffline(false)
    },
  }
}

/** Being offline does not keep a browser from having sockets. */
async function watchSockets(page: Page) {
  const network = { sockets: [] as WebSocketRoute[], isShut: false }
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (network.isShut) void socket.close()
    else network.sockets.push(socket, socket.connectToServer())
  })
  return network
}

/** Eight hours in which timers are looked at once a minute. */
async function passByMinutes({ server, page }: Device) {
  for (let passed = 0; passed < NIGHT_MS; passed += MINUTE_MS) {
    await server.advanceTime(MINUTE_MS)
    await page.clock.fastForward(MINUTE_MS)
  }
}

async function setVisibility(page: Page, state: DocumentVisibilityState) {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

interface Move {
  wall: number
  mono: number
}

/** Gives a page two clocks that can be moved on: the one of the wall, and the one that counts from its opening. */
function makeMovable(ahead: number) {
  const moved: Move = { wall: ahead, mono: 0 }
  const mono = performance.now.bind(performance)
  const wall = () => performance.timeOrigin + mono() + moved.wall
  performance.now = () => mono() + moved.mono
  globalThis.Date = new Proxy(Date, {
    construct: (target, given: [], self) =>
      Reflect.construct(target, given.length > 0 ? given : [wall()], self) as Date,
    get: (target, name) => (name === 'now' ? () => Math.floor(wall()) : (Reflect.get(target, name) as unknown)),
  })
  Object.assign(globalThis, { moved })
}

function moveOn(by: Move) {
  const { moved } = globalThis as unknown as { moved: Move }
  moved.wall += by.wall
  moved.mono += by.mono
}
