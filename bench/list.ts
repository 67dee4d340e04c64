import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startServer } from '../e2e/support/server.ts'
import { findBrowser } from '../scripts/browser.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { MINUTE_MS } from '../src/core/time/units.ts'
import { median, openAccount, writeEntries } from './support/account.ts'

const [FEW, MANY] = [100, 10_000]
const ROUNDS = 9
/** How much longer anything may take in the long list. */
const BAR = 2
const ROW_PX = 50
const QUIET_MS = 400

/** The notes of the first entry, as far as a pointer is concerned. */
const NOTES = { x: 740, y: 270 }

/** What a person does with a list, and the event from which it is timed. */
const ACTIONS = {
  scroll: { event: 'scroll', act: (page: Page) => page.mouse.wheel(0, 1_200) },
  select: { event: 'keydown', act: (page: Page) => page.keyboard.press('x') },
  open: { event: 'click', act: (page: Page) => page.mouse.click(NOTES.x, NOTES.y) },
  type: { event: 'keydown', act: (page: Page) => page.keyboard.press('a') },
  save: { event: 'keydown', act: (page: Page) => page.keyboard.press('Enter') },
}
type Action = keyof typeof ACTIONS
type Figures = Record<Action, number[]>

/** Scrolling and editing in a list of 10,000 entries, all of them loaded, against a list of 100. */
export async function measure() {
  await buildWeb()
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'ritmo-list-'))
  const server = await startServer({ DATA_DIR })
  // Frames come as soon as they are drawn: what is measured is the work, not the wait for a screen.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-gpu-vsync', '--disable-frame-rate-limit']
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args })
  try {
    const few = await openList(browser, await fill(server.url, DATA_DIR, FEW))
    const many = await openList(browser, await fill(server.url, DATA_DIR, MANY))
    await loadAll(many)
    const [short, long] = [figures(), figures()]
    for (let round = 0; round < ROUNDS; round += 1) {
      const turn = [() => playOnce(few, short), () => playOnce(many, long)]
      for (const play of round % 2 === 0 ? turn : turn.toReversed()) await play()
    }
    return report(short, long)
  } finally {
    await browser.close()
    await server.stop()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

const figures = (): Figures => ({ scroll: [], select: [], open: [], type: [], save: [] })

/** A user with so many entries, half an hour each, sixteen a day. */
async function fill(url: string, dataDir: string, count: number) {
  const { id, token, project } = await openAccount(url, `list-${count}`)
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
  const list = { page, untilQuiet: quietness(page) }
  // The editor is loaded when it is first wanted.
  await page.mouse.click(NOTES.x, NOTES.y)
  await page.locator('main form').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('main form').waitFor({ state: 'detached' })
  await list.untilQuiet()
  return list
}

type List = Awaited<ReturnType<typeof openList>>

/** Waits until the page has asked for nothing for a while: the other list is not to be disturbed by it. */
function quietness(page: Page) {
  const calls = { open: 0, lastAt: 0 }
  const count = (change: number) => () => {
    calls.open += change
    calls.lastAt = Date.now()
  }
  page.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1))
  return async () => {
    while (calls.open > 0 || Date.now() - calls.lastAt < QUIET_MS) await page.waitForTimeout(QUIET_MS / 4)
  }
}

/** Scrolls to the end until that is the end of all. */
async function loadAll({ page, untilQuiet }: List) {
  const toEnd = () => {
    const { scrollHeight } = document.documentElement
    scrollTo(0, scrollHeight)
    return scrollHeight
  }
  while ((await page.evaluate(toEnd)) < MANY * ROW_PX) await page.waitForTimeout(50)
  await untilQuiet()
}

async function playOnce({ page, untilQuiet }: List, figures: Figures) {
  const play = async (name: Action) => figures[name].push(await timed(page, name))
  await page.bringToFront()
  const scroll = async () => {
    await page.evaluate(() => scrollTo(0, 0))
    for (let times = 0; times < 3; times += 1) await play('scroll')
  }
  await scroll()
  await page.evaluate(() => scrollTo(0, 0))
  await page.keyboard.press('j')
  for (const name of ['select', 'select', 'open', 'type', 'type', 'save'] as const) await play(name)
  // What was saved is asked for anew meanwhile.
  await scroll()
  await untilQuiet()
}

/** From the input to the frame after it, by the page's own clock; what is saved has to show. */
async function timed(page: Page, name: Action) {
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

function report(short: Figures, long: Figures) {
  const ratios = (Object.keys(ACTIONS) as Action[]).map((name) => {
    const [one, other] = [median(short[name]), median(long[name])]
    console.log(
      `list ${name}: ${(other / one).toFixed(2)} × (bar ${BAR}), median ${one.toFixed(1)} ms of ${FEW}, ${other.toFixed(1)} ms of ${MANY}`,
    )
    return other / one
  })
  return ratios.every((ratio) => ratio <= BAR)
}
