import { type Browser, chromium, type Page, type WebSocketRoute } from '@playwright/test'
import { setTimeout } from 'node:timers/promises'
import { startServerWithTestClock } from '../e2e/support/server.ts'
import { requireBrowser } from '../scripts/browser.ts'
import { buildWeb } from '../scripts/web-build/build-web.ts'
import { MINUTE_MS, SECOND_MS } from '../src/core/time/units.ts'
import { type Account, get, median, registerAccount } from './support/account.ts'

const NIGHT_MS = 8 * 60 * MINUTE_MS
const SAMPLES = 9
/** Longer than the server takes to notice a dead connection. */
const TIMEOUT_MS = 90_000

type Server = Awaited<ReturnType<typeof startServerWithTestClock>>

interface Device {
  server: Server
  page: Page
  /** Closes every connection and prevents new ones. */
  disconnect: () => Promise<void>
  reconnect: () => Promise<void>
}

interface Condition {
  /** Timers fire once a minute, as in a background tab. */
  hasFakeTimers: boolean
  spendNight: (device: Device) => Promise<void>
}

/** States of a page in the background during eight hours of a running stopwatch. */
const CONDITIONS: Record<string, Condition> = {
  hidden: {
    hasFakeTimers: true,
    async spendNight(device) {
      await setVisibility(device.page, 'hidden')
      await advanceByMinutes(device)
      await setVisibility(device.page, 'visible')
    },
  },
  throttled: {
    hasFakeTimers: true,
    async spendNight(device) {
      const session = await device.page.context().newCDPSession(device.page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
      await advanceByMinutes(device)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    },
  },
  frozen: {
    hasFakeTimers: false,
    async spendNight({ server, page }) {
      const session = await page.context().newCDPSession(page)
      await session.send('Page.setWebLifecycleState', { state: 'frozen' })
      await server.advanceTime(NIGHT_MS)
      await page.evaluate(advanceClocks, { wall: NIGHT_MS, mono: NIGHT_MS })
      await session.send('Page.setWebLifecycleState', { state: 'active' })
    },
  },
  slept: {
    hasFakeTimers: false,
    async spendNight({ server, page, disconnect, reconnect }) {
      await disconnect()
      await server.advanceTime(NIGHT_MS)
      // performance.now() stands still while a computer sleeps.
      await page.evaluate(advanceClocks, { wall: NIGHT_MS, mono: 0 })
      await reconnect()
    },
  },
}

export async function measure() {
  const executablePath = await requireBrowser()
  await buildWeb()
  const server = await startServerWithTestClock()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const results: boolean[] = []
    for (const [name, condition] of Object.entries(CONDITIONS)) {
      const account = await registerAccount(server.url, `drift-${name}`)
      const device = await openDevice(server, browser, account, condition)
      const { shown, saved, entries } = await measureNight(device, account, condition)
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

/** Returns by how many seconds the displayed time and, once stopped, the saved duration are wrong after the night. */
async function measureNight(device: Device, account: Account, { spendNight }: Condition) {
  const { server, page } = device
  const click = (button: string) => page.getByRole('button', { name: button, exact: true }).click()
  const timer = () => readData<TimerReply>(server, '/timer', account)
  const saved = () => readData<{ duration: number }[]>(server, '/time-entries', account)

  const started = await readServerTimeAround(timer, async () => {
    await click('Stopwatch')
    await waitUntil(async () => (await timer()).run !== null)
  })
  await spendNight(device)
  await page.getByText('Connected', { exact: true }).waitFor({ timeout: TIMEOUT_MS })
  const shown: number[] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await page.waitForTimeout(0.3 * SECOND_MS)
    shown.push(await measureDisplayError(page, timer))
  }
  const stopped = await readServerTimeAround(timer, async () => {
    await click('Stop')
    await click('Yes')
    await waitUntil(async () => (await saved()).length > 0)
  })
  const entries = await saved()
  const off = distanceOutside(entries[0]?.duration ?? 0, stopped.before - started.after, stopped.after - started.before)
  return { shown: median(shown), saved: off / SECOND_MS, entries: entries.length }
}

interface TimerReply {
  now: number
  run: { log: { event: { at: number } }[] } | null
}

async function readData<Data>({ url }: Server, path: string, { token }: Account) {
  return (JSON.parse(await get(url, path, token)) as { data: Data }).data
}

/** The server's time before and after an action. */
async function readServerTimeAround(timer: () => Promise<TimerReply>, act: () => Promise<void>) {
  const before = (await timer()).now
  await act()
  return { before, after: (await timer()).now }
}

/** By how many whole seconds the displayed time is ahead of the server's, or behind it if negative. */
async function measureDisplayError(page: Page, timer: () => Promise<TimerReply>) {
  const { now: before, run } = await timer()
  const text = (await page.getByRole('timer').textContent()) ?? ''
  const { now: after } = await timer()
  const startedAt = run?.log[0]?.event.at ?? Number.NaN
  const shown = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  const [min, max] = [before, after].map((now) => Math.floor((now - startedAt) / SECOND_MS)) as [number, number]
  return distanceOutside(shown, min, max)
}

/** How far a value lies outside a range; 0 if it lies within. */
function distanceOutside(value: number, min: number, max: number) {
  if (value < min) return value - min
  return value > max ? value - max : 0
}

async function waitUntil(condition: () => Promise<boolean>) {
  const end = Date.now() + TIMEOUT_MS
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`The server did not react within ${TIMEOUT_MS} ms`)
    await setTimeout(100)
  }
}

