import { HOUR_MS, MINUTE_MS } from '../../src/core/time/units.ts'
import { expect, uniqueEmail } from '../support/app.ts'
import { test as restartTest } from '../support/restartable-server.ts'
import { THOROUGH, thoroughIf } from '../support/thorough.ts'
import { TestClock } from './clock.ts'
import { type ExpectedEntry, findDifferences, later } from './expected-entries.ts'
import { ForeignClient } from './foreign-client.ts'
import { createRest, register } from './rest.ts'
import { expectStatus, test } from './stories.ts'

/** Tabs of the client that run at the same time: how many seconds each clock is ahead. */
const TABS = [
  { name: 'one tab', hasCycle: true, skews: [0] },
  { name: 'two tabs', hasCycle: true, skews: [0, 0] },
  { name: 'three tabs', hasCycle: true, skews: [0, 0, 0] },
  { name: 'one tab, 40 s ahead', skews: [40] },
  { name: 'one tab, 40 s behind', skews: [-40] },
  { name: 'two tabs, of which the first is 40 s ahead', skews: [40, 0] },
  { name: 'two tabs, of which the second is 40 s behind', skews: [0, -40] },
  { name: 'two tabs, 80 s apart', hasCycle: true, skews: [-40, 40] },
  { name: 'two tabs that send little', hasCycle: true, skews: [0, 0], options: { isTerse: true } },
]

for (const { name, skews, options } of TABS)
  test(
    `R4 ${name}: sessions that every tab saves when it is stopped are saved once`,
    thoroughIf(skews.some(Boolean)),
    async ({ openTabs, user: { rest }, passTime, timed, expectEntries }) => {
      const { first, last, all, project } = await openTabs(skews, options)
      const tags = [(await rest.createTag('Paper')).id]
      first.describe({ notes: 'First draft', tags })
      const started = await timed(() => first.start())
      await expectStatus(all, 'running')
      await passTime(10 * MINUTE_MS)
      const stopped = await timed(() => last.stop())
      await expectStatus(all, 'idle')
      const sessions: ExpectedEntry[] = [{ project, worked: [[started, stopped]], notes: 'First draft', tags }]
      await expectEntries(sessions)

      for (const tab of all) tab.describe({ notes: '', tags: [] })
      const restarted = await timed(() => last.start())
      await expectStatus(all, 'running')
      await passTime(3 * MINUTE_MS)
      const paused = await timed(() => first.pause())
      await expectStatus(all, 'paused')
      await passTime(HOUR_MS)
      const resumed = await timed(() => last.resume())
      await expectStatus(all, 'running')
      await passTime(7 * MINUTE_MS)
      // The note is written at the end, so that only the saved session tells it.
      for (const tab of all) tab.describe({ notes: 'Second draft' })
      const ended = await timed(() => first.stop())
      await expectStatus(all, 'idle')
      const segments: ExpectedEntry['worked'] = [
        [restarted, paused],
        [resumed, ended],
      ]
      await expectEntries([...sessions, { project, worked: segments, notes: 'Second draft' }])
      expect(all.map(({ saves }) => saves)).toEqual(all.map(() => 2))
    },
  )

for (const { name, skews, options } of TABS.filter(({ hasCycle }) => hasCycle))
  test(
    `R4 ${name}: every session of a whole cycle is saved once`,
    thoroughIf(name !== 'two tabs'),
    async ({ openTabs, passCycle, expectEntries }) => {
      const { first, all, project } = await openTabs(skews, options)
      const sessions = await passCycle(() => first.start(), all)
      await expectEntries(sessions.map((session) => ({ ...session, project })))
    },
  )

test('R4 a session that the user does not save is not saved by another tab', async ({
  openTabs,
  passTime,
  expectEntries,
}) => {
  const { first, last, all } = await openTabs([0, 0])
  await first.start()
  await expectStatus(all, 'running')
  await passTime(10 * MINUTE_MS)
  await last.stop({ save: false })
  await expectStatus(all, 'idle')
  await expectEntries([])
})

test('R6 a tab that did not know of a running timer cannot start another one, and is told', async ({
  openTabs,
  user: { rest },
  passTime,
  timed,
  expectEntries,
}) => {
  const { first, last, all, project } = await openTabs([0, 0])
  last.isDeaf = true
  const started = await timed(() => first.start())
  await passTime(12 * MINUTE_MS)
  last.isDeaf = false
  last.selectProject((await rest.createProject('Atlas')).id)
  await last.start()
  await expect.poll(() => last.state.projectId).toBe(project)
  expect(last.state.elapsed).toBeGreaterThanOrEqual(12 * 60)
  await passTime(5 * MINUTE_MS)
  const stopped = await timed(() => last.stop())
  await expectStatus(all, 'idle')
  await expectEntries([{ project, worked: [[started, stopped]] }])
})

