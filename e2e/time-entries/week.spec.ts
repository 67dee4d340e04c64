import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'
import { userApi } from '../support/user-api.ts'

// On Sunday the 29th daylight saving time skips the hour after two.
test.use({ timezoneId: 'Europe/Madrid' })
const WEEK = '/time-entries?view=week&week=2026-03-23'
const block = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Screen position of an hour of a day. */
async function positionOf(page: Page, day: string, hour: number) {
  const column = page.getByRole('region', { name: day })
  const { x = 0, y = 0, width = 0, height = 0 } = (await column.boundingBox()) ?? {}
  return { x: x + width / 2, y: y + (height * hour) / 24 }
}

type Position = Awaited<ReturnType<typeof positionOf>>

async function drag(page: Page, from: Position, to: Position) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
  await page.mouse.move(to.x, to.y)
}

test('N10 N13 entries of the week are drawn, moved, resized, undone, edited and deleted, and the list shows the same', async ({
  page,
  request,
  signUp,
}) => {
  const { list } = userApi(request, await signUp())
  const times = async () => (await list('time-entries')).map(({ startTime, endTime }) => [startTime, endTime])
  await page.goto(WEEK)
  await expect(page.getByText('Nothing tracked this week.')).toBeVisible()

  await drag(page, await positionOf(page, 'Tuesday 24 March', 9), await positionOf(page, 'Tuesday 24 March', 10.5))
  await expect(page.getByText('09:00 – 10:30')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.getByText('09:00 – 10:30')).toBeHidden()

  await drag(page, await positionOf(page, 'Tuesday 24 March', 9), await positionOf(page, 'Tuesday 24 March', 10.5))
  await page.mouse.up()
  const form = page.getByRole('form', { name: 'New time entry' })
  await form.getByRole('textbox', { name: 'Notes' }).fill('Drawn')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(block(page, 'Focus, Drawn, 09:00–10:30, 1 h 30 m')).toBeVisible()

  // Across the change to daylight saving time, and then by a finer step.
  await drag(page, await positionOf(page, 'Tuesday 24 March', 9.5), await positionOf(page, 'Sunday 29 March', 9.5))
  await page.mouse.up()
  await expect(page.getByRole('region', { name: 'Sunday 29 March' }).getByRole('button')).toBeVisible()
  await expect.poll(times).toEqual([['2026-03-29T07:00:00.000Z', '2026-03-29T08:30:00.000Z']])
  await drag(page, await positionOf(page, 'Sunday 29 March', 10.48), await positionOf(page, 'Sunday 29 March', 11.25))
  await page.mouse.up()
  await expect(block(page, 'Focus, Drawn, 09:00–11:15, 2 h 15 m')).toBeVisible()
  // Undo takes back the latest change, also before its reply.
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(block(page, 'Focus, Drawn, 09:00–10:30, 1 h 30 m')).toBeVisible()
  await expect.poll(times).toEqual([['2026-03-29T07:00:00.000Z', '2026-03-29T08:30:00.000Z']])

  await block(page, /^Focus, Drawn/).press('Enter')
  const editor = page.getByRole('form', { name: 'Edit time entry' })
  await editor.getByRole('textbox', { name: 'Notes' }).fill('Edited')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(block(page, /^Focus, Edited/)).toBeVisible()

  await page.getByRole('link', { name: 'Sunday 29 March, 1 h 30 m: show the list' }).click()
  await expect(page).toHaveURL(/\/time-entries\?from=2026-03-29&to=2026-03-29$/)
  await expect(page.getByRole('region', { name: 'Sunday 29 March' })).toContainText('1 h 30 m')
  await page.goBack()
  await block(page, /^Focus, Edited/).press('Delete')
  await expect(block(page, /^Focus, Edited/)).toBeHidden()
  await expect(page.getByRole('group', { name: 'Week', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(block(page, /^Focus, Edited/)).toBeVisible()

  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/view=week&week=2026-03-16/)
  await expect(page.getByText('Nothing tracked this week.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Monday 16 March' })).toBeVisible()
})

test.describe('at 21:18, on a screen of 1024 px', () => {
  test.use({ viewport: { width: 1024, height: 768 } })

  test(
    'N11 the week opens where now is in view, 15 minutes have a readable name, and an entry is continued from its details',
    THOROUGH,
    async ({ page, request, signUp }) => {
      await page.clock.setFixedTime(new Date('2026-03-24T21:18:00+01:00'))
      const { create } = userApi(request, await signUp())
      const project = await create('projects', { name: 'Helio API' })
      const times = { startTime: '2026-03-24T20:45:00+01:00', endTime: '2026-03-24T21:00:00+01:00' }
      await create('time-entries', { project, notes: 'Review', ...times })
      await page.goto('/time-entries?view=week')
      const entry = block(page, /^Helio API, Review/)
      const name = entry.getByText('Helio API')
      await expect(name).toBeInViewport({ ratio: 0.9 })
      expect(await name.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0)

      await entry.click()
      await page.getByRole('form', { name: 'Edit time entry' }).getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Start a new stopwatch with the same details' }).click()
      await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
    },
  )
})

test.describe('at 21:18', () => {
  test.use({ viewport: { width: 1440, height: 1000 } })

  test('N11 N10 the week shows the morning too, and J and K go through its entries', async ({
    page,
    request,
    signUp,
  }) => {
    await page.clock.setFixedTime(new Date('2026-03-24T21:18:00+01:00'))
    const { create } = userApi(request, await signUp())
    const project = await create('projects', { name: 'Atlas' })
    for (const [notes, hour] of [
      ['Early', '08'],
      ['Late', '20'],
    ] as const) {
      const [startTime, endTime] = [`2026-03-24T${hour}:15:00+01:00`, `2026-03-24T${hour}:40:00+01:00`]
      await create('time-entries', { project, notes, startTime, endTime })
    }
    await page.goto('/time-entries?view=week')
    const [early, late] = [block(page, /^Atlas, Early/), block(page, /^Atlas, Late/)]
    for (const entry of [early, late]) {
      await expect(entry).toBeInViewport({ ratio: 1 })
      // 25 minutes have room for a line.
      const name = await entry.getByText('Atlas').boundingBox()
      expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(name?.height ?? Number.NaN)
    }

    await page.keyboard.press('j')
    await expect(early).toBeFocused()
    await page.keyboard.press('j')
    await expect(late).toBeFocused()
    await page.keyboard.press('k')
    await expect(early).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(late).toBeFocused()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('N11 opens with now in view, above the tabs', async ({ page, request, signUp }) => {
    await page.clock.setFixedTime(new Date('2026-03-24T17:30:00+01:00'))
    const { create } = userApi(request, await signUp())
    const project = await create('projects', { name: 'Atlas' })
    for (const hour of ['08', '16']) {
      const [startTime, endTime] = [`2026-03-24T${hour}:15:00+01:00`, `2026-03-24T${hour}:55:00+01:00`]
      await create('time-entries', { project, notes: `At ${hour}`, startTime, endTime })
    }
    await page.goto('/time-entries?view=week')
    const tabs = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox()
    const bottom = async () => {
      const { y = 0, height = 0 } = (await block(page, /^Atlas, At 16/).boundingBox()) ?? {}
      return y + height
    }
    await expect.poll(bottom).toBeLessThan(tabs?.y ?? 0)
  })

  test(
    'N10 N13 shows one day at a time; press and hold draws, moves and resizes, swiping scrolls',
    THOROUGH,
    async ({ page, request, signUp }) => {
      const { list } = userApi(request, await signUp())
      const times = async () => (await list('time-entries')).map(({ startTime, endTime }) => [startTime, endTime])
      await page.goto(WEEK)
      await expect(page.getByText('Press and hold an hour')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Monday 23 March' })).toBeVisible()
      await page.getByRole('button', { name: /^Thursday 26 March/ }).click()
      await expect(page).toHaveURL(/week=2026-03-26/)
      await expect(page.getByRole('region', { name: 'Monday 23 March' })).toBeHidden()
      await expectAccessible(page)

      const at = (hour: number) => positionOf(page, 'Thursday 26 March', hour)
      const touch = await page.context().newCDPSession(page)
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Position[]) =>
        touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
      /** Moves in steps like a finger: the browser decides at the first one whether to scroll. */
      const swipe = async (from: Position, to: Position) => {
        for (const share of [0.1, 0.2, 0.4, 0.6, 0.8, 1])
          await send('touchMove', [{ x: from.x, y: from.y + (to.y - from.y) * share }])
      }
      const dragAfterHold = async (from: number, to: number, expectedTimes: string) => {
        const [start, end] = [await at(from), await at(to)]
        await send('touchStart', [start])
        await expect(page.getByText(expectedTimes, { exact: true })).toBeVisible()
        await swipe(start, end)
        await send('touchEnd', [])
      }

      await dragAfterHold(9, 10, '09:00 – 09:05')
      const form = page.getByRole('form', { name: 'New time entry' })
      await expect(form).toContainText('09:00 – 10:00')
      await form.getByRole('button', { name: 'Save' }).tap()
      await expect(block(page, /09:00–10:00/)).toBeVisible()

      await dragAfterHold(9.5, 11, '09:00 – 10:00')
      await expect(block(page, /10:30–11:30/)).toBeVisible()
      await expect.poll(times).toEqual([['2026-03-26T09:30:00.000Z', '2026-03-26T10:30:00.000Z']])
      await dragAfterHold(10.54, 9.75, '10:30 – 11:30')
      await expect.poll(times).toEqual([['2026-03-26T08:45:00.000Z', '2026-03-26T10:30:00.000Z']])

      const [low, high] = [await at(10.5), await at(9)]
      await send('touchStart', [low])
      await swipe(low, high)
      await send('touchEnd', [])
      await expect.poll(async () => (await at(10.5)).y).toBeLessThan(low.y - 20)
      // A tap on a page that is still scrolling would only stop it.
      let before = Number.NaN
      await expect
        .poll(async () => {
          const { y } = await at(10.5)
          const hasStopped = y === before
          before = y
          return hasStopped
        })
        .toBe(true)
      await expect.poll(times).toEqual([['2026-03-26T08:45:00.000Z', '2026-03-26T10:30:00.000Z']])

      await block(page, /09:45–11:30/).tap()
      await expect(page.getByRole('form', { name: 'Edit time entry' })).toBeVisible()
    },
  )
})
