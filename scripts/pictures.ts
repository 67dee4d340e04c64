import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { startServer } from '../e2e/support/server.ts'
import { DAY_MS, MINUTE_MS } from '../src/core/time/units.ts'
import { findBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { ROOT } from './run.ts'

const FOLDER = join(ROOT, 'docs/images')
const DESK = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

interface Picture {
  name: string
  path: string
  size?: BrowserContextOptions
  /** As somebody sees it who has just come. */
  isNew?: true
  /** What is done before it is taken. */
  act?: (page: Page) => Promise<unknown>
}

/** A whole week, whatever day it is. */
const LAST_WEEK = `/reports?from=${new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10)}`
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const key = (name: string) => (page: Page) => page.keyboard.press(name)

/** In this order: what one starts, the next ones show. */
const PICTURES: Picture[] = [
  { name: 'dashboard-new', path: '/', isNew: true },
  { name: 'dashboard-ready', path: '/' },
  { name: 'time-entries', path: '/time-entries' },
  { name: 'time-entries-edit', path: '/time-entries', act: (page) => page.getByText('First draft').first().click() },
  { name: 'time-entries-selected', path: '/time-entries', act: selectThree },
  { name: 'time-entries-week', path: '/time-entries?view=week' },
  { name: 'time-entries-new', path: '/time-entries/new' },
  { name: 'time-entries-offline', path: '/time-entries', act: changeOffline },
  { name: 'reports', path: LAST_WEEK },
  { name: 'reports-lines', path: LAST_WEEK, act: openLines },
  { name: 'reports-export', path: LAST_WEEK, act: button('Export') },
  { name: 'phone-reports', path: LAST_WEEK, size: PHONE },
  { name: 'import', path: '/import' },
  { name: 'import-preview', path: '/import', act: chooseFile },
  { name: 'projects', path: '/projects' },
  { name: 'project-new', path: '/projects/new' },
  { name: 'tasks', path: '/tasks' },
  { name: 'presets', path: '/timer-presets' },
  { name: 'settings', path: '/settings' },
  { name: 'palette', path: '/projects', act: key('Control+k') },
  { name: 'shortcuts', path: '/projects', act: key('?') },
  { name: 'phone-entries', path: '/time-entries', size: PHONE },
  { name: 'dashboard-work', path: '/', act: button('Start') },
  { name: 'dashboard-save', path: '/', act: button('Stop') },
  { name: 'sticky-bar', path: '/projects' },
  { name: 'full-screen', path: '/', act: key('f') },
  { name: 'phone-dashboard', path: '/', size: PHONE },
  { name: 'phone-bar', path: '/projects', size: PHONE },
  { name: 'dashboard-paused', path: '/', act: button('Pause') },
  { name: 'dashboard-break', path: '/', act: skipToBreak },
]

const STRANGERS: Picture[] = [
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
]

/** Names on the command line: only those. */
const WANTED = process.argv.slice(2)
const isWanted = ({ name }: Picture) => WANTED.length === 0 || WANTED.includes(name)

await buildWeb()
mkdirSync(FOLDER, { recursive: true })
const server = await startServer()
const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] })
for (const theme of ['light', 'dark'] as const) await takeAll(browser, theme)
await browser.close()
await server.stop()

async function takeAll(browser: Browser, theme: 'light' | 'dark') {
  const person = await signUp(theme)
  const stranger = await signUp(`new-${theme}`, theme)
  for (const picture of PICTURES.filter(isWanted))
    await take(browser, picture, { theme, token: picture.isNew ? stranger.token : person.token })
  for (const picture of STRANGERS.filter(isWanted)) await take(browser, picture, { theme, token: '' })
}

async function take(browser: Browser, picture: Picture, { theme, token }: { theme: string; token: string }) {
  const context = await browser.newContext({
    baseURL: server.url,
    timezoneId: 'Europe/Madrid',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...(picture.size ?? DESK),
  })
  const page = await context.newPage()
  await page.addInitScript(
    ([theme, token]) => {
      localStorage.setItem('first-visit', 'false')
      localStorage.setItem('signals', '{"notifications":"off"}')
      localStorage.setItem('theme', theme!)
      if (token) localStorage.setItem('token', token)
    },
    [theme, token],
  )
  await page.goto(picture.path, { waitUntil: 'networkidle' })
  await page.waitForTimeout(1_000)
  await picture.act?.(page)
  await page.waitForTimeout(1_500)
  await page.screenshot({ path: join(FOLDER, `${picture.name}-${theme}.png`) })
  await context.close()
  console.log(`${picture.name}-${theme}`)
}

