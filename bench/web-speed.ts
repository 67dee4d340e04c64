import { chromium } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startServer } from '../e2e/support/server.ts'
import { requireBrowser } from '../scripts/browser.ts'
import { ROOT, run } from '../scripts/run.ts'
import { findFreePort } from '../scripts/topology/free-port.ts'
import { buildWeb } from '../scripts/web-build/build-web.ts'
import { MINUTE_MS } from '../src/core/time/units.ts'
import { median, registerAccount, writeEntries } from './support/account.ts'

const ROUNDS = 5
const PAGES = ['/login', '/', '/time-entries', '/reports']
const ENTRIES = 2_000
const BARS = { performance: 90, accessibility: 100, bestPractices: 95, shift: 0.02 }

/** A separate package with its own lock file, because only this benchmark needs its hundred packages. */
const FOLDER = join(ROOT, 'bench/lighthouse')
const LIGHTHOUSE = join(FOLDER, 'node_modules/lighthouse/core/index.js')

/** Cleared before each visit, so that it is a first visit except for the session in local storage. */
const CLEARED_STORAGE = ['file_systems', 'shader_cache', 'service_workers', 'cache_storage', 'indexeddb']

interface Report {
  runtimeError?: { message: string }
  categories: Record<'performance' | 'accessibility' | 'best-practices', { score: number | null }>
  audits: Record<string, { title: string; score: number | null; scoreDisplayMode: string; numericValue?: number }>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report }>

/** Lighthouse scores of the pages on a phone with simulated slow processor and network. */
export async function measure() {
  const executablePath = await requireBrowser()
  await buildWeb()
  const lighthouse = await installLighthouse()
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'ritmo-web-speed-'))
  const server = await startServer({ DATA_DIR })
  const browser = await launchBrowser(executablePath, DATA_DIR)
  try {
    const token = await createAccountWithEntries(server.url, DATA_DIR)
    const results: boolean[] = []
    for (const path of PAGES) {
      await prepareStorage(browser.endpoint, server.url, path === '/login' ? undefined : token)
      const reports: Report[] = []
      const flags = { port: browser.port, logLevel: 'error', clearStorageTypes: CLEARED_STORAGE }
      for (let failures = 0; reports.length < ROUNDS;) {
        const { lhr } = await lighthouse(server.url + path, flags)
        if (lhr.runtimeError === undefined) reports.push(lhr)
        // Lighthouse sometimes misses the start of a visit. Such a visit gives no figures, so it is repeated.
        else if (++failures === ROUNDS)
          throw new Error(`Lighthouse could not measure ${path}: ${lhr.runtimeError.message}`)
      }
      results.push(printScores(path, reports))
    }
    return results.every(Boolean)
  } finally {
    await browser.stop()
    await server.stop()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

async function installLighthouse() {
  if (!existsSync(LIGHTHOUSE)) {
    console.log('Installing Lighthouse …')
    const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const { ok, output } = await run('npm', options, {
      cwd: FOLDER,
      stdio: 'pipe',
      shell: process.platform === 'win32',
    })
    if (!ok) throw new Error(`Lighthouse could not be installed:\n${output}`)
  }
  const { default: lighthouse } = (await import(LIGHTHOUSE)) as { default: Lighthouse }
  return lighthouse
}

/** A Chromium without Playwright, whose additions to pages would be measured too. */
async function launchBrowser(executablePath: string, folder: string) {
  const port = await findFreePort()
  const endpoint = `http://127.0.0.1:${port}`
  const options = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-extensions']
  const child = spawn(
    executablePath,
    [...options, `--remote-debugging-port=${port}`, `--user-data-dir=${join(folder, 'browser')}`, 'about:blank'],
    { stdio: 'ignore' },
  )
  const isUp = () =>
    fetch(`${endpoint}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (child.exitCode === null && !(await isUp())) await setTimeout(100)
  return {
    port,
    endpoint,
    async stop() {
      const exited = once(child, 'exit')
      if (child.exitCode !== null || !child.kill()) return
      await exited
    },
  }
}

/** Registers a user with eight entries a day. */
async function createAccountWithEntries(url: string, dataDir: string) {
  const { id, token, project } = await registerAccount(url, 'web-speed')
  const today = new Date().setHours(0, 0, 0, 0)
  const worked = Array.from({ length: ENTRIES }, (_, index) => ({
    project,
    start: today - Math.ceil((index + 1) / 8) * 24 * 60 * MINUTE_MS + (8 * 60 + (index % 8) * 60) * MINUTE_MS,
    length: 30 * MINUTE_MS,
  }))
  writeEntries(dataDir, id, worked)
  return token
}

/** Writes the session to the browser's local storage. */
async function prepareStorage(endpoint: string, url: string, token: string | undefined) {
  const browser = await chromium.connectOverCDP(endpoint)
  const page = await browser.contexts().at(0)!.newPage()
  await page.goto(`${url}/health`)
  await page.evaluate((token) => {
    localStorage.setItem('first-visit', 'false')
    if (token !== undefined) localStorage.setItem('token', token)
  }, token)
  await page.close()
  await browser.close()
}

function printScores(path: string, reports: readonly Report[]) {
  const score = (name: keyof Report['categories']) =>
    reports.map(({ categories }) => (categories[name].score ?? 0) * 100)
  const value = (audit: string) => reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN)
  const performance = median(score('performance'))
  const accessibility = Math.min(...score('accessibility'))
  const bestPractices = Math.min(...score('best-practices'))
  const shift = Math.max(...value('cumulative-layout-shift'))
  const [largest, blocked] = ['largest-contentful-paint', 'total-blocking-time'].map((audit) => median(value(audit)))
  console.log(
    `web-speed ${path}: performance ${performance.toFixed(0)} (bar ${BARS.performance}), ` +
      `accessibility ${accessibility.toFixed(0)} (bar ${BARS.accessibility}), ` +
      `best practices ${bestPractices.toFixed(0)} (bar ${BARS.bestPractices}), ` +
      `layout shift ${shift.toFixed(3)} (bar ${BARS.shift}), ` +
      `largest paint ${largest?.toFixed(0)} ms, blocked ${blocked?.toFixed(0)} ms`,
  )
  return (
    performance >= BARS.performance &&
    accessibility >= BARS.accessibility &&
    bestPractices >= BARS.bestPractices &&
    shift <= BARS.shift
  )
}
