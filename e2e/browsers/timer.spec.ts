import { MINUTE_MS } from '../../src/core/time/units.ts'
import { expect, storeToken, test, waitUntilStored } from './fixtures.ts'
import type { BrowserWindow } from './webdriver/browser.ts'

const SHORT = 'This session is less than a minute. Do you still want to save it?'
const timer = (window: BrowserWindow) => window.getByRole('region', 'Focus timer')
const saveDialog = (window: BrowserWindow) => window.getByRole('dialog', 'Save Session')
const expectButton = (window: BrowserWindow, name: string) => window.getByRole('button', name).expectShown()

/** The time on the timer, in seconds. */
async function readSeconds(window: BrowserWindow) {
  const [text = ''] = await window.getByRole('timer').texts()
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Waits for more than a second, because the server does not save less. */
async function expectCounting(window: BrowserWindow) {
  const shown = await readSeconds(window)
  await expect.poll(() => readSeconds(window)).toBeLessThan(shown - 1)
}

test('D2 D4 the timer starts, counts, pauses and resumes; stopping asks, and Cancel changes nothing', async ({
  window,
  openPage,
  api,
}) => {
  await openPage('/')
  await window.clickButton('Start')
  await timer(window).expectText('Work, session 1 of 4')
  await expectCounting(window)
  await window.clickButton('Pause')
  await timer(window).expectText('Paused, session 1 of 4')
  await window.clickButton('Resume')
  await timer(window).expectText('Work, session 1 of 4')
  await window.clickButton('Stop')
  await saveDialog(window).expectText(SHORT)
  await window.press('Escape')
  await saveDialog(window).expectHidden()
  await timer(window).expectText('Work, session 1 of 4')
  await window.clickButton('Stop')
  await window.clickButton('Yes')
  await window.getByRole('status').withText('Session saved').expectShown()
  await expectButton(window, 'Start')
  await expect.poll(async () => (await api.list('time-entries')).length).toBe(1)
})

test('D4 D5 a long session asks with its length, a short one with its own text, and No saves neither', async ({
  window,
  openPage,
  api,
}) => {
  await openPage('/')
  await timer(window).expectText('Ready')
  await api.startRun({ ago: 7 * MINUTE_MS })
  await timer(window).expectText('Work, session 1 of 4')
  await window.clickButton('Stop')
  await saveDialog(window).expectText('You worked 7 m.')
  await window.clickButton('No')
  await window.getByRole('status').withText('Timer stopped without saving').expectShown()
  await window.clickButton('Start')
  await window.clickButton('Skip')
  await saveDialog(window).expectText(SHORT)
  await window.clickButton('No')
  await timer(window).expectText('Break, session 1 of 4')
  await window.clickButton('Stop')
  await expectButton(window, 'Start')
  expect(await api.list('time-entries')).toEqual([])
})

test('D12 project, task, tag and note are created in their lists and stay with the run', async ({
  window,
  openPage,
  api,
}) => {
  await openPage('/')
  for (const [button, field, name] of [
    [/^Project: /, 'Project', 'Atlas'],
    ['Task: No task', 'Task', 'Draw the map'],
    ['Add a tag', 'Tags', 'Paper'],
  ] as const) {
    await window.clickButton(button)
    await window.getByRole('searchbox', field).expectFocus()
    await window.type(name)
    await window.getByRole('option', `Create “${name}”`).click()
    // The list of tags stays open for more of them.
    if (field === 'Tags') {
      await window.getByRole('option', name).expectShown()
      await window.getByRole('searchbox', field).expectFocus()
      await window.press('Escape')
    }
    await timer(window).expectText(name)
  }
  await window.clickButton('Start')
  await window.getByRole('textbox', 'Note').fill('First draft')
  await window.getByRole('link', 'Tags').first().click()
  await window.getByRole('heading', 'Tags').expectShown()
  await window.getByRole('link', 'Dashboard').first().click()
  await window.getByRole('textbox', 'Note').expectValue('First draft')
  await window.clickButton('Stop')
  await window.clickButton('Yes')
  await expect.poll(async () => (await api.list('time-entries')).map(({ notes }) => notes)).toEqual(['First draft'])
})

test('the note on the dashboard grows with its lines', async ({ window, openPage }) => {
  await openPage('/')
  await window.clickButton('Start')
  const note = window.getByRole('textbox', 'Note')
  await note.fill('One line')
  const { height } = await note.rectangle()
  for (const line of ['two', 'three', 'four']) {
    await window.press('Shift+Enter')
    await window.type(line)
  }
  await expect.poll(async () => (await note.rectangle()).height).toBeGreaterThan(height * 1.5)
})

test(
  'Y20 two windows show the same timer, whichever controls it',
  { tag: '@every-run' },
  async ({ window, openWindow, openPage, origin, api }) => {
    await openPage('/')
    const other = await openWindow()
    await other.open(origin)
    await expectInStep(window, other)
    await expect.poll(async () => (await api.list('time-entries')).length).toBe(1)
  },
)

test('Y20 two windows are in step by polling where a proxy refuses WebSockets', async ({
  window,
  openWindow,
  pollingProxy,
  account,
  api,
}) => {
  await storeToken(window, pollingProxy.origin, account)
  await window.open(pollingProxy.origin)
  const other = await openWindow()
  await other.open(pollingProxy.origin)
  await expectInStep(window, other)
  await expect.poll(async () => (await api.list('time-entries')).length).toBe(1)
  expect(pollingProxy.countRefused()).toBeGreaterThan(0)
})

async function expectInStep(one: BrowserWindow, other: BrowserWindow) {
  for (const window of [one, other]) await window.getByText('Connected').expectShown()
  await one.clickButton('Start')
  await expectButton(other, 'Pause')
  await expectCounting(other)
  await expect.poll(async () => Math.abs((await readSeconds(one)) - (await readSeconds(other)))).toBeLessThanOrEqual(1)
  await other.clickButton('Pause')
  await expectButton(one, 'Resume')
  expect(await readSeconds(one)).toBe(await readSeconds(other))
  await one.clickButton('Resume')
  await expectButton(other, 'Pause')
  await other.clickButton('Stop')
  await other.clickButton('Yes')
  await expectButton(one, 'Start')
}

test('Y22 a session tracked without a network is saved once when it is back', async ({
  window,
  openPage,
  network,
  api,
}) => {
  await openPage('/')
  await window.getByText('Connected').expectShown()
  await waitUntilStored(window)
  await api.startRun({ ago: 5 * MINUTE_MS })
  await expectButton(window, 'Pause')
  network.cut()
  await window.clickButton('Stop')
  await window.clickButton('Yes')
  await expectButton(window, 'Start')
  expect(await api.list('time-entries')).toEqual([])
  network.heal()
  await expect.poll(async () => (await api.list('time-entries')).length).toBe(1)
  await window.reload()
  await window.getByText('Connected').expectShown()
  const entries = await api.list('time-entries')
  expect(entries.map(({ duration }) => Math.round(Number(duration) / MINUTE_MS))).toEqual([5])
})
