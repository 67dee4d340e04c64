import { HOUR_MS, MINUTE_MS } from '../../src/core/time/units.ts'
import { expect } from '../support/app.ts'
import { thoroughIf } from '../support/thorough.ts'
import { type ExpectedEntry, later } from './expected-entries.ts'
import { expectPhase, expectStatus, test } from './stories.ts'

test('R7 a session of 52 minutes without durations lasts as long as the synced settings say', async ({
  openClient,
  passTime,
  timed,
  expectEntries,
}) => {
  const client = await openClient()
  await client.changeSettings({ workDuration: 52, breakDuration: 17, repetitions: 4 })
  // A tab that is opened later reads the settings from the presets.
  const other = await openClient()
  const project = other.state.projectId ?? ''
  const started = await timed(() => other.start())
  await expectStatus([client], 'running')
  await passTime(51 * MINUTE_MS)
  await expectEntries([])
  await passTime(MINUTE_MS)
  await expectPhase([client, other], 'break', 1)
  const sessions = [{ project, worked: [[started, later(started, 52 * MINUTE_MS)]] }] satisfies ExpectedEntry[]
  await expectEntries(sessions)
  await passTime(17 * MINUTE_MS)
  await expectPhase([client, other], 'work', 2)
  await expectEntries(sessions)
})

test('R7 the first session of a new user lasts 25 minutes, also if the tab is closed', async ({
  openClient,
  passTime,
  timed,
  expectEntries,
}) => {
  const client = await openClient()
  const started = await timed(() => client.start())
  client.close()
  await passTime(HOUR_MS)
  const project = client.state.projectId ?? ''
  await expectEntries([{ project, worked: [[started, later(started, 25 * MINUTE_MS)]] }])
})

test('R7 a tab that shows older settings than the synced ones saves its session once', async ({
  openTabs,
  user: { rest },
  passTime,
  timed,
  expectEntries,
}) => {
  const { first, last, all, project } = await openTabs([0, 0])
  await rest.syncSettings({ workDuration: 52, breakDuration: 17, repetitions: 4 })
  const started = await timed(() => first.start())
  await expectStatus(all, 'running')
  expect(last.state.workDuration).toBe(52)
  await passTime(25 * MINUTE_MS)
  await expectPhase(all, 'break', 1)
  await last.stop()
  await expectStatus(all, 'idle')
  await expectEntries([{ project, worked: [[started, later(started, 25 * MINUTE_MS)]] }])
})

for (const saving of ['POST', 'PUT'] as const)
  // A change of the entry with the times of a wrong clock is what the user asked for.
  for (const skews of saving === 'POST' ? [[0], [0, 0], [0, 0, 0], [40], [-40]] : [[0], [0, 0, 0]])
    test(
      `R8 clocks ahead by ${skews.join(' and ')} s: infinite mode saves onto the selected entry by ${saving}, once`,
      thoroughIf(skews.some(Boolean)),
      async ({ openTabs, user: { rest }, clock, passTime, timed, expectEntries }) => {
        const { first, last, all, project } = await openTabs(skews)
        for (const tab of all) tab.savesSelectedEntryBy = saving
        const begin = clock.now() - 30 * MINUTE_MS
        const [startTime, endTime] = [new Date(begin), new Date(begin + 20 * MINUTE_MS)]
        const session = { project, startTime, endTime, duration: 20 * MINUTE_MS, notes: 'Map', tags: [], task: null }
        const entry = await rest.createEntry({ ...session, isRunning: false })
        first.selectInfinite(entry)
        await first.start()
        await expectStatus(all, 'running')
        await passTime(2 * HOUR_MS)
        expect(last.state).toMatchObject({ infiniteMode: true, selectedEntryId: entry.id })
        const stopped = await timed(() => last.stop())
        await expectStatus(all, 'idle')
        await expectEntries([{ project, id: entry.id, worked: [[{ from: begin, to: begin }, stopped]], notes: 'Map' }])
      },
    )

test('R8 infinite mode without an entry counts up from zero and saves one entry', async ({
  openTabs,
  passTime,
  timed,
  expectEntries,
}) => {
  const { first, last, all, project } = await openTabs([0, 0])
  first.selectInfinite()
  const started = await timed(() => first.start())
  await expectStatus(all, 'running')
  await passTime(3 * HOUR_MS)
  const paused = await timed(() => last.pause())
  await expectStatus(all, 'paused')
  await passTime(10 * MINUTE_MS)
  const resumed = await timed(() => first.resume())
  await expectStatus(all, 'running')
  await passTime(HOUR_MS)
  const stopped = await timed(() => last.stop())
  await expectStatus(all, 'idle')
  const worked: ExpectedEntry['worked'] = [
    [started, paused],
    [resumed, stopped],
  ]
  await expectEntries([{ project, worked }])
})
