import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { newId } from '#server/db/values.ts'
import { createTimerDevice, type DeviceAction } from '#server/testing/timer-device.ts'
import { setUpTimer } from '#server/testing/timer-setup.ts'
import { recordDisconnects } from './queries.ts'

test('I1 a focus session is saved once, however often its commands arrive', async () => {
  const { project, at, entries, device, db } = await setUpTimer()
  const [phone, laptop] = [device(), device()]
  const start = phone.start(project)
  await phone.send([start])
  at(10)
  const stop = phone.act({ type: 'stop', save: true })
  const first = await phone.send([start, stop])
  expect(first.acks).toEqual([
    { id: start.id, isAccepted: true },
    { id: stop.id, isAccepted: true },
  ])
  expect((await phone.send([start, stop])).acks).toEqual(first.acks)
  expect(await laptop.send([{ ...stop, id: start.id, device: start.device }])).toMatchObject({ acks: [first.acks[0]] })
  expect(await entries()).toEqual(['0-10: 10'])
  expect(await db.selectFrom('timer_commands').select('id').execute()).toHaveLength(2)
})

test('T32 a request for the timer first ends the phases that are due', async () => {
  const { ann, project, at, entries, device, beginning } = await setUpTimer()
  const phone = device()
  await phone.send([phone.start(project)])
  at(8 * 60)
  const { run } = (await ann.get('/timer')).json().data
  expect(run.heldAt).toBe(beginning + 30 * MINUTE_MS)
  expect(await entries()).toEqual(['0-25: 25'])
})

test('I7 if a command’s predecessor is missing, the server asks for it and accepts both later', async () => {
  const { project, device, at, entries, clock } = await setUpTimer()
  const phone = device()
  const start = phone.start(project)
  at(5)
  const stop = phone.act({ type: 'stop', save: true })
  expect(await phone.send([stop])).toMatchObject({ acks: [], awaited: 1 })
  await phone.send([start, stop])
  expect(await entries()).toEqual(['0-5: 5'])
  const reused = { ...stop, id: newId(clock.now) }
  expect(await phone.send([reused])).toMatchObject({ awaited: 3 })
})

test('T20 pauses do not count, and the segments between them are stored', async () => {
  const { project, device, at, ann } = await setUpTimer()
  const phone = device()
  phone.start(project, { zone: 'Europe/Madrid' })
  const actions: [number, DeviceAction][] = [
    [10, { type: 'pause' }],
    [15, { type: 'resume' }],
    [20, { type: 'stop', save: true }],
  ]
  for (const [minute, action] of actions) {
    at(minute)
    phone.act(action)
  }
  await phone.send()
  const [entry] = (await ann.get('/time-entries')).json().data
  expect(entry).toMatchObject({ duration: 15 * MINUTE_MS, notes: 'Work session 1/4', isRunning: false })
  expect(entry.segments).toHaveLength(2)
})

test('T21 while the user is absent the running phase is saved with its planned end, and the next work phase is on hold', async () => {
  const { project, device, at, entries, advanceDue, ann } = await setUpTimer()
  const phone = device()
  phone.start(project)
  await phone.send()
  at(90)
  await advanceDue()
  expect(await entries()).toEqual(['0-25: 25'])
  const { run } = (await ann.get('/timer')).json().data
  expect(run.heldAt).toBe(run.log[0].event.at + 30 * MINUTE_MS)
  at(95)
  await phone.send([phone.act({ type: 'pause', phase: 2, at: run.heldAt + MINUTE_MS })])
  // The device never showed the hold, so its user was present and the hold is lifted.
  expect((await ann.get('/timer')).json().data.run.heldAt).toBeNull()
  at(200)
  await advanceDue()
  await phone.send([phone.act({ type: 'stop', save: true, phase: 2 })])
  expect(await entries()).toEqual(['0-25: 25', '30-31: 1'])
})

test('T21 a held phase starts when the user resumes it', async () => {
  const { project, device, at, entries, advanceDue } = await setUpTimer()
  const phone = device()
  phone.start(project)
  await phone.send()
  at(40)
  await advanceDue()
  at(60)
  // Refused, but the reply shows the phone that the phase is on hold.
  const reply = await phone.send([phone.act({ type: 'stop', save: false, phase: 7 })])
  expect(reply.acks).toMatchObject([{ isAccepted: false, code: 'other-phase' }])
  phone.act({ type: 'resume', phase: 2 })
  expect((await phone.send()).acks).toMatchObject([{ isAccepted: true }])
  at(86)
  await advanceDue()
  expect(await entries()).toEqual(['0-25: 25', '60-85: 25'])
})

test('T22 after an outage phases are saved with the times at which they were due', async () => {
  const { project, device, at, entries, advanceDue, db, clock, ann } = await setUpTimer()
  const phone = device()
  phone.start(project)
  await phone.send()
  at(61)
  // The user was present during the outage, and has just left.
  await recordDisconnects(db, [ann.user.id], clock.now)
  await advanceDue()
  expect(await entries()).toEqual(['0-25: 25', '30-55: 25'])
})

test('T23 a late stop corrects the entry that the server has saved meanwhile', async () => {
  const { project, device, at, entries, advanceDue } = await setUpTimer()
  const phone = device()
  phone.start(project)
  await phone.send()
  at(10)
  phone.act({ type: 'stop', save: true })
  at(40)
  await advanceDue()
  expect(await entries()).toEqual(['0-25: 25'])
  await phone.send()
  expect(await entries()).toEqual(['0-10: 10'])
})

