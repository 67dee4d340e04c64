import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../e2e/support/server.ts'
import { DAY_MS, MINUTE_MS } from '../src/core/time/units.ts'
import { requireBrowser } from './browser.ts'
import { ROOT } from './run.ts'
import { buildWeb } from './web-build/build-web.ts'

const FOLDER = join(ROOT, 'docs/images')
const DESKTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

interface Picture {
  name: string
  path: string
  size?: BrowserContextOptions
  /** Taken as a user who has just registered. */
  isNewUser?: true
  /** Runs before the picture is taken. */
  act?: (page: Page) => Promise<unknown>
}

/** A date within last week, so that the report shows a whole week on any day. */
const LAST_WEEK = `/reports?from=${new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10)}`
const clickButton = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const pressKey = (name: string) => (page: Page) => page.keyboard.press(name)

/** The order matters: later pictures show the timer that an earlier one started. */
const PICTURES: Picture[] = [
  { name: 'dashboard-new', path: '/', isNewUser: true },
  { name: 'dashboard-ready', path: '/' },
  { name: 'time-entries', path: '/time-entries' },
  { name: 'time-entries-edit', path: '/time-entries', act: (page) => page.getByText('First draft').first().click() },
  { name: 'time-entries-selected', path: '/time-entries', act: selectThreeEntries },
  { name: 'time-entries-week', path: '/time-entries?view=week' },
  { name: 'time-entries-new', path: '/time-entries/new' },
  { name: 'time-entries-offline', path: '/time-entries', act: editOffline },
  { name: 'reports', path: LAST_WEEK },
  { name: 'reports-lines', path: LAST_WEEK, act: expandBreakdown },
  { name: 'reports-export', path: LAST_WEEK, act: clickButton('Export') },
  { name: 'phone-reports', path: LAST_WEEK, size: PHONE },
  { name: 'import', path: '/import' },
  { name: 'import-preview', path: '/import', act: chooseImportFile },
  { name: 'projects', path: '/projects' },
  { name: 'project-new', path: '/projects/new' },
  { name: 'tasks', path: '/tasks' },
  { name: 'presets', path: '/timer-presets' },
  { name: 'settings', path: '/settings' },
  { name: 'palette', path: '/projects', act: pressKey('Control+k') },
  { name: 'shortcuts', path: '/projects', act: pressKey('?') },
  { name: 'phone-entries', path: '/time-entries', size: PHONE },
  { name: 'dashboard-work', path: '/', act: clickButton('Start') },
  { name: 'dashboard-save', path: '/', act: clickButton('Stop') },
  { name: 'sticky-bar', path: '/projects' },
  { name: 'full-screen', path: '/', act: pressKey('f') },
  { name: 'phone-dashboard', path: '/', size: PHONE },
  { name: 'phone-bar', path: '/projects', size: PHONE },
  { name: 'dashboard-paused', path: '/', act: clickButton('Pause') },
  { name: 'dashboard-break', path: '/', act: skipToBreak },
]

const ANONYMOUS_PICTURES: Picture[] = [
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
]

/** Names on the command line limit which pictures are taken. */
const GIVEN_NAMES = process.argv.slice(2)
const isWanted = ({ name }: Picture) => GIVEN_NAMES.length === 0 || GIVEN_NAMES.includes(name)

const executablePath = await requireBrowser()
await buildWeb()
mkdirSync(FOLDER, { recursive: true })
const server = await startServer()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
for (const theme of ['light', 'dark'] as const) await takePictures(browser, theme)
await browser.close()
await server.stop()

async function takePictures(browser: Browser, theme: 'light' | 'dark') {
  const person = await signUp(theme)
  const stranger = await signUp(`new-${theme}`, theme)
  for (const picture of PICTURES.filter(isWanted))
    await takePicture(browser, picture, { theme, token: picture.isNewUser ? stranger.token : person.token })
  for (const picture of ANONYMOUS_PICTURES.filter(isWanted)) await takePicture(browser, picture, { theme, token: '' })
}

