import { expect, test } from 'vitest'
import type { TimerReply } from '#contract/timer.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { setUpLegacyClients } from '#server/testing/legacy-setup.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'

const NOTES = 'x'.repeat(2_000)
/** The number of commands with such notes that fit into one request. */
const COMMANDS_PER_REQUEST = 20

async function annWithPhone(settings: Record<string, string> = {}) {
  const parts = await testApp(settings)
  const ann = await parts.signUp('Ann')
  const project = (await ann.post('/projects', { name: 'Atlas' })).json().data.id as string
  const subject = { projectId: project, taskId: null, notes: NOTES, tags: [] }
  return { ...parts, ann, project, subject, phone: createTimerDevice(ann, parts.clock) }
}

test('T35 a command that would affect hundreds of runs is refused, and the timer keeps working', async () => {
  const { clock, ann, project, subject, phone } = await annWithPhone()
  const tablet = createTimerDevice(ann, clock)
  await tablet.send([tablet.start(project, { isInfinite: true })])
  for (let call = 0; call < 13; call += 1) {
    for (let run = 0; run < COMMANDS_PER_REQUEST; run += 1) {
      clock.now += MINUTE_MS
      phone.start(project, { subject })
      clock.now += MINUTE_MS
      phone.act({ type: 'stop', save: true })
    }
    await phone.send()
  }
  const running = phone.start(project)
  await phone.send()
  clock.now += MINUTE_MS
  // The run of the tablet would overlap all others.
  const late = await tablet.send([tablet.act({ type: 'subject', change: { notes: 'a' } })])
  expect(late.acks).toMatchObject([{ isAccepted: false, code: 'too-late' }])
  expect(late.snapshot.run?.id).toBe(running.event.runId)
  expect((await phone.send([phone.act({ type: 'stop', save: true })])).acks).toMatchObject([{ isAccepted: true }])
  expect((await phone.send([phone.start(project)])).acks).toMatchObject([{ isAccepted: true }])
})

test('T37 a user who sends too many commands is told to wait, and everything is applied once', async () => {
  const { clock, ann, post } = await annWithPhone({ RATE_LIMITS: 'timer=30/10m' })
  const project = (await ann.post('/projects', { name: 'Borealis' })).json().data.id as string
  const tablet = createTimerDevice(ann, clock)
  tablet.start(project, { isInfinite: true })
  for (let pause = 0; pause < 20; pause += 1) {
    clock.now += MINUTE_MS / 60
    tablet.act({ type: 'pause' })
    clock.now += MINUTE_MS / 60
    tablet.act({ type: 'resume' })
  }
  const commands = tablet.pending()
  const { acks } = (await ann.post('/timer/commands', { commands })).json().data as TimerReply
  expect(acks.length).toBeGreaterThan(20)
  expect(acks.length).toBeLessThan(30)
  const refused = await ann.post('/timer/commands', { commands: commands.slice(acks.length) })
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const ben = await post('/users/register', { name: 'Ben', email: 'ben@example.org', password: 'Correct horse 1' })
  expect(ben.statusCode).toBe(201)
  clock.now += 10 * MINUTE_MS
  // Known commands are acknowledged again, and change nothing.
  const rest = await tablet.send()
  expect(rest.acks.map(({ id }) => id)).toEqual(commands.map(({ id }) => id))
  expect(rest.snapshot.run?.log).toHaveLength(commands.length)
  expect(rest.acks.every(({ isAccepted }) => isAccepted)).toBe(true)
})

