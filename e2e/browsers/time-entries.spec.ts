import { expect, test } from './fixtures.ts'
import type { BrowserWindow } from './webdriver/browser.ts'
import type { Point } from './webdriver/page-tools.ts'

type Api = { list: (kind: string) => Promise<Record<string, unknown>[]> }

const newEntry = (window: BrowserWindow) => window.getByRole('form', 'New time entry')
const editor = (window: BrowserWindow) => window.getByRole('form', 'Edit time entry')
const part = (window: BrowserWindow, field: string) =>
  newEntry(window).getByRole('group', field).getByRole('spinbutton')
const readTimes = async (api: Api) =>
  (await api.list('time-entries')).map(({ startTime, endTime }) => [startTime, endTime])

test(
  'N1 date and times typed after a click are saved as typed',
  { tag: '@every-run' },
  async ({ window, openPage, api }) => {
    await openPage('/time-entries/new')
    for (const [field, digits] of [
      ['Date', '16112026'],
      ['Start', '0915'],
      ['End', '1045'],
    ] as const) {
      await part(window, field).first().click()
      await window.type(digits)
    }
    await newEntry(window).getByRole('textbox', 'Duration').expectValue('1:30:00')
    await newEntry(window).getByRole('button', 'Save').click()
    await window.expectPath('/time-entries')
    expect(await readTimes(api)).toEqual([['2026-11-16T08:15:00.000Z', '2026-11-16T09:45:00.000Z']])
  },
)

test('N1 date and times typed by Tab alone are saved as typed', async ({ window, openPage, api }) => {
  await openPage('/time-entries/new')
  await newEntry(window).getByRole('textbox', 'Duration').expectFocus()
  await window.press('Tab')
  await window.type('16112026')
  await window.press('Tab')
  // The calendar button is between the date and the start.
  await window.press('Tab')
  await window.type('0915')
  await window.press('Tab')
  await window.type('1045')
  await newEntry(window).getByRole('textbox', 'Duration').expectValue('1:30:00')
  await window.press('Enter')
  await window.expectPath('/time-entries')
  expect(await readTimes(api)).toEqual([['2026-11-16T08:15:00.000Z', '2026-11-16T09:45:00.000Z']])
})

test('N1 a duration typed after a click replaces the old one, and a typed start has no seconds', async ({
  window,
  openPage,
  api,
}) => {
  const project = await api.create('projects', { name: 'Atlas' })
  const [startTime, endTime] = ['2026-03-03T08:00:31Z', '2026-03-03T09:30:31Z']
  await api.create('time-entries', { project, notes: 'Sketch', startTime, endTime })
  await openPage('/time-entries')
  await window.getByText('Sketch').expectShown()
  await window.press('j')
  await window.press('Enter')
  const duration = editor(window).getByRole('textbox', 'Duration')
  await duration.expectValue('1:30:00')
  await duration.click()
  await window.type('45m')
  await duration.expectValue('45m')
  await editor(window).getByRole('group', 'Start').getByRole('spinbutton').first().click()
  await window.type('0915')
  await editor(window).getByRole('group', 'End').getByRole('spinbutton').first().click()
  await window.type('1045')
  await window.press('Enter')
  await editor(window).expectHidden()
  await expect.poll(() => readTimes(api)).toEqual([['2026-03-03T08:15:00.000Z', '2026-03-03T09:45:00.000Z']])
})

test(
  'N3 a cell is edited where it stands: Escape restores, Enter saves, and the change can be undone',
  { tag: '@every-run' },
  async ({ window, openPage, api }) => {
    const project = await api.create('projects', { name: 'Atlas' })
    const [startTime, endTime] = ['2026-03-03T08:00:37Z', '2026-03-03T09:00:12Z']
    await api.create('time-entries', { project, notes: 'Sketch', startTime, endTime })
    const readNotes = async () => (await api.list('time-entries')).map(({ notes }) => notes)
    await openPage('/time-entries')
    await window.getByText('Sketch').click()
    const notes = editor(window).getByRole('textbox', 'Notes')
    await notes.expectFocus()
    await notes.fill('Dropped')
    await window.press('Escape')
    await editor(window).expectHidden()
    await window.getByRole('button', 'Notes: Sketch').expectFocus()
    await window.getByText('Sketch').click()
    await notes.fill('Second sketch')
    await window.press('Enter')
    await editor(window).expectHidden()
    await window.getByText('Second sketch').expectShown()
    await expect.poll(readNotes).toEqual(['Second sketch'])
    await window.getByText('59 m').last().click()
    await editor(window).getByRole('textbox', 'Duration').expectFocus()
    await window.type('1h30')
    await window.press('Enter')
    await window.getByText('1 h 30 m').first().expectShown()
    await window.getByRole('button', 'Undo').last().click()
    await window.getByText('59 m').first().expectShown()
    await expect.poll(() => readTimes(api)).toEqual([['2026-03-03T08:00:37.000Z', '2026-03-03T09:00:12.000Z']])
  },
)

