import { chromium, type Page } from '@playwright/test'
import { startServer } from '../e2e/support/server.ts'
import { findBrowser } from '../scripts/browser.ts'
import { buildWeb } from '../scripts/build-web.ts'

const KIB = 1024

/** KiB of brotli script that a first visit may download, notice aside; quality.md's bars. */
const BARS = { '/login': 120, '/register': 120, '/': 180 }
const CSS_BAR = 12

/** What Chromium really downloads for a page: script and style, compressed. */
export async function measure() {
  await buildWeb()
  const server = await startServer()
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] })
  try {
    const token = await signUp(server.url)
    const rows = []
    for (const [path, bar] of Object.entries(BARS)) {
      const page = await browser.newPage()
      const isPublic = path !== '/'
      await page.addInitScript(
        ([token]) => {
          localStorage.setItem('first-visit', 'false')
          if (token) localStorage.setItem('token', token)
        },
        [isPublic ? '' : token],
      )
      rows.push({ path, bar, ...(await download(page, server.url + path)) })
      await page.close()
    }
    for (const { path, script, bar, css } of rows)
      console.log(
        `web-size ${path}: script ${script.toFixed(1)} KiB (bar ${bar}), style ${css.toFixed(1)} KiB (bar ${CSS_BAR})`,
      )
    return rows.every(({ script, bar, css }) => script <= bar && css <= CSS_BAR)
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

async function download(page: Page, url: string) {
  await page.goto(url, { waitUntil: 'networkidle' })
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
