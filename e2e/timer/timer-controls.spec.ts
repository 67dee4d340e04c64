import { MINUTE_MS, SECOND_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessible, test } from '../support/app.ts'
import { serverStateOf, test as clockTest } from '../support/devices.ts'
import { THOROUGH } from '../support/thorough.ts'
import { clock, expectButton, clickButton, saveDialog, expectMessage, timerRegion } from '../support/timer-page.ts'
import { userApi } from '../support/user-api.ts'

const SHORT = 'This session is less than a minute. Do you still want to save it?'
/** At least two seconds later: a poll every second may miss one value. */
const SECONDS_LATER = /^24:([0-4]\d|5[0-8])$/

test('D2 the timer starts, pauses and resumes, and the panel, the clock and the title show it', async ({
  page,
  signUp,
}) => {
  await signUp()
  await expect(timerRegion(page)).toContainText('Ready')
  await expect(clock(page)).toHaveText('25:00')
  await clickButton(page, 'Start')
  await expect(timerRegion(page)).toContainText('Work, session 1 of 4')
  await expect(timerRegion(page)).toContainText(/until \d\d:\d\d/)
  await expect(clock(page)).toHaveText(SECONDS_LATER)
  await expect(page).toHaveTitle(/^24:\d\d · Work time · .+ — Dashboard · Ritmo$/)

  await clickButton(page, 'Pause')
  await expect(timerRegion(page)).toContainText('Paused, session 1 of 4')
  await expect(timerRegion(page)).not.toContainText('until')
  await expect(page).toHaveTitle(/^24:\d\d · Paused · /)
  await clickButton(page, 'Resume')
  await expect(timerRegion(page)).toContainText('Work, session 1 of 4')

  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await expect(page).toHaveTitle(/^24:\d\d · Work time · .+ — Projects · Ritmo$/)
})

test(
  'D2 a stopwatch counts up, cannot be skipped, and is saved like a work phase',
  THOROUGH,
  async ({ page, request, signUp }) => {
    const { list } = userApi(request, await signUp())
    await clickButton(page, 'Stopwatch')
    await expect(clock(page)).toHaveText(/^00:0[2-9]$/)
    await expect(page.getByRole('button', { name: 'Skip' })).toHaveCount(0)
    await clickButton(page, 'Stop')
    await expect(saveDialog(page)).toContainText(SHORT)
    await clickButton(page, 'Yes')
    await expectMessage(page, 'Session saved')
    await expect.poll(() => list('time-entries')).toHaveLength(1)
  },
)

test('D4 stopping asks: Cancel changes nothing, No saves nothing', async ({ page, request, signUp }) => {
  const { startRun, list } = userApi(request, await signUp())
  await startRun({ ago: 7 * MINUTE_MS })
  await expect(timerRegion(page)).toContainText('Work, session 1 of 4')
  await clickButton(page, 'Stop')
  await expect(saveDialog(page)).toContainText('You worked 7 m.')
  await clickButton(page, 'Cancel')
  await expect(saveDialog(page)).toBeHidden()
  await expect(timerRegion(page)).toContainText('Work, session 1 of 4')

  await clickButton(page, 'Stop')
  await clickButton(page, 'No')
  await expectMessage(page, 'Timer stopped without saving')
  await expectButton(page, 'Start')
  expect(await list('time-entries')).toHaveLength(0)
})

test(
  'D4 the session ends when Stop is pressed, however long the answer takes',
  THOROUGH,
  async ({ page, request, signUp }) => {
    const { startRun, list } = userApi(request, await signUp())
    await startRun({ ago: 7 * MINUTE_MS })
    await expect(timerRegion(page)).toContainText('Work, session 1 of 4')
    await clickButton(page, 'Stop')
    const pressedAt = Date.now()
    await expect(saveDialog(page)).toBeVisible()
    await expect(clock(page)).toHaveText(/^17:([0-4]\d|5[0-6])$/)
    await clickButton(page, 'Yes')
    await expectMessage(page, 'Session saved')
    await expect.poll(() => list('time-entries')).toHaveLength(1)
    const [entry] = await list('time-entries')
    expect(Math.abs(Date.parse(String(entry?.['endTime'])) - pressedAt)).toBeLessThan(SECOND_MS)
  },
)

test('D5 skipping and stopping ask before saving less than a minute, and No never saves', async ({
  page,
  request,
  signUp,
}) => {
  const { list } = userApi(request, await signUp())
  await clickButton(page, 'Start')
  await expect(clock(page)).toHaveText(SECONDS_LATER)
  await clickButton(page, 'Skip')
  await expect(saveDialog(page)).toContainText(SHORT)
  await clickButton(page, 'No')
  await expectMessage(page, 'Skipped without saving')
  await expect(timerRegion(page)).toContainText('Break, session 1 of 4')

  await clickButton(page, 'Skip')
  await expect(timerRegion(page)).toContainText('Work, session 2 of 4')
  await expect(clock(page)).toHaveText(SECONDS_LATER)
  expect(await list('time-entries')).toHaveLength(0)
  await clickButton(page, 'Stop')
  await expect(saveDialog(page)).toContainText(SHORT)
  await clickButton(page, 'Yes')
  await expectMessage(page, 'Session saved')
  await expect.poll(() => list('time-entries')).toHaveLength(1)
})

