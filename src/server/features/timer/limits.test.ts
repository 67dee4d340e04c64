import { expect, test } from 'vitest'
import type { TimerReply } from '#contract/timer.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'

const NOTES = 'x'.repeat(2_000)
/** The number of commands with such notes that fit into one request. */
const COMMANDS_PER_REQUEST = 20

async function annWithPhone() {
  const parts = await testApp()
  const ann = await parts.signUp('Ann')
  const project = (await ann.post('/projects', { name: 'Atlas' })).json().data.id as string
  const subject = { projectId: project, taskId: null, notes: NOTES, tags: [] }
  return { ...parts, ann, project, subject, phone: createTimerDevice(ann, parts.clock) }
}

test('T35 a command that would affect months of runs is refused, and the timer keeps working', async () => {
  const { clock, ann, project, subject, phone } = await annWithPhone()
  const beginning = clock.now
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
  const tablet = createTimerDevice(ann, clock)
  const late = await tablet.send([tablet.start(project, { at: beginning })])
  expect(late.acks).toMatchObject([{ isAccepted: false, code: 'too-late' }])
  expect(late.snapshot.run?.id).toBe(running.event.runId)
  clock.now += MINUTE_MS
  expect((await phone.send([phone.act({ type: 'stop', save: true })])).acks).toMatchObject([{ isAccepted: true }])
  expect((await phone.send([phone.start(project)])).acks).toMatchObject([{ isAccepted: true }])
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
