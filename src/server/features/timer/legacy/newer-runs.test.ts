import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import type { StartEvent } from '#core/timer/transition.ts'
import type { DeviceAction } from '#server/testing/timer-device.ts'
import { expectAllShow, setUpLegacyClients } from '#server/testing/legacy-setup.ts'

const CONFIG = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 2 }

/** A legacy client beside a page of ours, which has started a run. */
async function setUp(config: Partial<StartEvent['config']> = {}) {
  const parts = await setUpLegacyClients()
  const { legacy, page, project, pass, app } = parts
  const [client, ours] = [await legacy(), await page()]
  ours.start(project, { config: { ...CONFIG, ...config } })
  await ours.send()
  await expectAllShow([client], { status: 'running', mode: 'work', elapsed: 0 })
  return {
    ...parts,
    client,
    ours,
    /** The user presses a button on our page. */
    async press(action: DeviceAction) {
      await ours.load()
      ours.act(action)
      expect(await ours.send()).toMatchObject({ acks: [{ isAccepted: true }] })
      await client.ping()
    },
    /** Lets minutes pass on every clock, at most to the end of a phase. */
    async passMinutes(minutes: number) {
      for (let minute = 0; minute < minutes; minute++) {
        pass(60, [client])
        await app.timer.advanceDue()
      }
      await client.saved()
      await client.waitUntilHandled()
    },
  }
}

test('R10 a legacy client counts a long break as a break of its length', async () => {
  const { client, passMinutes } = await setUp({ longBreak: { ms: 15 * MINUTE_MS, every: 2 } })
  await passMinutes(25)
  await expectAllShow([client], { status: 'running', mode: 'break', elapsed: 0 })
  await passMinutes(5)
  await expectAllShow([client], { status: 'running', mode: 'work', elapsed: 0 })
  await passMinutes(25)
  await expectAllShow([client], { status: 'running', mode: 'break', elapsed: 0 })
  await passMinutes(14)
  await expectAllShow([client], { status: 'running', mode: 'break', elapsed: 14 * 60 })
  await passMinutes(1)
  await expectAllShow([client], { status: 'idle', mode: 'work', elapsed: 0 })
})

test('R10 overtime is a running work phase for a legacy client, which ends with it', async () => {
  const { client, press, passMinutes, entries } = await setUp()
  await passMinutes(10)
  await press({ type: 'extend', byMs: 5 * MINUTE_MS })
  await passMinutes(19)
  await expectAllShow([client], { status: 'running', mode: 'work', elapsed: 29 * 60 })
  await passMinutes(1)
  await expectAllShow([client], { status: 'running', mode: 'break', elapsed: 0 })
  expect(await entries()).toMatchObject([{ duration: 30 * MINUTE_MS }])
})

test('R10 overtime without an end counts up on a legacy client, until the break is taken', async () => {
  const { client, press, passMinutes, entries } = await setUp()
  await press({ type: 'extend', byMs: null })
  await passMinutes(40)
  await expectAllShow([client], { status: 'running', mode: 'work', elapsed: 40 * 60 })
  expect(client.state()).toMatchObject({ infiniteMode: true, selectedEntryId: null })
  await press({ type: 'skip', save: true })
  await expectAllShow([client], { status: 'running', mode: 'break', elapsed: 0 })
  expect(client.state()).toMatchObject({ infiniteMode: false })
  await passMinutes(5)
  await expectAllShow([client], { status: 'running', mode: 'work', elapsed: 0 })
  expect(await entries()).toMatchObject([{ duration: 40 * MINUTE_MS }])
})

test('R10 work that goes on after its end is one session, also for a legacy client that has saved it by then', async () => {
  const { client, press, passMinutes, entries } = await setUp()
  await passMinutes(25)
  await expectAllShow([client], { status: 'running', mode: 'break', elapsed: 0 })
  await passMinutes(1)
  expect(await entries()).toMatchObject([{ duration: 25 * MINUTE_MS }])
  await press({ type: 'extend', byMs: 5 * MINUTE_MS })
  await expectAllShow([client], { status: 'running', mode: 'work', elapsed: 26 * 60 })
  await passMinutes(2)
  client.stop(true)
  await client.saved()
  await client.waitUntilHandled()
  expect(await entries()).toMatchObject([{ duration: 28 * MINUTE_MS }])
})

