import { expect, test, waitUntilStored } from './fixtures.ts'
import type { BrowserWindow } from './webdriver/browser.ts'

const palette = (window: BrowserWindow) => window.getByRole('dialog', 'Find a command')

/** Goes to a page by its keys, which work a moment after the page is shown. */
async function goByKeys(window: BrowserWindow, keys: [string, string], heading: RegExp) {
  await expect(async () => {
    for (const key of keys) await window.press(key)
    expect(await window.getByRole('heading', heading).isShown()).toBe(true)
  }).toPass()
}

async function openPalette(window: BrowserWindow) {
  await window.press('Control+k')
  await palette(window).getByRole('searchbox').expectFocus()
}

test('J7 shortcuts open pages, and the palette finds and runs commands', async ({ window, openPage }) => {
  await openPage('/tags')
  await goByKeys(window, ['g', 'p'], /^Projects$/)
  await window.press('j')
  const row = window.getByRole('listitem').getByRole('link', 'Focus')
  await row.expectFocus()
  await window.press('Shift+?')
  await window.getByRole('dialog', 'Keyboard shortcuts').expectShown()
  await window.press('Escape')
  await row.expectFocus()
  await openPalette(window)
  await window.type('zzz')
  await palette(window).expectText('Nothing matches “zzz”.')
  await window.press('Control+k')
  await palette(window).expectHidden()
  await openPalette(window)
  await window.type('focus start')
  await palette(window).getByRole('option', 'Start on Focus').expectShown()
  await window.press('Enter')
  await window.getByRole('region', 'Focus timer').expectText('Work')
  await window.press('Space')
  await window.getByRole('button', 'Resume').expectShown()
  await openPalette(window)
  await window.type('theme')
  await palette(window).getByRole('option', 'Theme: Dark').click()
  await expect.poll(() => window.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
})

test('J7 F opens and leaves full screen', async ({ window, openPage }) => {
  const isFullScreen = () => window.evaluate(() => Boolean(document.fullscreenElement))
  await openPage('/projects')
  await goByKeys(window, ['g', 'd'], /^Dashboard/)
  await window.getByText('Connected').expectShown()
  await window.press('f')
  await expect.poll(isFullScreen).toBe(true)
  await window.press('f')
  await expect.poll(isFullScreen).toBe(false)
})

test(
  'Q1 Q2 Q3 an entry made without a network survives a reload and is sent once',
  { tag: '@every-run' },
  async ({ window, openPage, network, api }) => {
    await openPage('/time-entries')
    await window.getByRole('heading', 'Time entries').expectShown()
    await waitUntilStored(window)
    network.cut()
    await window.getByRole('link', 'New time entry').last().click()
    await window.getByRole('textbox', 'Duration').fill('0:30')
    await window.getByRole('textbox', 'Notes').fill('On the train')
    await window.clickButton('Save')
    await window.getByRole('listitem').withText('On the train').expectText('Waiting to be sent')
    await window.reload()
    await window.getByRole('listitem').withText('On the train').expectText('Waiting to be sent')
    await window.getByRole('status').withText('Offline. 1 change will be sent later.').expectShown()
    network.heal()
    await window.getByRole('status').withText('Offline.').expectHidden()
    await window.getByText('Waiting to be sent').expectHidden()
    await window.reload()
    await window.getByText('On the train').expectShown()
    expect((await api.list('time-entries')).map(({ notes }) => notes)).toEqual(['On the train'])
  },
)