test('N5 several entries are selected, edited together, undone and deleted', async ({ window, openPage, api }) => {
  const project = await api.create('projects', { name: 'Atlas' })
  for (const hour of ['08', '10', '12'])
    await api.create('time-entries', {
      project,
      startTime: `2026-03-03T${hour}:00:00Z`,
      endTime: `2026-03-03T${hour}:30:00Z`,
    })
  await openPage('/time-entries')
  await window.getByRole('checkbox', /^Select Tuesday,? 3 March$/).click()
  const bar = window.getByRole('toolbar', 'Selected time entries')
  await bar.expectText('3 selected · 1 h 30 m')
  await bar.getByRole('button', 'Edit').click()
  await window.getByRole('dialog', 'Edit 3 time entries').getByRole('textbox', 'Notes').fill('Together')
  await window.press('Enter')
  await window.getByText('Together').expectCount(3)
  await window.clickButton('Undo')
  await window.getByText('Together').expectHidden()
  await window.getByRole('checkbox', /^Select Tuesday,? 3 March$/).click()
  await bar.getByRole('button', 'Delete').click()
  await window.getByRole('alertdialog', 'Delete 3 time entries?').getByRole('button', 'Delete 3 time entries').click()
  await expect.poll(() => readTimes(api)).toEqual([])
})

test('N10 N13 entries of the week are drawn, moved and resized by pointer, and undone', async ({
  window,
  openPage,
  api,
}) => {
  /** Screen position of an hour of a day. */
  const positionOf = async (day: RegExp, hour: number): Promise<Point> => {
    const { x, y, width, height } = await window.getByRole('region', day).rectangle()
    return { x: x + width / 2, y: y + (height * hour) / 24 }
  }
  const drag = async (from: [day: RegExp, hour: number], to: [day: RegExp, hour: number]) => {
    const [start, end] = [await positionOf(...from), await positionOf(...to)]
    await window.drag([start, { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }, end])
  }
  // Engines differ in the comma.
  const [tuesday, sunday] = [/^Tuesday,? 24 March$/, /^Sunday,? 29 March$/]
  await openPage('/time-entries?view=week&week=2026-03-23')
  await window.getByText(/Nothing tracked this week\./).expectShown()

  await drag([tuesday, 9], [tuesday, 10.5])
  await window.getByText('09:00 – 10:30').expectShown()
  await window.press('Escape')
  await window.releaseButton()
  await window.getByText('09:00 – 10:30').expectHidden()

  await drag([tuesday, 9], [tuesday, 10.5])
  await window.releaseButton()
  await newEntry(window).getByRole('textbox', 'Notes').fill('Drawn')
  await window.press('Enter')
  await newEntry(window).expectHidden()
  await window.getByRole('button', 'Focus, Drawn, 09:00–10:30, 1 h 30 m').expectShown()

  await drag([tuesday, 9.5], [sunday, 9.5])
  await window.releaseButton()
  await window.getByRole('region', sunday).getByRole('button').expectShown()
  await expect.poll(() => readTimes(api)).toEqual([['2026-03-29T07:00:00.000Z', '2026-03-29T08:30:00.000Z']])
  await drag([sunday, 10.48], [sunday, 11.25])
  await window.getByText('09:00 – 11:15').expectShown()
  await window.releaseButton()
  await expect.poll(() => readTimes(api)).toEqual([['2026-03-29T07:00:00.000Z', '2026-03-29T09:15:00.000Z']])
  await window.getByRole('button', 'Focus, Drawn, 09:00–11:15, 2 h 15 m').expectShown()
  await window.getByRole('button', 'Undo').last().click()
  await expect.poll(() => readTimes(api)).toEqual([['2026-03-29T07:00:00.000Z', '2026-03-29T08:30:00.000Z']])
  await window.getByRole('button', 'Focus, Drawn, 09:00–10:30, 1 h 30 m').click()
  await editor(window).getByRole('textbox', 'Notes').fill('Edited')
  await window.press('Enter')
  await window.getByRole('button', /^Focus, Edited/).expectShown()
})