async function openLines(page: Page) {
  const all = page.getByRole('button', { name: 'Expand all' })
  await all.click()
  await page.getByRole('heading', { name: 'Breakdown' }).evaluate((heading) => heading.scrollIntoView())
  await page.mouse.wheel(0, -80)
}

async function selectThree(page: Page) {
  const boxes = page.getByRole('checkbox', { name: /^Select/ })
  for (const place of [1, 2, 3]) await boxes.nth(place).check({ force: true })
}

/** A table with dates that can be two days, a row without a start, and a column that nobody knows. */
async function chooseFile(page: Page) {
  const line = (place: number) =>
    `0${(place % 6) + 1}/0${(place % 3) + 7}/2025;09:${10 + place};1${place % 4}:${20 + place};Northwind;${['Website', 'Research', 'Archive'][place % 3]};First draft;calm`
  const rows = Array.from({ length: 24 }, (_, place) => line(place))
  const text = ['Date;From;To;Client;Project;Notes;Mood', ...rows, '05/08/2025;;11:00;Northwind;Website;Calls;'].join(
    '\n',
  )
  const file = { name: 'hours-2025.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('Choose a file').setInputFiles(file)
  await page.getByRole('button', { name: /^Import/ }).waitFor()
}

async function changeOffline(page: Page) {
  // By then the page has what it needs without a server.
  await page.waitForTimeout(3_000)
  await page.getByText('First draft').first().click()
  const notes = page.getByRole('form', { name: 'Edit time entry' }).getByRole('textbox', { name: 'Notes' })
  await notes.fill('Second draft')
  await page.context().setOffline(true)
  await notes.press('Enter')
  await page.getByText('Waiting to be sent').first().waitFor({ state: 'attached' })
  // What was said at once has gone by then.
  await page.waitForTimeout(8_000)
}

async function skipToBreak(page: Page) {
  await button('Skip')(page)
  await page
    .getByRole('button', { name: 'Yes' })
    .click({ timeout: 2_000 })
    .catch(() => undefined)
}

/** Somebody who has worked for some weeks. */
async function signUp(name: string, theme = name) {
  const account = { name: 'Your Name', email: `${name}@example.org`, password: 'Quiet river 42', theme }
  const { token } = await post<{ token: string }>('/users/register', account)
  if (name !== theme) return { token }
  const make = async (path: string, draft: object) => (await post<{ id: string }>(path, draft, token)).id
  const client = await make('/clients', { name: 'Northwind', color: '#0f766e' })
  const projects = [
    await make('/projects', { name: 'Website', color: '#0284c7', client }),
    await make('/projects', { name: 'Research', color: '#65a30d' }),
    await make('/projects', { name: 'Invoices', color: '#dc2626', client }),
    await make('/projects', { name: 'Translation', color: '#7c3aed' }),
  ]
  const task = await make('/tasks', { name: 'Landing page', project: projects[0], status: 'inProgress' })
  await make('/tasks', { name: 'Reading list', project: projects[1] })
  const tag = await make('/tags', { name: 'deep work', color: '#0284c7' })
  for (const { start, end, place } of weeksOfWork())
    await make('/time-entries', {
      project: projects[place % projects.length],
      task: place % projects.length === 0 ? task : null,
      startTime: new Date(start).toISOString(),
      endTime: new Date(end).toISOString(),
      notes: ['First draft', '', 'Calls', 'Reading notes', ''][place % 5],
      tags: place % 3 === 0 ? [tag] : [],
    })
  return { token }
}

/** The same every time, but for where today is. */
function weeksOfWork() {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const entries = []
  let place = 0
  for (let day = 0; day < 70; day++) {
    const weekday = new Date(midnight - day * DAY_MS).getUTCDay()
    if (day > 0 && (weekday === 0 || (weekday === 6 && day % 2 === 0))) continue
    let at = midnight - day * DAY_MS + (7 * 60 + ((day * 37) % 70)) * MINUTE_MS
    for (let count = 0; count < 3 + (day % 3); count++, place++) {
      const end = at + (25 + ((place * 29) % 60)) * MINUTE_MS
      if (end < Date.now()) entries.push({ start: at, end, place })
      at = end + ((place * 13) % 45) * MINUTE_MS
    }
  }
  return entries
}

async function post<Data>(path: string, body: object, token = '') {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const reply = await fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return ((await reply.json()) as { data: Data }).data
}