test('R10 a phase that waits for its user is a paused one for a legacy client, which resumes it', async () => {
  const { client, passMinutes, entries } = await setUp({ autoStart: { breaks: false, work: false } })
  await passMinutes(25)
  await expectAllShow([client], { status: 'paused', mode: 'break', elapsed: 0 })
  await passMinutes(10)
  client.resume()
  await client.waitUntilHandled()
  await expectAllShow([client], { status: 'running', mode: 'break', elapsed: 0 })
  await passMinutes(5)
  await expectAllShow([client], { status: 'paused', mode: 'work', elapsed: 0 })
  client.resume()
  await client.waitUntilHandled()
  await passMinutes(1)
  await expectAllShow([client], { status: 'running', mode: 'work', elapsed: 60 })
  expect(await entries()).toMatchObject([{ duration: 25 * MINUTE_MS }])
})

test('R10 a run that a legacy client starts follows the choices of the account', async () => {
  const { ann, legacy, project, runNow } = await setUpLegacyClients()
  const longBreak = { duration: 15, every: 2 }
  await ann.put('/users/profile', { autoStart: { breaks: true, work: false } })
  await ann.post('/timer-presets/sync-settings', { workDuration: 25, breakDuration: 5, repetitions: 4, longBreak })
  const client = await legacy()
  client.start(project)
  await expect.poll(runNow).not.toBeNull()
  const choices = { autoStart: { breaks: true, work: false } }
  const started = (await runNow()).log[0].event.config
  expect(started).toMatchObject({ ...choices, longBreak: { ms: 15 * MINUTE_MS, every: 2 } })
  client.stop(false)
  await client.waitUntilHandled()
  client.start(project, { breakDuration: 10 })
  await client.waitUntilHandled()
  const { config } = (await runNow()).log[0].event
  expect(config).toMatchObject({ ...choices, breakMs: 10 * MINUTE_MS })
  expect(config).not.toHaveProperty('longBreak')
})

test('Y40 a legacy client that ends a phase a little too early does not begin one that waits', async () => {
  const { client, ours, pass, app, runNow } = await setUp({ autoStart: { breaks: false, work: true } })
  pass(25 * 60 - 1, [client])
  client.send('switch', { mode: 'break', currentRepetition: 1 })
  await client.waitUntilHandled()
  expect((await runNow()).log).toHaveLength(1)
  pass(1)
  await app.timer.advanceDue()
  await expectAllShow([client], { status: 'paused', mode: 'break', elapsed: 0 })
  await ours.load()
})

// Each at the end: the lengths of the work phase and the break that the client is told then.
// prettier-ignore
test.each<[string, Partial<StartEvent['config']>, (user: Awaited<ReturnType<typeof setUp>>) => Promise<void>, object]>([
  ['overtime', {}, ({ press }) => press({ type: 'extend', byMs: 5 * MINUTE_MS }), { workDuration: 30, breakDuration: 5 }],
  ['a long break', { longBreak: { ms: 15 * MINUTE_MS, every: 2 } }, async ({ passMinutes }) => {
    for (const phase of [25, 5, 25]) await passMinutes(phase)
  }, { workDuration: 25, breakDuration: 15 }],
])('Y40 a legacy client that saves the lengths of %s as settings changes none', async (_what, config, act, told) => {
  const user = await setUp(config)
  await act(user)
  await expect.poll(() => user.client.received.at(-1)?.[1]).toMatchObject(told)
  const sync = async (settings: object) => (await user.ann.post('/timer-presets/sync-settings', settings)).json().data
  expect(await sync({ ...told, repetitions: 2 })).toMatchObject({ workDuration: 25, breakDuration: 5, repetitions: 2 })
  // A change by the user counts.
  const chosen = { workDuration: 40, breakDuration: 7, repetitions: 3 }
  expect(await sync(chosen)).toMatchObject(chosen)
})
