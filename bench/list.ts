import { type Browser, chromium, type Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../e2e/support/server.ts'
import { requireBrowser } from '../scripts/browser.ts'
import { buildWeb } from '../scripts/web-build/build-web.ts'
import { MINUTE_MS } from '../src/core/time/units.ts'
import { median, registerAccount, writeEntries } from './support/account.ts'

const [FEW, MANY] = [100, 10_000]
const ROUNDS = 9
/** An action may take this many times as long in the long list. */
const BAR = 2
const ROW_PX = 50
const IDLE_MS = 400

/** A point within the notes of the first entry. */
const NOTES_POSITION = { x: 740, y: 270 }

/** Actions of a user on the list, and the event from which each is timed. */
const ACTIONS = {
  scroll: { event: 'scroll', act: (page: Page) => page.mouse.wheel(0, 1_200) },
  select: { event: 'keydown', act: (page: Page) => page.keyboard.press('x') },
  open: { event: 'click', act: (page: Page) => page.mouse.click(NOTES_POSITION.x, NOTES_POSITION.y) },
  type: { event: 'keydown', act: (page: Page) => page.keyboard.press('a') },
  save: { event: 'keydown', act: (page: Page) => page.keyboard.press('Enter') },
}
type Action = keyof typeof ACTIONS
type Figures = Record<Action, number[]>

/** Scrolling and editing in a list of 10,000 loaded entries, compared with a list of 100. */
export async function measure() {
  const executablePath = await requireBrowser()
  await buildWeb()
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'ritmo-list-'))
  const server = await startServer({ DATA_DIR })
  // Without vsync a frame comes as soon as it is drawn, so the figures hold no wait for the screen.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-gpu-vsync', '--disable-frame-rate-limit']
  const browser = await chromium.launch({ executablePath, args })
  try {
    const few = await openList(browser, await createAccountWithEntries(server.url, DATA_DIR, FEW))
    const many = await openList(browser, await createAccountWithEntries(server.url, DATA_DIR, MANY))
    await loadAll(many)
    const [short, long] = [createFigures(), createFigures()]
    for (let round = 0; round < ROUNDS; round += 1) {
      const turn = [() => measureRound(few, short), () => measureRound(many, long)]
      for (const run of round % 2 === 0 ? turn : turn.toReversed()) await run()
    }
    return printRatios(short, long)
  } finally {
    await browser.close()
    await server.stop()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

const createFigures = (): Figures => ({ scroll: [], select: [], open: [], type: [], save: [] })

/** Registers a user with sixteen entries a day. */
async function createAccountWithEntries(url: string, dataDir: string, count: number) {
  const { id, token, project } = await registerAccount(url, `list-${count}`)
  const today = new Date().setHours(0, 0, 0, 0)
  const worked = Array.from({ length: count }, (_, index) => ({
    project,
    start: today - Math.ceil((index + 1) / 16) * 24 * 60 * MINUTE_MS + (8 * 60 + (index % 16) * 30) * MINUTE_MS,
    length: 25 * MINUTE_MS,
  }))
  writeEntries(dataDir, id, worked)
  return { url, token }
}

async function openList(browser: Browser, { url, token }: { url: string; token: string }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript((token) => {
    localStorage.setItem('first-visit', 'false')
    localStorage.setItem('token', token)
  }, token)
  await page.goto(`${url}/time-entries`)
  await page.getByText('Some work').first().waitFor()
  const list = { page, waitUntilIdle: trackRequests(page) }
  // The first click loads the editor.
  await page.mouse.click(NOTES_POSITION.x, NOTES_POSITION.y)
  await page.locator('main form').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('main form').waitFor({ state: 'detached' })
  await list.waitUntilIdle()
  return list
}

type List = Awaited<ReturnType<typeof openList>>

/** Returns a function that waits until the page is idle, so that its requests do not disturb the other list. */
function trackRequests(page: Page) {
  const calls = { open: 0, lastAt: 0 }
  const count = (change: number) => () => {
    calls.open += change
    calls.lastAt = Date.now()
  }
  page.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1))
  return async () => {
    while (calls.open > 0 || Date.now() - calls.lastAt < IDLE_MS) await page.waitForTimeout(IDLE_MS / 4)
  }
}

/** Scrolls to the end until all pages of the list are loaded. */
async function loadAll({ page, waitUntilIdle }: List) {
  const toEnd = () => {
    const { scrollHeight } = document.documentElement
    scrollTo(0, scrollHeight)
    return scrollHeight
  }
  while ((await page.evaluate(toEnd)) < MANY * ROW_PX) await page.waitForTimeout(50)
  await waitUntilIdle()
}

async function measureRound({ page, waitUntilIdle }: List, figures: Figures) {
  const measure = async (name: Action) => figures[name].push(await measureAction(page, name))
  await page.bringToFront()
  const scroll = async () => {
    await page.evaluate(() => scrollTo(0, 0))
    for (let times = 0; times < 3; times += 1) await measure('scroll')
  }
  await scroll()
  await page.evaluate(() => scrollTo(0, 0))
  await page.keyboard.press('j')
  for (const name of ['select', 'select', 'open', 'type', 'type', 'save'] as const) await measure(name)
  // Meanwhile the page refetches the saved entry.
  await scroll()
  await waitUntilIdle()
}

/** The time from the input to the next frame, by the page's clock; when saving, to the frame without the editor. */
async function measureAction(page: Page, name: Action) {
  const watch = await page.evaluateHandle(
    ({ event, isSaving }) => {
      const isShown = () => !isSaving || document.querySelector('main form') === null
      const painted = new Promise<number>((resolve) => {
        const look = (since: number) =>
          requestAnimationFrame(() => {
            if (isShown()) setTimeout(() => resolve(performance.now() - since))
            else look(since)
          })
        addEventListener(event, ({ timeStamp }) => look(timeStamp), { capture: true, once: true })
      })
      return { painted }
    },
    { event: ACTIONS[name].event, isSaving: name === 'save' },
  )
  await ACTIONS[name].act(page)
  return watch.evaluate(({ painted }) => painted)
}

function printRatios(short: Figures, long: Figures) {
  const ratios = (Object.keys(ACTIONS) as Action[]).map((name) => {
    const [one, other] = [median(short[name]), median(long[name])]
    console.log(
      `list ${name}: ${(other / one).toFixed(2)} × (bar ${BAR}), median ${one.toFixed(1)} ms of ${FEW}, ${other.toFixed(1)} ms of ${MANY}`,
    )
    return other / one
  })
  return ratios.every((ratio) => ratio <= BAR)
}
