import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const FIELDS = 'input:not([type=checkbox], [type=radio], [type=range], [type=file]), select, textarea'
const PAGES = [
  '/',
  '/time-entries',
  '/time-entries/new',
  '/projects',
  '/projects/new',
  '/timer-presets/new',
  '/settings',
]

/** iOS zooms in on a field with smaller text. */
async function expectLargeText(page: Page, path: string) {
  await page.goto(path)
  const fields = page.locator(FIELDS)
  await expect(fields.first()).toBeAttached()
  const small = await fields.evaluateAll((all) =>
    all
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.getAttribute('aria-label') ?? field.id),
  )
  expect(small, path).toEqual([])
}

test('W24 no field of a touch screen has text below 16 px', THOROUGH, async ({ page, request, openAccount }) => {
  await expectLargeText(page, '/login')
  const { create } = userApi(request, await openAccount())
  const project = await create('projects', { name: 'Atlas' })
  await create('time-entries', { project, startTime: '2026-03-03T08:00:00Z', endTime: '2026-03-03T09:00:00Z' })
  for (const path of PAGES) await expectLargeText(page, path)
})

test('F10 a time entry is typed with a touch keyboard, by tap, suggestion and composition', async ({
  page,
  request,
  openAccount,
}) => {
  const { list } = userApi(request, await openAccount())
  await page.goto('/time-entries/new')
  const keyboard = await page.context().newCDPSession(page)
  // Chromium enters this text without key events.
  const enter = (text: string) => keyboard.send('Input.insertText', { text })
  const part = (field: string) => page.getByRole('group', { name: field, exact: true }).getByRole('spinbutton').first()
  await part('Date').tap()
  for (const digit of '16032026') await enter(digit)
  await part('Start').tap()
  await enter('09:15')
  await part('End').tap()
  for (const text of ['1', '10'])
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await enter('45')
  await expect(page.getByRole('textbox', { name: 'Duration' })).toHaveValue('1:30:00')
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(page).toHaveURL('/time-entries')
  expect((await list('time-entries')).map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
    ['2026-03-16T08:15:00.000Z', '2026-03-16T09:45:00.000Z'],
  ])
})

test('F12 the dashboard’s note and the notes of an entry grow with their text', async ({ page, openAccount }) => {
  await openAccount()
  for (const [path, name] of [
    ['/', 'Note'],
    ['/time-entries/new', 'Notes'],
  ] as const) {
    await page.goto(path)
    const note = page.getByRole('textbox', { name, exact: true })
    const heights = () => note.evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight }))
    const before = await heights()
    await note.fill('One\ntwo\nthree\nfour')
    const after = await heights()
    expect(after.clientHeight).toBeGreaterThan(before.clientHeight)
    expect(after.clientHeight).toBe(after.scrollHeight)
  }
})