test('R9 a running session that is moved to another project is saved there once, and every tab shows it', async ({
  openTabs,
  user: { rest },
  passTime,
  timed,
  expectEntries,
}) => {
  const { first, last, all, project } = await openTabs([0, 0])
  const { id: other } = await rest.createProject('Atlas')
  const started = await timed(() => first.start())
  await expectStatus(all, 'running')
  await passTime(10 * MINUTE_MS)
  const running = await rest.runningEntry()
  expect(running.project).toBe(project)
  await rest.updateEntry(running.id, { project: other })
  await expect.poll(() => all.map(({ state }) => state.projectId)).toEqual([other, other])
  await passTime(10 * MINUTE_MS)
  const stopped = await timed(() => last.stop())
  await expectStatus(all, 'idle')
  await expectEntries([{ project: other, worked: [[started, stopped]] }])
})

test('R9 a tab that does not learn of the other project saves no second entry', async ({
  openTabs,
  user: { rest },
  passTime,
  timed,
  expectEntries,
}) => {
  const { first: client } = await openTabs([0])
  const { id: other } = await rest.createProject('Atlas')
  const started = await timed(() => client.start())
  await passTime(10 * MINUTE_MS)
  client.isDeaf = true
  await rest.updateEntry((await rest.runningEntry()).id, { project: other })
  await passTime(10 * MINUTE_MS)
  const stopped = await timed(() => client.stop())
  await expectEntries([{ project: other, worked: [[started, stopped]] }])
})

for (const status of ['paused', 'running'] as const)
  test(`R5 a ${status} timer that only one client knows is adopted`, async ({
    openClient,
    clock,
    passTime,
    timed,
    expectEntries,
  }) => {
    const project = (await openClient()).state.projectId ?? ''
    // The client worked for ten minutes without a connection; a paused one has been paused for five.
    const begin = clock.now() - (status === 'paused' ? 15 : 10) * MINUTE_MS
    const worked: ExpectedEntry['worked'] = [
      [{ from: begin, to: begin }, later({ from: begin, to: begin }, 10 * MINUTE_MS)],
    ]
    const kept = { status, elapsed: 600, projectId: project, workStartTime: new Date(begin), notes: 'On the train' }
    const client = await openClient({ kept })
    const other = await openClient()
    await expectStatus([client, other], status)
    expect(other.state).toMatchObject({ notes: 'On the train', projectId: project })
    expect(Math.abs(other.state.elapsed - 600)).toBeLessThan(5)
    if (status === 'paused') {
      const resumed = await timed(() => other.resume())
      await expectStatus([client], 'running')
      worked.push([resumed, resumed])
    }
    await passTime(5 * MINUTE_MS)
    const stopped = await timed(() => client.stop())
    await expectStatus([other], 'idle')
    const last = worked.at(-1)
    if (last !== undefined) last[1] = stopped
    await expectEntries([{ project, worked, notes: 'On the train' }])
  })

restartTest(
  'R4 a session during which the server crashes is saved once',
  THOROUGH,
  async ({ restartableServer: server }) => {
    const account = { name: 'Test Person', email: uniqueEmail(), password: 'Quiet river 42' }
    const session = await register(server.url, account)
    const rest = createRest(server.url, session.token)
    const clock = new TestClock()
    const clients: ForeignClient[] = []
    for (let tab = 0; tab < 2; tab += 1) {
      const client = new ForeignClient({ url: server.url, ...session, clock, savesRemoteStops: true })
      clients.push(client)
      await client.open()
      await expect.poll(() => client.isConnected).toBe(true)
    }
    const [first, last] = clients as [ForeignClient, ForeignClient]
    const from = clock.now()
    await first.start()
    const started = { from, to: clock.now() }
    await expectStatus(clients, 'running')
    await server.crash()
    await expect.poll(() => clients.some(({ isConnected }) => isConnected)).toBe(false)
    const secondsBefore = first.state.elapsed
    await server.restart()
    await expect.poll(() => clients.every(({ isConnected }) => isConnected)).toBe(true)
    await expect.poll(() => first.state.elapsed).toBeGreaterThan(secondsBefore + 2)
    await expectStatus(clients, 'running')
    const stopping = clock.now()
    await last.stop()
    const stopped = { from: stopping, to: clock.now() }
    await expectStatus(clients, 'idle')
    for (const client of clients) await client.settle()
    const project = first.state.projectId ?? ''
    expect(findDifferences(await rest.entries(), [{ project, worked: [[started, stopped]] }])).toEqual([])
    for (const client of clients) client.close()
  },
)
