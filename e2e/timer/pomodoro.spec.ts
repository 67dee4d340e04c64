import { MINUTE_MS, SECOND_MS } from '../../src/core/time/units.ts'
import { expect } from '../support/app.ts'
import { test } from '../support/devices.ts'
import { THOROUGH } from '../support/thorough.ts'
import { clock, recordTexts, expectButton, clickButton, expectMessage, timerRegion } from '../support/timer-page.ts'

/** Phases of a minute: a page takes a longer step of its clock for sleep. */
const SETTINGS = { workDuration: 1, breakDuration: 1, repetitions: 4 }

test.beforeEach(async ({ page, request, token }) => {
  const headers = { authorization: `Bearer ${token}` }
  await request.post('/api/timer-presets/sync-settings', { headers, data: SETTINGS })
  await page.reload()
  await expect(clock(page)).toHaveText('01:00')
})

test('D15 four sessions with their breaks run from one click on Start to the end', async ({
  page,
  serverState,
  advanceTime,
}) => {
  const countText = await recordTexts(page)
  await clickButton(page, 'Start')
  await expect.poll(async () => (await serverState.run())?.log.length).toBe(1)
  const { at } = (await serverState.run())!.log[0]!.event
  // Advance to the absolute end of a phase, so that a slow machine does not shift the next one. A step of a minute ends
  // the connection, and a phase would wait while nobody is connected: wait for the connection first.
  const passUntil = async (minute: number) => {
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    await advanceTime(Math.max(0, at + minute * MINUTE_MS - (await serverState.now())))
  }
  for (let session = 1; session <= 4; session++) {
    await expect(timerRegion(page)).toContainText(`Work, session ${session} of 4`)
    await passUntil(2 * session - 1)
    await expect.poll(() => countText('Work session completed! Time for a break.')).toBe(session)
    await expect(timerRegion(page)).toContainText(`Break, session ${session} of 4`)
    await expect.poll(async () => (await serverState.entries()).length).toBe(session)
    await passUntil(2 * session)
    if (session < 4) await expect.poll(() => countText('Break completed! Back to work.')).toBe(session)
  }
  const dialog = page.getByRole('dialog', { name: 'All sessions completed!' })
  await expect(dialog).toContainText('in 4 sessions')
  await clickButton(page, 'Close')
  await expectButton(page, 'Start')
  expect(
    (await serverState.entries()).map(({ startTime, duration }) => [Date.parse(startTime) - at, duration]),
  ).toEqual([6, 4, 2, 0].map((minute) => [minute * MINUTE_MS, MINUTE_MS]))
})

test(
  'D15 skipping saves the work but not the break, and a continued entry keeps its start',
  THOROUGH,
  async ({ page, serverState, advanceTime }) => {
    await clickButton(page, 'Start')
    await advanceTime(10 * SECOND_MS)
    await clickButton(page, 'Skip')
    await page.getByRole('dialog', { name: 'Save Session' }).getByRole('button', { name: 'Yes' }).click()
    await expect(timerRegion(page)).toContainText('Break, session 1 of 4')
    await expect.poll(async () => (await serverState.entries()).length).toBe(1)
    await clickButton(page, 'Skip')
    await expect(timerRegion(page)).toContainText('Work, session 2 of 4')
    await clickButton(page, 'Stop')
    await page.getByRole('dialog', { name: 'Save Session' }).getByRole('button', { name: 'No' }).click()
    await expectMessage(page, 'Timer stopped without saving')
    await expect.poll(async () => (await serverState.run())?.log.at(-1)?.event.type).toBe('stop')

    const [before] = await serverState.entries()
    await advanceTime(MINUTE_MS)
    await clickButton(page, 'Continue Focus')
    await expect(timerRegion(page)).toContainText('Continuing an entry')
    await advanceTime(MINUTE_MS)
    await clickButton(page, 'Stop')
    await clickButton(page, 'Yes')
    await expect.poll(async () => (await serverState.entries())[0]?.duration).toBeGreaterThan(2 * MINUTE_MS)
    const entries = await serverState.entries()
    expect(entries).toHaveLength(1)
    expect(entries[0]!.startTime).toBe(before!.startTime)
  },
)
