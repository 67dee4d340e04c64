import { type Browser, chromium, type Page } from '@playwright/test'
import { startServer } from '../e2e/support/server.ts'
import { requireBrowser } from '../scripts/browser.ts'
import { buildWeb } from '../scripts/web-build/build-web.ts'

const KIB = 1024

/** KiB of brotli-compressed script that a first visit may download. */
const BARS = { '/login': 120, '/register': 120, '/': 185 }
const CSS_BAR = 12
/** KiB of script that opening another page from the dashboard may add. */
const EXTRA_BAR = 30
const OTHER_PAGES = [
  '/projects',
  '/projects/new',
  '/tasks',
  '/timer-presets',
  '/time-entries',
  '/time-entries?view=week',
  '/time-entries/new',
  '/reports',
  '/review',
  '/import',
  '/settings',
  '/settings/tokens',
  '/settings/webhooks',
  '/settings/calendars',
  '/settings/shared-reports',
]
/** By then the dashboard has prefetched what it needs without a network. */
const IDLE_AFTER_MS = 5_000

/** The compressed script and style that Chromium downloads for each page. */
export async function measure() {
  const executablePath = await requireBrowser()
  await buildWeb()
  const server = await startServer()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const token = await signUp(server.url)
    const rows = []
    for (const [path, bar] of Object.entries(BARS)) {
      const page = await openPage(browser, path === '/' ? token : '')
      await page.goto(server.url + path, { waitUntil: 'networkidle' })
      rows.push({ path, bar, ...(await measureDownloads(page)) })
      await page.close()
    }
    const extras = []
    for (const path of OTHER_PAGES) {
      const page = await openPage(browser, token)
      await page.goto(`${server.url}/`, { waitUntil: 'networkidle' })
      await page.waitForTimeout(IDLE_AFTER_MS)
      const before = await measureDownloads(page)
      await page.evaluate(navigate, path)
      await page.waitForTimeout(IDLE_AFTER_MS / 2)
      extras.push({ path, script: (await measureDownloads(page)).script - before.script })
      await page.close()
    }
    for (const { path, script, bar, css } of rows)
      console.log(
        `web-size ${path}: script ${script.toFixed(1)} KiB (bar ${bar}), style ${css.toFixed(1)} KiB (bar ${CSS_BAR})`,
      )
    for (const { path, script } of extras)
      console.log(`web-size ${path}: ${script.toFixed(1)} KiB of script more than the dashboard (bar ${EXTRA_BAR})`)
    return (
      rows.every(({ script, bar, css }) => script <= bar && css <= CSS_BAR) &&
      extras.every(({ script }) => script <= EXTRA_BAR)
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

async function openPage(browser: Browser, token: string) {
  const page = await browser.newPage({ serviceWorkers: 'block' })
  await page.addInitScript((token) => {
    localStorage.setItem('first-visit', 'false')
    if (token) localStorage.setItem('token', token)
  }, token)
  return page
}

/** Navigates without a reload, like a link of the app. */
function navigate(path: string) {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

async function measureDownloads(page: Page) {
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