test('T37 the limit holds for every way to change the timer', async () => {
  const { ann, project, page, raw } = await setUpLegacyClients({ RATE_LIMITS: 'timer=4/10m' })
  const { socket, ...tablet } = await page()
  const legacy = await raw()
  await tablet.send([tablet.start(project, { isInfinite: true })])
  await tablet.send([tablet.act({ type: 'pause' })])
  await tablet.send([tablet.act({ type: 'resume' })])
  const cmd = tablet.act({ type: 'stop', save: true })
  expect((await ann.post('/timer/commands', { commands: [cmd] })).statusCode).toBe(429)
  expect(await socket.emitWithAck('timer:stop', { cmd })).toEqual({ error: 'rate' })
  expect(await legacy.emitWithAck('timer:stop', { shouldSave: true })).toEqual({ error: 'rate' })
  expect((await ann.post('/time-entries/start', { project })).statusCode).toBe(429)
  expect((await ann.get('/timer')).json().data.run.log).toHaveLength(3)
  // A project that is deleted always stops its timer.
  expect((await ann.delete(`/projects/${project}`)).statusCode).toBe(200)
  expect((await ann.get('/timer')).json().data.run.log).toHaveLength(4)
})

test('T36 a legacy client cannot make a run longer than others can', async () => {
  const { ann, db, clock, project, raw } = await setUpLegacyClients()
  const tablet = createTimerDevice(ann, clock)
  const { snapshot } = await tablet.send([tablet.start(project, { isInfinite: true })])
  const tooLong = JSON.stringify({ ...snapshot.run, kept: ['x'.repeat(270_000)] })
  await db.updateTable('timer_runs').set({ run: tooLong }).execute()
  const legacy = await raw()
  expect(await legacy.emitWithAck('timer:pause', {})).toMatchObject({ acks: [{ code: 'too-long' }] })
  expect(await legacy.emitWithAck('timer:stop', {})).toMatchObject({ acks: [{ isAccepted: true }] })
})

test('T36 a note that is rewritten hundreds of times does not use up the run’s space', async () => {
  const { clock, ann, project, phone } = await annWithPhone()
  await phone.send([phone.start(project)])
  const acks: TimerReply['acks'] = []
  for (let call = 0; call < 15; call += 1) {
    for (let index = 0; index < COMMANDS_PER_REQUEST; index += 1)
      phone.act({ type: 'subject', change: { notes: `${call} ${index} ${NOTES.slice(10)}` } })
    acks.push(...(await phone.send()).acks)
  }
  clock.now += MINUTE_MS
  for (const action of [{ type: 'pause' }, { type: 'stop', save: true }] as const) phone.act(action)
  acks.push(...(await phone.send()).acks)
  expect(acks.filter(({ isAccepted }) => !isAccepted)).toEqual([])
  const [entry] = (await ann.get('/time-entries')).json().data
  expect(entry).toMatchObject({ duration: MINUTE_MS, notes: `14 19 ${NOTES.slice(10)}` })
})

test('T36 a run that is too long refuses notes first, then everything but stop', async () => {
  const { project, phone } = await annWithPhone()
  const tags = Array.from({ length: 100 }, () => 'x'.repeat(64))
  const config = { workMs: MINUTE_MS, breakMs: MINUTE_MS, repetitions: 20 }
  await phone.send([phone.start(project, { config })])
  let phase = 0
  /** Notes of an earlier phase are not replaced, so the run grows. */
  const noteAndSkip = async () => {
    phone.act({ type: 'subject', phase, change: { notes: NOTES, tags } })
    phone.act({ type: 'skip', phase, save: false })
    phase += 1
    const [noted, skipped] = (await phone.send()).acks
    expect(skipped).toMatchObject({ isAccepted: true })
    return noted
  }
  let noted = await noteAndSkip()
  while (noted?.isAccepted) noted = await noteAndSkip()
  expect(noted).toMatchObject({ code: 'too-long' })

  const acks: TimerReply['acks'] = []
  while (acks.every(({ isAccepted }) => isAccepted)) {
    for (let index = 0; index < 50; index += 1)
      for (const type of ['pause', 'resume'] as const) phone.act({ type, phase })
    acks.push(...(await phone.send()).acks)
  }
  expect(acks.filter(({ isAccepted }) => isAccepted).length).toBeGreaterThan(100)
  expect(acks.at(-1)).toMatchObject({ isAccepted: false, code: 'too-long' })
  expect((await phone.send([phone.act({ type: 'stop', phase, save: true })])).acks).toMatchObject([
    { isAccepted: true },
  ])
})