async function takePicture(browser: Browser, picture: Picture, { theme, token }: { theme: string; token: string }) {
  const context = await browser.newContext({
    baseURL: server.url,
    timezoneId: 'Europe/Madrid',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...(picture.size ?? DESKTOP),
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

async function expandBreakdown(page: Page) {
  const all = page.getByRole('button', { name: 'Expand all' })
  await all.click()
  await page.getByRole('heading', { name: 'Breakdown' }).evaluate((heading) => heading.scrollIntoView())
  await page.mouse.wheel(0, -80)
}

async function selectThreeEntries(page: Page) {
  const boxes = page.getByRole('checkbox', { name: /^Select/ })
  for (const index of [1, 2, 3]) await boxes.nth(index).check({ force: true })
}

/** A file with ambiguous dates, a row without a start, and a column that the import does not know. */
async function chooseImportFile(page: Page) {
  const line = (index: number) =>
    `0${(index % 6) + 1}/0${(index % 3) + 7}/2025;09:${10 + index};1${index % 4}:${20 + index};Northwind;${['Website', 'Research', 'Archive'][index % 3]};First draft;calm`
  const rows = Array.from({ length: 24 }, (_, index) => line(index))
  const text = ['Date;From;To;Client;Project;Notes;Mood', ...rows, '05/08/2025;;11:00;Northwind;Website;Calls;'].join(
    '\n',
  )
  const file = { name: 'hours-2025.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('Choose a file').setInputFiles(file)
  await page.getByRole('button', { name: /^Import/ }).waitFor()
}

async function editOffline(page: Page) {
  // By then the page has stored what it needs without a server.
  await page.waitForTimeout(3_000)
  await page.getByText('First draft').first().click()
  const notes = page.getByRole('form', { name: 'Edit time entry' }).getByRole('textbox', { name: 'Notes' })
  await notes.fill('Second draft')
  await page.context().setOffline(true)
  await notes.press('Enter')
  await page.getByText('Waiting to be sent').first().waitFor({ state: 'attached' })
  // By then the toast has disappeared.
  await page.waitForTimeout(8_000)
}

async function skipToBreak(page: Page) {
  await clickButton('Skip')(page)
  await page
    .getByRole('button', { name: 'Yes' })
    .click({ timeout: 2_000 })
    .catch(() => undefined)
}

/** Registers a user with ten weeks of entries; without any if the name differs from the theme. */
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
  for (const { start, end, index } of createWeeksOfWork())
    await make('/time-entries', {
      project: projects[index % projects.length],
      task: index % projects.length === 0 ? task : null,
      startTime: new Date(start).toISOString(),
      endTime: new Date(end).toISOString(),
      notes: ['First draft', '', 'Calls', 'Reading notes', ''][index % 5],
      tags: index % 3 === 0 ? [tag] : [],
    })
  return { token }
}

/** Seventy days of entries up to now, the same on every run. */
function createWeeksOfWork() {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const entries = []
  let index = 0
  for (let day = 0; day < 70; day++) {
    const weekday = new Date(midnight - day * DAY_MS).getUTCDay()
    if (day > 0 && (weekday === 0 || (weekday === 6 && day % 2 === 0))) continue
    let at = midnight - day * DAY_MS + (7 * 60 + ((day * 37) % 70)) * MINUTE_MS
    for (let count = 0; count < 3 + (day % 3); count++, index++) {
      const end = at + (25 + ((index * 29) % 60)) * MINUTE_MS
      if (end < Date.now()) entries.push({ start: at, end, index })
      at = end + ((index * 13) % 45) * MINUTE_MS
    }
  }
  return entries
}

async function post<Data>(path: string, body: object, token = '') {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const reply = await fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return ((await reply.json()) as { data: Data }).data
}
