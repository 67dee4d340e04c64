import { MINUTE_MS, SECOND_MS } from '../../src/core/time/units.ts'
import { expect } from '../support/app.ts'
import { clickButton, expectButton, timerRegion } from '../support/timer-page.ts'
import { later } from './expected-entries.ts'
import type { ForeignClient } from './foreign-client.ts'
import { expectPhase, expectStatus, test as base } from './stories.ts'

interface Choices {
  longBreak?: { duration: number; every: number }
  autoStart?: { breaks: boolean; work: boolean }
}

/** Tabs of the foreign client beside our page, with an account that has made choices the client does not know of. */
const test = base.extend<{
  openBeside: (choices: Choices) => Promise<{ first: ForeignClient; all: ForeignClient[]; project: string }>
}>({
  openBeside: async ({ openTabs, user: { rest } }, provide) =>
    provide(async ({ longBreak, autoStart }) => {
      const tabs = await openTabs([0, 0])
      await tabs.first.changeSettings({ workDuration: 1, breakDuration: 1, repetitions: 4 })
      if (longBreak !== undefined)
        await rest.chooseLongBreak({ workDuration: 1, breakDuration: 1, repetitions: 4, longBreak })
      if (autoStart !== undefined) await rest.chooseAutoStart(autoStart)
      return tabs
    }),
})

test('R10 Y40 phases that wait are paused in every tab of the client and on our page, and begin from either', async ({
  openBeside,
  openPage,
  passToEnd,
  timed,
  expectEntries,
}) => {
  const { first, all, project } = await openBeside({ autoStart: { breaks: false, work: false } })
  const page = await openPage()
  const started = await timed(async () => {
    await first.start()
    await expectStatus(all, 'running')
  })
  await expectButton(page, 'Pause')
  await passToEnd(later(started, MINUTE_MS))
  await expect(timerRegion(page)).toContainText('Your break is ready')
  await expectPhase(all, 'break', 1)
  await expectStatus(all, 'paused')
  expect(all.map(({ state }) => state.elapsed)).toEqual([0, 0])

  const rested = await timed(() => first.resume())
  await expect(timerRegion(page)).toContainText('Break, session 1 of 4')
  await passToEnd(later(rested, MINUTE_MS))
  await expect(timerRegion(page)).toContainText('Next session is ready')
  await expectPhase(all, 'work', 2)
  await expectStatus(all, 'paused')

  const resumed = await timed(async () => {
    await clickButton(page, 'Resume')
    await expectStatus(all, 'running')
  })
  await passToEnd(later(resumed, MINUTE_MS))
  await expectPhase(all, 'break', 2)
  await expectStatus(all, 'paused')
  await first.stop()
  await expectButton(page, 'Start')
  await expectEntries([
    { project, worked: [[started, later(started, MINUTE_MS)]] },
    { project, worked: [[resumed, later(resumed, MINUTE_MS)]] },
  ])
})

test('R10 a long break lasts as long in every tab of the client as on our page', async ({
  openBeside,
  openPage,
  passTime,
  passToEnd,
  timed,
  expectEntries,
  user: { rest },
}) => {
  const { first, all, project } = await openBeside({ longBreak: { duration: 3, every: 2 } })
  const page = await openPage()
  const started = await timed(async () => {
    await first.start()
    await expectStatus(all, 'running')
  })
  await expectButton(page, 'Pause')
  for (const [minutes, mode, repetition] of [
    [1, 'break', 1],
    [2, 'work', 2],
    [3, 'break', 2],
  ] as const) {
    await passToEnd(later(started, minutes * MINUTE_MS))
    await expectPhase(all, mode, repetition)
  }
  expect(all.map(({ state }) => state.breakDuration)).toEqual([3, 3])
  // A client that takes the length for a setting saves it.
  await first.changeSettings(first.state)
  expect((await rest.presets()).find(({ name }) => name === 'Default Settings')?.breakDuration).toBe(1)
  await passTime(2 * MINUTE_MS)
  await passToEnd(later(started, 6 * MINUTE_MS))
  await expectPhase(all, 'work', 3)
  await expect(timerRegion(page)).toContainText('Work, session 3 of 4')
  await first.stop({ save: false })
  await expectButton(page, 'Start')
  await expectEntries([
    { project, worked: [[started, later(started, MINUTE_MS)]] },
    { project, worked: [[later(started, 2 * MINUTE_MS), later(started, 3 * MINUTE_MS)]] },
  ])
})

test('R10 work that our page lets go on is one entry, although the client has saved it at its end, and counts up in every tab', async ({
  openBeside,
  openPage,
  passToEnd,
  passTime,
  timed,
  expectEntries,
}) => {
  const { first, all, project } = await openBeside({})
  const page = await openPage()
  const started = await timed(async () => {
    await first.start()
    await expectStatus(all, 'running')
  })
  await expectButton(page, 'Pause')
  await passToEnd(later(started, MINUTE_MS))
  await expectPhase(all, 'break', 1)
  await clickButton(page, 'Finish what I’m doing')
  await expectPhase(all, 'work', 1)
  await expect(timerRegion(page)).toContainText('Overtime, session 1 of 4')
  for (const { state } of all)
    expect(state).toMatchObject({ status: 'running', infiniteMode: true, selectedEntryId: null })
  await passTime(30 * SECOND_MS)
  const ended = await timed(async () => {
    await clickButton(page, 'Take the break')
    await expectPhase(all, 'break', 1)
  })
  expect(all.map(({ state }) => state.infiniteMode)).toEqual([false, false])
  await first.stop()
  await expectButton(page, 'Start')
  await expectEntries([{ project, worked: [[started, ended]] }])
})

test('R10 five minutes more, asked for on our page while the client counts, end in the client', async ({
  openBeside,
  openPage,
  passTime,
  timed,
  expectEntries,
}) => {
  const { first, all, project } = await openBeside({})
  const page = await openPage()
  const started = await timed(async () => {
    await first.start()
    await expectStatus(all, 'running')
  })
  await clickButton(page, '5 min more')
  await expect.poll(() => all.map(({ state }) => state.workDuration)).toEqual([6, 6])
  await passTime(2 * MINUTE_MS)
  await expectPhase(all, 'work', 1)
  const stopped = await timed(() => first.stop())
  await expectButton(page, 'Start')
  await expectEntries([{ project, worked: [[started, stopped]] }])
})