test.each([
  ['edited', ['0-25: 25']],
  ['deleted', []],
])('T24 a late command does not change an entry that the user has %s', async (what, expected) => {
  const { project, device, at, entries, advanceDue, edit, db, ann } = await setUpTimer()
  const phone = device()
  phone.start(project)
  await phone.send()
  at(10)
  phone.act({ type: 'stop', save: true })
  at(40)
  await advanceDue()
  const { id } = await db.selectFrom('time_entries').select('id').executeTakeFirstOrThrow()
  if (what === 'edited') expect(await edit({ notes: 'mine' })).toBe(200)
  else expect((await ann.delete(`/time-entries/${id}`)).statusCode).toBe(200)
  await phone.send()
  expect(await entries()).toEqual(expected)
})

// prettier-ignore
test.each([
  ['untouched', { isAccepted: true },                 []],
  ['edited',    { isAccepted: false, code: 'stale' }, ['0-10: 10']],
])('T38 an undo takes the saved entry back if that is %s', async (what, ack, expected) => {
  const { project, device, at, entries, edit, clock } = await setUpTimer()
  const phone = device()
  phone.start(project)
  at(10)
  const stop = phone.act({ type: 'stop', save: true })
  await phone.send()
  if (what === 'edited') expect(await edit({ notes: 'mine' })).toBe(200)
  const event = { type: 'undo', at: clock.now, runId: stop.event.runId, phase: 0, drops: null } as const
  const undo = { ...stop, id: newId(clock.now), sequence: stop.sequence + 1, base: stop.id, event }
  expect((await phone.send([undo])).acks).toEqual([{ id: undo.id, ...ack }])
  expect(await entries()).toEqual(expected)
})

test('T25 a start on another device ends the earlier run, and no time counts twice', async () => {
  const { project, device, at, entries } = await setUpTimer()
  const [phone, laptop] = [device(), device()]
  phone.start(project)
  at(10)
  laptop.start(project)
  await laptop.send()
  await phone.send()
  at(20)
  await laptop.send([laptop.act({ type: 'stop', save: true })])
  expect(await entries()).toEqual(['0-10: 10', '10-20: 10'])
})

test.each([
  ['a project of nobody', { projectId: '018f0000-0000-7000-8000-000000000000' }],
  ['a project that is gone', { projectId: 'gone' }],
])('T27 nothing starts on %s', async (_what, { projectId }) => {
  const { device, ann } = await setUpTimer()
  const phone = device()
  const reply = await phone.send([phone.start(projectId)])
  expect(reply.acks).toMatchObject([{ isAccepted: false, code: 'unknown-project' }])
  expect((await ann.get('/timer')).json().data.run).toBeNull()
})

test('S10 a user can neither use another’s project nor command another’s timer', async () => {
  const { project, device, ann, signUp, clock } = await setUpTimer()
  const [phone, bob] = [device(), await signUp('Bob')]
  const start = phone.start(project)
  await phone.send()
  const bobs = createTimerDevice(bob, clock)
  expect((await bobs.send([bobs.start(project)])).acks).toMatchObject([{ code: 'unknown-project' }])
  const stop = { type: 'stop' as const, save: false, at: clock.now, runId: start.event.runId, phase: 0 }
  const foreign = { ...start, id: newId(clock.now), device: newId(clock.now), sequence: 1, event: stop }
  expect((await bobs.send([foreign])).acks).toMatchObject([{ code: 'unknown-run' }])
  expect((await bobs.send([start])).acks).toMatchObject([{ id: start.id, code: 'unknown-project' }])
  expect((await ann.get('/timer')).json().data.run.log).toHaveLength(1)
})

test('T30 deleting a project stops the timer that runs on it', async () => {
  const { project, device, at, entries, ann } = await setUpTimer()
  const phone = device()
  phone.start(project)
  await phone.send()
  at(5)
  await ann.delete(`/projects/${project}`)
  const { run } = (await ann.get('/timer')).json().data
  expect(run.log.at(-1).event).toMatchObject({ type: 'stop', save: false })
  expect(await entries()).toEqual([])
})

test('T28 runs older than thirty days cannot be corrected', async () => {
  const { project, device, at, entries, advanceDue, db, clock } = await setUpTimer()
  const [phone, laptop] = [device(), device()]
  phone.start(project)
  await phone.send()
  at(10)
  phone.act({ type: 'stop', save: true })
  at(40)
  await advanceDue()
  await laptop.send([laptop.start(project)])
  await db
    .updateTable('timer_runs')
    .set({ created_at: clock.now - 31 * 24 * 60 * MINUTE_MS })
    .execute()
  expect((await phone.send()).acks).toMatchObject([{ isAccepted: false, code: 'too-late' }])
  expect((await entries())[0]).toBe('0-25: 25')
})

test('T29 a server clock that is set back undoes nothing', async () => {
  const { project, device, at, entries, advanceDue } = await setUpTimer()
  const phone = device()
  phone.start(project)
  await phone.send()
  at(26)
  await advanceDue()
  at(3)
  await advanceDue()
  await phone.send([phone.act({ type: 'subject', change: { notes: 'x' }, phase: 1 })])
  expect(await entries()).toEqual(['0-25: 25'])
})

test('when several servers advance the timers at once, each phase ends once', async () => {
  const { project, device, at, entries, app, db } = await setUpTimer()
  const phone = device()
  phone.start(project)
  await phone.send()
  at(26)
  await Promise.all(Array.from({ length: 5 }, () => app.timer.advanceDue()))
  expect(await entries()).toEqual(['0-25: 25'])
  const { revision } = await db.selectFrom('timers').select('revision').executeTakeFirstOrThrow()
  expect(revision).toBe(2)
})