test('D6 a break ends without a dialog and is not saved', async ({ page, request, signUp }) => {
  const { startRun, list } = userApi(request, await signUp())
  await startRun({ ago: 26 * MINUTE_MS })
  await expect(timerRegion(page)).toContainText('Break, session 1 of 4')
  await expect.poll(() => list('time-entries')).toHaveLength(1)
  await clickButton(page, 'Stop')
  await expectMessage(page, 'Timer stopped without saving')
  await expectButton(page, 'Start')
  expect(await list('time-entries')).toHaveLength(1)
})

test('D7 a reset saves nothing and asks before a minute or more is lost', async ({ page, request, signUp }) => {
  const { startRun, list } = userApi(request, await signUp())
  await startRun({ ago: 2 * MINUTE_MS })
  await expect(timerRegion(page)).toContainText('Work, session 1 of 4')
  await clickButton(page, 'Reset')
  const dialog = page.getByRole('alertdialog', { name: 'Reset the timer?' })
  await expect(dialog).toContainText('2 m of work would not be saved.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(timerRegion(page)).toContainText('Work, session 1 of 4')
  await clickButton(page, 'Reset')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(timerRegion(page)).toContainText('Ready')

  await clickButton(page, 'Start')
  await expect(timerRegion(page)).toContainText('Work, session 1 of 4')
  await clickButton(page, 'Reset')
  await expect(timerRegion(page)).toContainText('Ready')
  await expectMessage(page, 'Timer reset')
  expect(await list('time-entries')).toHaveLength(0)
})

clockTest(
  'D8 the timer starts at the click, although the projects have not loaded yet',
  THOROUGH,
  async ({ page, request, openAccount, advanceTime }) => {
    const { token } = await openAccount()
    const serverState = serverStateOf(request, token)
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    for (const path of ['initial-data', 'projects'])
      await page.route(`**/api/${path}`, (route) => isReleased.then(() => route.continue()))
    await page.goto('/')
    await clickButton(page, 'Start')
    const clickedAt = await serverState.now()
    // Less than the time after which a start without a project is given up.
    await advanceTime(3 * SECOND_MS)
    release()
    await expectButton(page, 'Pause')
    await expect(clock(page)).toHaveText(/^24:([0-4]\d|5[0-7])$/)
    await clickButton(page, 'Stop')
    await clickButton(page, 'Yes')
    await expect.poll(serverState.entries).toHaveLength(1)
    const [entry] = await serverState.entries()
    expect(Date.parse(entry!.startTime)).toBeLessThan(clickedAt + SECOND_MS)
  },
)

test(
  'D8 without a project the timer does not start until one is created',
  THOROUGH,
  async ({ page, request, signUp }) => {
    const { list, remove } = userApi(request, await signUp())
    await expect.poll(() => list('projects')).toHaveLength(1)
    for (const { id } of await list('projects')) await remove('projects', id)
    await clickButton(page, 'Start')
    await expectMessage(page, 'The project was deleted')
    const selector = page.getByRole('button', { name: 'Choose a project' })
    await expect(selector).toBeVisible()
    await clickButton(page, 'Start')
    await expectMessage(page, 'Please select a project before starting the timer')
    await expect(selector).toBeFocused()
    await expectButton(page, 'Start')

    await page.keyboard.press('Enter')
    await page.getByRole('searchbox', { name: 'Project' }).fill('Atlas')
    await page.getByRole('option', { name: 'Create “Atlas”' }).click()
    await expect(page.getByRole('button', { name: 'Project: Atlas' })).toBeVisible()
    await clickButton(page, 'Start')
    await expectButton(page, 'Pause')
  },
)

test(
  'D9 the summary after the last session shows on all devices until it is closed on one',
  THOROUGH,
  async ({ page, request, context, signUp }) => {
    const { startRun } = userApi(request, await signUp())
    const other = await context.newPage()
    await other.goto('/')
    await expect(timerRegion(other)).toContainText('Ready')
    await startRun({ ago: 57 * SECOND_MS, work: 1, break: 0, repetitions: 1 })
    for (const one of [page, other]) {
      const dialog = one.getByRole('dialog', { name: 'All sessions completed!' })
      await expect(dialog).toContainText('1m')
      await expect(dialog).toContainText('in 1 session')
    }
    await expectAccessible(page)
    await clickButton(page, 'Close')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(other.getByRole('dialog')).toBeHidden()
  },
)

for (const [ended, ago, words] of [
  ['work', 57 * SECOND_MS, 'Work session completed! Time for a break.'],
  ['a break', 117 * SECOND_MS, 'Break completed! Back to work.'],
] as const)
  test(`D9 a message appears when ${ended} ends`, THOROUGH, async ({ page, request, signUp }) => {
    const { startRun } = userApi(request, await signUp())
    await startRun({ ago, work: 1, break: 1 })
    await expectMessage(page, words)
  })
