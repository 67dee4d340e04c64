import { expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#core/time/units.ts'
import { expectAllShow, setUpLegacyClients } from '#server/testing/legacy-setup.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'

type Setup = Awaited<ReturnType<typeof setUpLegacyClients>>

/** Ann has started the timer in the first of some tabs. */
async function annWithTabs(
  tabs: number,
  { options = {}, durations = {} }: { options?: object; durations?: object } = {},
) {
  const parts = await setUpLegacyClients()
  const { project, legacy, runNow } = parts
  const clients = await Promise.all(Array.from({ length: tabs }, () => legacy(options)))
  const [first] = clients
  first!.start(project, durations)
  await expectAllShow(clients, { status: 'running', mode: 'work', elapsed: 0 })
  await expect.poll(runNow).not.toBeNull()
  const allSaved = () => Promise.all(clients.map((client) => client.saved()))
  return { ...parts, clients, first: first!, allSaved }
}

test.each([1, 4])('R4 %i tabs that each save the ended session create one entry', async (tabs) => {
  const durations = { workDuration: 1, breakDuration: 1, repetitions: 2 }
  const { app, clients, pass, allSaved, count } = await annWithTabs(tabs, { durations })
  pass(60, clients)
  await allSaved()
  await app.timer.advanceDue()
  expect(await count()).toBe(1)
  await expectAllShow(clients, { status: 'running', mode: 'break', elapsed: 0 })
})

// prettier-ignore
test.each([
  ['alone',               1, {}],
  ['in three tabs',       3, {}],
  ['with a clock ahead',  2, { aheadMs: 40 * SECOND_MS }],
  ['with a clock behind', 2, { aheadMs: -40 * SECOND_MS }],
])('R4 a session that its client stops %s is saved once, pauses excluded', async (_where, tabs, options) => {
  const { clients, first, pass, clock, allSaved, entries, runNow } = await annWithTabs(tabs, { options })
  const startedAt = clock.now
  pass(20, clients)
  first.pause()
  await first.waitUntilHandled()
  await expectAllShow(clients, { status: 'paused', mode: 'work', elapsed: 20 })
  pass(30, clients)
  first.resume()
  await first.waitUntilHandled()
  await expectAllShow(clients, { status: 'running', mode: 'work', elapsed: 20 })
  pass(10, clients)
  first.stop(true)
  await expectAllShow(clients, { status: 'idle', mode: 'work', elapsed: 0 })
  await allSaved()
  await expect.poll(async () => (await runNow()).log.length).toBe(4)
  const startTime = new Date(startedAt).toISOString()
  expect(await entries()).toMatchObject([{ duration: 30 * SECOND_MS, startTime }])
})

test('R4 a session that is stopped while it is paused is saved once', async () => {
  const { clients, first, pass, allSaved, entries } = await annWithTabs(2)
  pass(20, clients)
  first.pause()
  await first.waitUntilHandled()
  await expectAllShow(clients, { status: 'paused', mode: 'work', elapsed: 20 })
  pass(300, clients)
  first.stop(true)
  await expectAllShow(clients, { status: 'idle', mode: 'work', elapsed: 0 })
  await allSaved()
  await first.waitUntilHandled()
  expect(await entries()).toMatchObject([{ duration: 20 * SECOND_MS }])
})

test('R4 two short sessions, one after the other, are both saved', async () => {
  const { clients, first, pass, project, allSaved, entries } = await annWithTabs(2)
  for (const seconds of [6, 7]) {
    if (seconds === 7) first.start(project)
    await expectAllShow(clients, { status: 'running', mode: 'work', elapsed: 0 })
    pass(seconds, clients)
    first.stop(true)
    await expectAllShow(clients, { status: 'idle', mode: 'work', elapsed: 0 })
    await allSaved()
    await first.waitUntilHandled()
  }
  expect((await entries()).map(({ duration }: { duration: number }) => duration / SECOND_MS)).toEqual([7, 6])
})

test.each(['before', 'after'])('R4 a client that saves %s it stops without saving makes one entry', async (order) => {
  const { ann, first, project, pass, clock, entries } = await annWithTabs(1)
  pass(90, [first])
  const startTime = new Date(clock.now - 90 * SECOND_MS).toISOString()
  const posted = { project, startTime, endTime: new Date(clock.now).toISOString(), duration: 90 * SECOND_MS }
  if (order === 'before') await ann.post('/time-entries', posted)
  first.stop(false)
  await first.waitUntilHandled()
  if (order === 'after') await ann.post('/time-entries', posted)
  expect(await entries()).toMatchObject([{ duration: 90 * SECOND_MS }])
})

test('R4 an entry of the same project that ended a while ago does not end the session', async () => {
  const { ann, first, project, pass, clock, entries } = await annWithTabs(1)
  const startTime = new Date(clock.now).toISOString()
  pass(600, [first])
  const endTime = new Date(clock.now - 4 * MINUTE_MS).toISOString()
  await ann.post('/time-entries', { project, startTime, endTime })
  pass(600, [first])
  first.stop(true)
  await first.saved()
  await first.waitUntilHandled()
  const durations = (await entries()).map(({ duration }: { duration: number }) => duration / MINUTE_MS)
  expect(durations.toSorted((a: number, b: number) => a - b)).toEqual([6, 20])
})

test.each(['by the client', 'by the end of the phase'])(
  'R4 notes and tags that a client saves are kept if the session ended %s',
  async (how) => {
    const parts = await setUpLegacyClients()
    const { app, make, legacy, project, pass, runNow, entries, ann } = parts
    const tag = await make('/tags', { name: 'deep', color: '#112233' })
    const client = await legacy({ entryFields: { notes: 'Outline', tags: [tag] } })
    client.start(project, { workDuration: 1, breakDuration: 1, repetitions: 2 })
    await expect.poll(runNow).not.toBeNull()
    pass(how === 'by the client' ? 50 : 60, how === 'by the client' ? [client] : [])
    if (how === 'by the client') client.stop(true)
    else {
      await app.timer.advanceDue()
      pass(1)
      const [session] = await entries()
      const { startTime, endTime } = session
      await ann.post('/time-entries', { project, startTime, endTime, notes: 'Outline', tags: [tag] })
    }
    await client.saved()
    await client.waitUntilHandled()
    expect(await entries()).toMatchObject([{ notes: 'Outline', tags: [tag] }])
  },
)

// prettier-ignore
test.each<[string, (parts: Setup & { other: string }) => Promise<unknown>]>([
  ['by REST',     async ({ ann, other }) => ann.put(`/time-entries/${(await ann.get('/time-entries/running')).json().data.id}`, { project: other })],
  ['by our page', async ({ ann, clock, other }) => {
    const page = createTimerDevice(ann, clock)
    await page.load()
    await page.send([page.act({ type: 'subject', change: { projectId: other } })])
  }],
])('R9 a session that moves to another project %s is saved there once, and its clients are told', async (_how, move) => {
  const parts = await annWithTabs(2)
  const { clients, first, pass, make, allSaved, entries } = parts
  const other = await make('/projects', { name: 'other' })
  pass(20, clients)
  await move({ ...parts, other })
  await expect.poll(() => clients.map((client) => client.state().projectId)).toEqual([other, other])
  await expectAllShow(clients, { status: 'running', mode: 'work', elapsed: 20 })
  pass(10, clients)
  first.stop(true)
  await expectAllShow(clients, { status: 'idle', mode: 'work', elapsed: 0 })
  await allSaved()
  await first.waitUntilHandled()
  expect(await entries()).toMatchObject([{ project: other, duration: 30 * SECOND_MS }])
})

test('R9 a client that saves on the old project, because it was not told, makes no second entry', async () => {
  const { ann, first, project, pass, clock, make, entries } = await annWithTabs(1)
  const other = await make('/projects', { name: 'other' })
  pass(60, [first])
  await ann.put(`/time-entries/${(await ann.get('/time-entries/running')).json().data.id}`, { project: other })
  const endTime = new Date(clock.now).toISOString()
  const startTime = new Date(clock.now - MINUTE_MS).toISOString()
  for (const _tab of [1, 2]) await ann.post('/time-entries', { project, startTime, endTime })
  first.stop(true)
  await first.saved()
  await first.waitUntilHandled()
  expect(await entries()).toMatchObject([{ project: other, duration: MINUTE_MS }])
})

test.each([false, true])('R8 infinite mode continues the selected entry, once (clock ahead: %s)', async (isAhead) => {
  const parts = await setUpLegacyClients()
  const { ann, project, legacy, pass, clock, entries, runNow } = parts
  const endTime = new Date(clock.now - 5 * MINUTE_MS).toISOString()
  const startTime = new Date(clock.now - 15 * MINUTE_MS).toISOString()
  const draft = { project, startTime, endTime, notes: 'Outline' }
  const entry = (await ann.post('/time-entries', draft)).json().data
  const [left, right] = [await legacy(), await legacy()]
  const skewed = isAhead ? await legacy({ aheadMs: 40 * SECOND_MS }) : left
  skewed.continueEntry(entry)
  await expectAllShow([right], { status: 'running', mode: 'work', elapsed: 15 * 60 })
  expect(right.state()).toMatchObject({ infiniteMode: true, selectedEntryId: entry.id })
  expect((await ann.get('/time-entries/running')).json().data).toMatchObject({ id: entry.id, notes: 'Outline' })
  pass(60, [left, right, skewed])
  skewed.stop(true)
  await expectAllShow([left, right], { status: 'idle', mode: 'work', elapsed: 0 })
  for (const client of [left, right, skewed]) await client.saved()
  await expect.poll(async () => (await runNow()).log.length).toBe(2)
  expect(await entries()).toMatchObject([{ id: entry.id, startTime, duration: 16 * MINUTE_MS, notes: 'Outline' }])
})
