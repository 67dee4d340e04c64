import type { Page } from '@playwright/test'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/core/time/units.ts'
import { expect } from '../support/app.ts'
import { THOROUGH, thoroughIf } from '../support/thorough.ts'
import { clickButton, expectButton, saveDialog } from '../support/timer-page.ts'
import type { ExpectedEntry } from './expected-entries.ts'
import { disconnect, expectStatus, test } from './stories.ts'

/** Stops the timer on our page and answers the question whether to save. */
async function stopOnPage(page: Page, answer = 'Yes') {
  await clickButton(page, 'Stop')
  await saveDialog(page).getByRole('button', { name: answer, exact: true }).click()
}

for (const skews of [[0, 0], [40], [-40]])
  test(
    `R3 clocks ahead by ${skews.join(' and ')} s: the client starts, our page pauses, the client resumes, our page stops`,
    thoroughIf(skews.some(Boolean)),
    async ({ openTabs, openPage, passTime, timed, expectEntries }) => {
      const { first, all, project } = await openTabs(skews)
      const page = await openPage()
      const started = await timed(() => first.start())
      await expectButton(page, 'Pause')
      await passTime(10 * MINUTE_MS)
      const paused = await timed(async () => {
        await clickButton(page, 'Pause')
        await expectStatus(all, 'paused')
      })
      await passTime(HOUR_MS)
      const resumed = await timed(() => first.resume())
      await expectButton(page, 'Pause')
      await passTime(5 * MINUTE_MS)
      const stopped = await timed(async () => {
        await stopOnPage(page)
        await expectStatus(all, 'idle')
      })
      const worked: ExpectedEntry['worked'] = [
        [started, paused],
        [resumed, stopped],
      ]
      await expectEntries([{ project, worked }])
    },
  )

for (const skews of [[0, 0], [40], [-40]])
  test(
    `R3 clocks ahead by ${skews.join(' and ')} s: our page starts, the client pauses, our page resumes, the client stops`,
    thoroughIf(skews.some(Boolean)),
    async ({ openTabs, openPage, user: { rest }, passTime, timed, expectEntries }) => {
      const { first, all, project } = await openTabs(skews)
      const { id: tag } = await rest.createTag('Paper')
      const page = await openPage()
      const started = await timed(async () => {
        await clickButton(page, 'Start')
        await expectStatus(all, 'running')
      })
      await passTime(10 * MINUTE_MS)
      const paused = await timed(() => first.pause())
      await expectButton(page, 'Resume')
      await passTime(HOUR_MS)
      const resumed = await timed(async () => {
        await clickButton(page, 'Resume')
        await expectStatus(all, 'running')
      })
      await passTime(5 * MINUTE_MS)
      first.describe({ notes: 'Written at the end', tags: [tag] })
      const stopped = await timed(() => first.stop())
      await expectButton(page, 'Start')
      const worked: ExpectedEntry['worked'] = [
        [started, paused],
        [resumed, stopped],
      ]
      await expectEntries([{ project, worked, notes: 'Written at the end', tags: [tag] }])
    },
  )

for (const seconds of [30, 600])
  test(
    `R4 a client whose clock is behind keeps its note in a session of ${seconds} s that our page started`,
    THOROUGH,
    async ({ openTabs, openPage, passTime, timed, expectEntries }) => {
      const { first: client, project } = await openTabs([-40])
      const page = await openPage()
      const started = await timed(async () => {
        await clickButton(page, 'Start')
        await expectStatus([client], 'running')
      })
      await passTime(seconds * SECOND_MS)
      client.describe({ notes: 'Written at the end' })
      const stopped = await timed(() => client.stop())
      await expectButton(page, 'Start')
      await expectEntries([{ project, worked: [[started, stopped]], notes: 'Written at the end' }])
    },
  )

test('R3 a session that our page discards is not saved by the client', async ({
  openTabs,
  openPage,
  passTime,
  expectEntries,
}) => {
  const { first, all } = await openTabs([0, 0])
  const page = await openPage()
  await first.start()
  await expectButton(page, 'Pause')
  await passTime(10 * MINUTE_MS)
  await stopOnPage(page, 'No')
  await expectStatus(all, 'idle')
  await expectEntries([])
})

for (const action of ['pause', 'stop'] as const)
  test(`R6 a ${action} by the client stands while our page and a tab that has missed it run on`, async ({
    openTabs,
    openPage,
    passTime,
    timed,
    expectEntries,
  }) => {
    const { first, last, project } = await openTabs([0, 0])
    const page = await openPage()
    const started = await timed(async () => {
      await clickButton(page, 'Start')
      await expectStatus([first, last], 'running')
    })
    await passTime(10 * MINUTE_MS)
    last.isDeaf = true
    const ended = await timed(() => first[action]())
    const [status, button] = action === 'pause' ? ['paused', 'Resume'] : ['idle', 'Start']
    await expectButton(page, button)
    for (let passed = 0; passed < 30; passed += 3) {
      await passTime(3 * SECOND_MS)
      expect(first.state.status).toBe(status)
    }
    await expectButton(page, button)
    last.close()
    if (action === 'pause') await first.stop()
    await expectButton(page, 'Start')
    await expectEntries([{ project, worked: [[started, ended]] }])
  })

test(
  'R3 a session of the client is saved when our page, which did not know it, starts another one',
  THOROUGH,
  async ({ openTabs, openPage, passTime, timed, expectEntries }) => {
    const { first: client, project } = await openTabs([0])
    const page = await openPage()
    const reconnect = await disconnect(page)
    const started = await timed(() => client.start())
    await passTime(12 * MINUTE_MS)
    const replaced = await timed(() => clickButton(page, 'Start'))
    await reconnect()
    await passTime(5 * MINUTE_MS)
    await expect.poll(() => client.state.elapsed).toBeLessThan(8 * 60)
    await passTime(5 * MINUTE_MS)
    const stopped = await timed(() => client.stop())
    await expectButton(page, 'Start')
    await expectEntries([
      { project, worked: [[started, replaced]] },
      { project, worked: [[replaced, stopped]] },
    ])
  },
)

for (const starter of ['the client', 'our page'])
  test(
    `R4 every session of a whole cycle that ${starter} starts is saved once`,
    THOROUGH,
    async ({ openTabs, openPage, passCycle, expectEntries }) => {
      const { first, all, project } = await openTabs([0, 0])
      await first.changeSettings({ workDuration: 1, breakDuration: 1, repetitions: 2 })
      const page = await openPage()
      const start = () => (starter === 'our page' ? clickButton(page, 'Start') : first.start())
      const sessions = await passCycle(start, all)
      await expect(page.getByRole('dialog', { name: 'All sessions completed!' })).toContainText('in 2 sessions')
      await expectEntries(sessions.map((session) => ({ ...session, project })))
    },
  )