async function openDevice(server: Server, browser: Browser, account: Account, condition: Condition): Promise<Device> {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const network = await interceptSockets(page)
  const { now } = await readData<TimerReply>(server, '/timer', account)
  if (condition.hasFakeTimers) await page.clock.install({ time: now })
  else await page.addInitScript(installMovableClocks, now - Date.now())
  await page.addInitScript((token) => {
    localStorage.setItem('first-visit', 'false')
    localStorage.setItem('token', token)
  }, account.token)
  await page.goto(server.url)
  await page.getByText('Connected', { exact: true }).waitFor()
  return {
    server,
    page,
    async disconnect() {
      network.isDown = true
      await context.setOffline(true)
      for (const socket of network.sockets.splice(0)) await socket.close()
      const connected = async () =>
        /^ritmo_sockets_connected (\d+)/m.exec(await (await fetch(`${server.url}/metrics`)).text())
      await waitUntil(async () => (await connected())?.[1] === '0')
    },
    async reconnect() {
      network.isDown = false
      await context.setOffline(false)
    },
  }
}

/** Closes sockets while the network is down, because setOffline does not affect them. */
async function interceptSockets(page: Page) {
  const network = { sockets: [] as WebSocketRoute[], isDown: false }
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (network.isDown) void socket.close()
    else network.sockets.push(socket, socket.connectToServer())
  })
  return network
}

/** Advances both clocks by eight hours in steps of a minute. */
async function advanceByMinutes({ server, page }: Device) {
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

interface ClockShift {
  wall: number
  mono: number
}

/** Makes `Date` and `performance.now()` of a page adjustable, independently of each other. */
function installMovableClocks(ahead: number) {
  const clockShift: ClockShift = { wall: ahead, mono: 0 }
  const mono = performance.now.bind(performance)
  const wall = () => performance.timeOrigin + mono() + clockShift.wall
  performance.now = () => mono() + clockShift.mono
  globalThis.Date = new Proxy(Date, {
    construct: (target, given: [], self) =>
      Reflect.construct(target, given.length > 0 ? given : [wall()], self) as Date,
    get: (target, name) => (name === 'now' ? () => Math.floor(wall()) : (Reflect.get(target, name) as unknown)),
  })
  Object.assign(globalThis, { clockShift })
}

function advanceClocks(by: ClockShift) {
  const { clockShift } = globalThis as unknown as { clockShift: ClockShift }
  clockShift.wall += by.wall
  clockShift.mono += by.mono
}
