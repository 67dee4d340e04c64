import { type Browser, chromium, type Page } from '@playwright/test'
import { startServer } from '../e2e/support/server.ts'
import { requireBrowser } from '../scripts/browser.ts'
import { buildWeb } from '../scripts/web-build/build-web.ts'
import { HOUR_MS } from '../src/core/time/units.ts'
import { median, registerAccount } from './support/account.ts'

const BAR_MS = 100
const WATCHED_SECONDS = 20

/** How far apart two devices of a user show the same second, with clocks an hour slow and an hour fast. */
export async function measure() {
  const executablePath = await requireBrowser()
  await buildWeb()
  const server = await startServer()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const { token } = await registerAccount(server.url, 'skew')
    const slow = await openDevice(browser, { url: server.url, token, ahead: -HOUR_MS })
    const fast = await openDevice(browser, { url: server.url, token, ahead: HOUR_MS })
    await slow.getByRole('button', { name: 'Stopwatch', exact: true }).click()
    await fast.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    const [early, late] = await Promise.all([slow, fast].map((page) => page.evaluate(() => Date.now())))
    const hoursApart = ((late ?? 0) - (early ?? 0)) / HOUR_MS
    const [one, other] = await Promise.all([slow, fast].map(recordDisplayedSeconds))
    const differences = [...(one ?? [])].flatMap(([text, at]) => {
      const otherAt = other?.get(text)
      return otherAt === undefined ? [] : [Math.abs(at - otherAt)]
    })
    const worst = Math.max(...differences)
    console.log(
      `skew: ${worst.toFixed(0)} ms at most between two displays (bar ${BAR_MS}) in ${differences.length} seconds, median ${median(differences).toFixed(0)} ms, clocks ${hoursApart.toFixed(1)} hours apart`,
    )
    return differences.length > WATCHED_SECONDS / 2 && worst <= BAR_MS
  } finally {
    await browser.close()
    await server.stop()
  }
}

interface Device {
  url: string
  token: string
  ahead: number
}

async function openDevice(browser: Browser, { url, token, ahead }: Device) {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.addInitScript(setClock, ahead)
  await page.addInitScript((token) => {
    localStorage.setItem('first-visit', 'false')
    localStorage.setItem('token', token)
  }, token)
  await page.goto(url)
  await page.getByText('Connected', { exact: true }).waitFor()
  return page
}

/** Shifts `Date` of a page; `performance.now()` stays right. */
function setClock(ahead: number) {
  const now = () => performance.timeOrigin + performance.now() + ahead
  globalThis.Date = new Proxy(Date, {
    construct: (target, given: [], self) => Reflect.construct(target, given.length > 0 ? given : [now()], self) as Date,
    get: (target, name) => (name === 'now' ? () => Math.floor(now()) : (Reflect.get(target, name) as unknown)),
  })
}

/** When the page first shows each second, by the clock that all pages of a browser share. */
async function recordDisplayedSeconds(page: Page) {
  const shown = await page.getByRole('timer').evaluate(
    (timer, count) =>
      new Promise<[text: string, at: number][]>((resolve) => {
        const shown: [string, number][] = []
        new MutationObserver((_records, observer) => {
          shown.push([timer.textContent, performance.timeOrigin + performance.now()])
          if (shown.length < count) return
          observer.disconnect()
          resolve(shown)
        }).observe(timer, { subtree: true, childList: true, characterData: true })
      }),
    WATCHED_SECONDS,
  )
  return new Map(shown)
}
