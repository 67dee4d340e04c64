import { expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#core/time/units.ts'
import { expectAllShow, setUpLegacyClients } from '#server/testing/legacy-setup.ts'

const SETTINGS = { workDuration: 52, breakDuration: 17, repetitions: 3 }
const DEFAULTS = { workDuration: 25, breakDuration: 5, repetitions: 4 }
const PRESET = { name: 'Mine', workDuration: 40, breakDuration: 8, repetitions: 2 }
const toConfig = ({ workDuration, breakDuration, repetitions }: typeof SETTINGS) => ({
  workMs: workDuration * MINUTE_MS,
  breakMs: breakDuration * MINUTE_MS,
  repetitions,
})
type Setup = Awaited<ReturnType<typeof setUpLegacyClients>>

// prettier-ignore
test.each<[string, object, (ann: Setup['ann']) => Promise<object>]>([
  ['of the defaults',          DEFAULTS, async () => ({})],
  ['of the defaults, if no preset is selected', DEFAULTS, async (ann) => {
    await ann.post('/timer-presets', PRESET)
    return {}
  }],
  ['of the selected preset',   PRESET,   async (ann) => ({ selectedPresetId: (await ann.post('/timer-presets', PRESET)).json().data.id })],
  ['of the synced settings',   SETTINGS, async (ann) => {
    await ann.post('/timer-presets/sync-settings', SETTINGS)
    return { selectedPresetId: (await ann.post('/timer-presets', PRESET)).json().data.id }
  }],
])('R7 a start without durations has those %s', async (_whose, wanted, prepare) => {
  const { ann, legacy, project, runNow } = await setUpLegacyClients()
  const fields = await prepare(ann)
  const client = await legacy()
  client.start(project, fields)
  await client.waitUntilHandled()
  expect((await runNow()).log[0].event.config).toEqual(toConfig(wanted as typeof SETTINGS))
})

test('R7 a session of 52 minutes by the synced settings becomes one entry of 52 minutes', async () => {
  const { app, ann, legacy, project, pass, runNow, entries } = await setUpLegacyClients()
  await ann.post('/timer-presets/sync-settings', SETTINGS)
  const client = await legacy()
  client.start(project)
  await expect.poll(runNow).not.toBeNull()
  for (let minute = 0; minute < 52; minute++) {
    pass(60)
    await app.timer.advanceDue()
  }
  await expectAllShow([client], { status: 'running', mode: 'break', elapsed: 0 })
  expect(await entries()).toMatchObject([{ duration: 52 * MINUTE_MS }])
})

test('R3 a tick never overtakes the start before it, and has the server’s state and time', async () => {
  const { legacy, project, clock } = await setUpLegacyClients()
  const [left, right] = [await legacy({ aheadMs: 40 * SECOND_MS }), await legacy()]
  for (const client of [left, right, left, right]) await client.ping()
  right.received.length = 0
  left.start(project)
  left.sendTick()
  await expect.poll(() => right.received.map(([name]) => name)).toEqual(['start', 'tick'])
  expect(right.received[1]).toMatchObject(['tick', { status: 'running', elapsed: 0, timestamp: clock.now }])
})

test.each(['pause', 'stop'] as const)(
  'R3 a %s by a legacy client stands, whatever ticks arrive after it',
  async (what) => {
    const { legacy, page, project, clock, pass, runNow } = await setUpLegacyClients()
    const [left, right, ours] = [await legacy(), await legacy(), await page()]
    await ours.send([ours.start(project)])
    await expectAllShow([left, right], { status: 'running', mode: 'work', elapsed: 0 })
    pass(12, [left, right])
    if (what === 'pause') left.pause()
    else left.stop(false)
    await left.waitUntilHandled()
    // The page has sent these before it learned of the change.
    const stale = { status: 'running', mode: 'work', elapsed: 12, projectId: project, timestamp: clock.now + SECOND_MS }
    ours.socket.emit('timer:tick', stale)
    right.send('tick', stale)
    for (const socket of [ours.socket, right.socket]) await socket.emitWithAck('timer:pause', {})
    const wanted = { status: what === 'pause' ? 'paused' : 'idle', mode: 'work', elapsed: what === 'pause' ? 12 : 0 }
    await expectAllShow([left, right], wanted)
    expect(left.received.filter(([name]) => name === 'tick')).toEqual([])
    expect((await runNow()).log.map(({ event }: { event: { type: string } }) => event.type)).toEqual(['start', what])
  },
)

test('R3 a session of a legacy client is saved if our app starts another', async () => {
  const { legacy, page, project, pass, runNow, entries } = await setUpLegacyClients()
  const [client, ours] = [await legacy(), await page()]
  client.start(project)
  await expect.poll(runNow).not.toBeNull()
  pass(12, [client])
  // The page does not know of the session yet.
  await ours.send([ours.start(project)])
  await expectAllShow([client], { status: 'running', mode: 'work', elapsed: 0 })
  expect(await entries()).toMatchObject([{ duration: 12 * SECOND_MS }])
})

// prettier-ignore
test.each([
  ['running', 30, 'running', 30],
  ['paused',  10, 'paused',  10],
])('R5 a %s timer that only a client knows is adopted', async (_what, elapsed, status, shown) => {
  const { legacy, project, clock, pass, entries, runNow } = await setUpLegacyClients()
  const [client, other] = [await legacy(), await legacy()]
  const workStartTime = new Date(clock.now - 30 * SECOND_MS)
  const report = { status, mode: 'work', elapsed, projectId: project, workStartTime, shouldSave: false }
  client.send('start', report)
  await expectAllShow([other], { status, mode: 'work', elapsed: shown })
  pass(5, [other])
  other.stop(true)
  await other.saved()
  await expect.poll(async () => (await runNow()).log.length).toBe(status === 'paused' ? 3 : 2)
  const duration = (status === 'paused' ? 10 : 35) * SECOND_MS
  expect(await entries()).toMatchObject([{ duration, startTime: workStartTime.toISOString() }])
})

test('R5 a paused client that missed the stop does not restart the run', async () => {
  const { legacy, project, pass, runNow } = await setUpLegacyClients()
  const [client, other] = [await legacy(), await legacy()]
  client.start(project)
  await expectAllShow([other], { status: 'running', mode: 'work', elapsed: 0 })
  pass(10, [client, other])
  const report = client.state()
  other.stop(true)
  await expectAllShow([client], { status: 'idle', mode: 'work', elapsed: 0 })
  pass(60)
  client.send('start', { ...report, status: 'paused', shouldSave: false })
  await client.waitUntilHandled()
  expect((await runNow()).log).toHaveLength(2)
})

test.each([true, false, null])(
  'R5 a start with the status idle starts nothing (shouldSave: %s)',
  async (shouldSave) => {
    const { legacy, project, runNow } = await setUpLegacyClients()
    const client = await legacy()
    client.send('start', { status: 'idle', projectId: project, shouldSave })
    await client.waitUntilHandled()
    expect(await runNow()).toBeNull()
  },
)

test('R3 a client that asks for the state is told not to save it', async () => {
  const { legacy, project, pass } = await setUpLegacyClients()
  const first = await legacy()
  first.start(project)
  await first.waitUntilHandled()
  pass(5, [first])
  const second = await legacy()
  await expectAllShow([second], { status: 'running', mode: 'work', elapsed: 5 })
  expect(second.received).toMatchObject([['start', { shouldSave: false, status: 'running' }]])
})

test('R3 clients hear of every phase that ends by itself, and of the end of the last', async () => {
  const { app, legacy, project, pass, entries } = await setUpLegacyClients()
  const [client, other] = [await legacy(), await legacy()]
  client.start(project, { workDuration: 1, breakDuration: 1, repetitions: 2 })
  await expectAllShow([other], { status: 'running', mode: 'work', elapsed: 0 })
  other.received.length = 0
  for (let minute = 0; minute < 4; minute++) {
    pass(60)
    await app.timer.advanceDue()
  }
  await expect
    .poll(() => other.received.map(([name, { mode, status }]) => [name, mode, status]))
    .toEqual([
      ['switch', 'break', 'running'],
      ['switch', 'work', 'running'],
      ['switch', 'break', 'running'],
      ['stop', 'work', 'idle'],
    ])
  await expectAllShow([client, other], { status: 'idle', mode: 'work', elapsed: 0 })
  expect(await entries()).toMatchObject([{ duration: MINUTE_MS }, { duration: MINUTE_MS }])
})

test('R4 a whole cycle in two tabs that stay open becomes one entry for each focus session', async () => {
  const { app, legacy, project, pass, entries } = await setUpLegacyClients()
  const tabs = [await legacy(), await legacy()]
  tabs[0]!.start(project, { workDuration: 1, breakDuration: 1, repetitions: 2 })
  await expectAllShow(tabs, { status: 'running', mode: 'work', elapsed: 0 })
  for (let minute = 0; minute < 4; minute++) {
    pass(60, tabs)
    await Promise.all(tabs.map((tab) => tab.saved()))
    for (const tab of tabs) await tab.waitUntilHandled()
    await app.timer.advanceDue()
    for (const tab of tabs) await tab.ping()
  }
  await expectAllShow(tabs, { status: 'idle', mode: 'work', elapsed: 0 })
  expect(await entries()).toMatchObject([{ duration: MINUTE_MS }, { duration: MINUTE_MS }])
})
