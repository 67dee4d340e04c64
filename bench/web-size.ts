import { type Browser, chromium, type Page } from '@playwright/test'
import { startServer } from '../e2e/support/server.ts'
import { findBrowser } from '../scripts/browser.ts'
import { buildWeb } from '../scripts/build-web.ts'

const KIB = 1024

/** KiB of brotli script that a first visit may download, notice aside; quality.md's bars. */
const BARS = { '/login': 120, '/register': 120, '/': 185 }
const CSS_BAR = 12
/** What going on from the dashboard to another page may cost, once that has all it wants. */
const MORE_BAR = 30
const OTHERS = [
  '/projects',
  '/projects/new',
  '/tasks',
  '/timer-presets',
  '/time-entries',
  '/time-entries?view=week',
  '/time-entries/new',
  '/reports',
  '/import',
  '/settings',
]
/** By then the dashboard has loaded what it may need without a network. */
const SETTLED_MS = 5_000

/** What Chromium really downloads for a page: script and style, compressed. */
export async function measure() {
  await buildWeb()
  const server = await startServer()
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] })
  try {
    const token = await signUp(server.url)
    const rows = []
    for (const [path, bar] of Object.entries(BARS)) {
      const page = await open(browser, path === '/' ? token : '')
      await page.goto(server.url + path, { waitUntil: 'networkidle' })
      rows.push({ path, bar, ...(await downloaded(page)) })
      await page.close()
    }
    const more = []
    for (const path of OTHERS) {
      const page = await open(browser, token)
      await page.goto(`${server.url}/`, { waitUntil: 'networkidle' })
      await page.waitForTimeout(SETTLED_MS)
      const before = await downloaded(page)
      await page.evaluate(goTo, path)
      await page.waitForTimeout(SETTLED_MS / 2)
      more.push({ path, script: (await downloaded(page)).script - before.script })
      await page.close()
    }
    for (const { path, script, bar, css } of rows)
      console.log(
        `web-size ${path}: script ${script.toFixed(1)} KiB (bar ${bar}), style ${css.toFixed(1)} KiB (bar ${CSS_BAR})`,
      )
    for (const { path, script } of more)
      console.log(`web-size ${path}: ${script.toFixed(1)} KiB of script more than the dashboard (bar ${MORE_BAR})`)
    return (
      rows.every(({ script, bar, css }) => script <= bar && css <= CSS_BAR) &&
      more.every(({ script }) => script <= MORE_BAR)
    )
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function signUp(url: string) {
  const account = { name: 'Bench', email: 'bench@example.org', password: 'Quiet river 42' }
  const reply = await fetch(`${url}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const { data } = (await reply.json()) as { data: { token: string } }
  return data.token
}

async function open(browser: Browser, token: string) {
  const page = await browser.newPage({ serviceWorkers: 'block' })
  await page.addInitScript((token) => {
    localStorage.setItem('first-visit', 'false')
    if (token) localStorage.setItem('token', token)
  }, token)
  return page
}

/** As a link does. */
function goTo(path: string) {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

async function downloaded(page: Page) {
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      const { name, encodedBodySize } = entry as PerformanceResourceTiming
      return { name, encodedBodySize }
    }),
  )
  const sum = (extension: string) =>
    files.filter(({ name }) => name.endsWith(extension)).reduce((total, file) => total + file.encodedBodySize, 0) / KIB
  return { script: sum('.js'), css: sum('.css') }
}
