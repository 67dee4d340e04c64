import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { timerDevice } from '#server/testing/timer-device.ts'

const MINUTE = 60_000
const NOTES = 'x'.repeat(2_000)
/** Of commands with such notes, what one call may carry. */
const AT_ONCE = 20

async function annWithPhone() {
  const parts = await testApp()
  const ann = await parts.signUp('Ann')
  const project = (await ann.post('/projects', { name: 'Atlas' })).json().data.id as string
  const subject = { projectId: project, taskId: null, notes: NOTES, tags: [] }
  return { ...parts, ann, project, subject, phone: timerDevice(ann, parts.clock) }
}

test('T35 what reaches back over months of runs is refused, and the timer goes on', async () => {
  const { clock, ann, project, subject, phone } = await annWithPhone()
  const beginning = clock.now
  for (let call = 0; call < 13; call += 1) {
    for (let run = 0; run < AT_ONCE; run += 1) {
      clock.now += MINUTE
      phone.start(project, { subject })
      clock.now += MINUTE
      phone.press({ type: 'stop', save: true })
    }
    await phone.send()
  }
  const running = phone.start(project)
  await phone.send()
  const tablet = timerDevice(ann, clock)
  const late = await tablet.send([tablet.start(project, { at: beginning })])
  expect(late.acks).toMatchObject([{ isAccepted: false, code: 'too-late' }])
  expect(late.snapshot.run?.id).toBe(running.event.runId)
  clock.now += MINUTE
  expect((await phone.send([phone.press({ type: 'stop', save: true })])).acks).toMatchObject([{ isAccepted: true }])
  expect((await phone.send([phone.start(project)])).acks).toMatchObject([{ isAccepted: true }])
})

test('T36 a run of too many presses can only be ended', async () => {
  const { clock, project, subject, phone } = await annWithPhone()
  await phone.send([phone.start(project)])
  const acks = []
  for (let call = 0; call < 7; call += 1) {
    for (let press = 0; press < AT_ONCE; press += 1) phone.press({ type: 'subject', change: subject })
    acks.push(...(await phone.send()).acks)
  }
  expect(acks.find(({ isAccepted }) => !isAccepted)).toMatchObject({ code: 'too-long' })
  expect(acks.at(-1)).toMatchObject({ isAccepted: false })
  clock.now += MINUTE
  expect((await phone.send([phone.press({ type: 'stop', save: true })])).acks).toMatchObject([{ isAccepted: true }])
})
