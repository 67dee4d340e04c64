import { expect, test } from 'vitest'
import { createSegmentUnion, type Segment, totalOf } from '#core/time/segments.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'
import { loadAffectedRuns } from './load-affected-runs.ts'

async function annWithProject(settings: Record<string, string> = {}) {
  const parts = await testApp(settings)
  const ann = await parts.signUp('Ann')
  const project = (await ann.post('/projects', { name: 'Atlas' })).json().data.id as string
  return { ...parts, ann, project, device: () => createTimerDevice(ann, parts.clock) }
}

/** The same moments in each test run. */
function* pseudoRandom() {
  for (let seed = 1; ; yield seed / 2_147_483_647) seed = (seed * 48_271) % 2_147_483_647
}

test('T35 a late start loads only its neighbours, however many runs there are', async () => {
  const { db, clock, ann, project, device } = await annWithProject()
  const random = pseudoRandom()
  const randomMoment = () => clock.now - Math.floor(random.next().value! * 30 * DAY_MS)
  const loaded: number[] = []
  for (let call = 0; call < 4; call += 1) {
    const phone = device()
    for (let start = 0; start < 100; start += 1) phone.start(project, { at: randomMoment() })
    expect((await phone.send()).acks.every(({ isAccepted }) => isAccepted)).toBe(true)
    const at = randomMoment()
    const start = { countsFrom: at, entryId: undefined, base: null }
    const { runs, isComplete } = await loadAffectedRuns(db, ann.user.id, { at, runId: 'another', start })
    expect(isComplete).toBe(true)
    loaded.push(runs.length)
  }
  // The run that it ends, the next one, and the latest.
  expect(Math.max(...loaded)).toBeLessThanOrEqual(3)
})

test('T35 a chain of overlapping runs is loaded as a whole', async () => {
  const { db, clock, ann, project, device } = await annWithProject()
  const phone = device()
  const beginning = clock.now - DAY_MS
  for (let step = 0; step < 40; step += 1) {
    const at = beginning + step * MINUTE_MS
    phone.start(project, { at, isInfinite: true })
    phone.act({ type: 'subject', at: at + 1.5 * MINUTE_MS, change: { notes: 'a' } })
  }
  await phone.send()
  const scope = { at: beginning, runId: 'another', start: { countsFrom: beginning, entryId: undefined, base: null } }
  const { runs } = await loadAffectedRuns(db, ann.user.id, scope)
  expect(runs).toHaveLength(40)
})

test('T23 a device that was offline for a month gets all of its work in, once', { timeout: 120_000 }, async () => {
  const { clock, ann, project, device } = await annWithProject()
  const [phone, laptop] = [device(), device()]
  const worked: Segment[] = []
  const work = (on: typeof phone, at: number, minutes: number) => {
    worked.push([at, at + minutes * MINUTE_MS])
    on.start(project, { at, isInfinite: true })
    on.act({ type: 'stop', at: at + minutes * MINUTE_MS, save: true })
  }
  const beginning = clock.now
  for (let session = 0; session < 150; session += 1) {
    const at = beginning + session * 5 * HOUR_MS
    clock.now = at + 4 * HOUR_MS
    work(laptop, at, 50)
    await laptop.send()
    // Some at the same time as on the laptop, some not.
    work(phone, at + (session % 3) * 30 * MINUTE_MS, 40)
  }
  const { acks } = await phone.send()
  expect(acks).toHaveLength(300)
  expect(acks.filter(({ isAccepted }) => !isAccepted)).toEqual([])
  const entries = (await ann.get('/time-entries?limit=1000')).json().data as { duration: number }[]
  const total = entries.reduce((sum, { duration }) => sum + duration, 0)
  expect(total).toBe(totalOf(createSegmentUnion(worked).parts))
})

test('O82 the server does other work between the commands of one request', async () => {
  const { project, device, clock } = await annWithProject()
  const phone = device()
  for (let start = 0; start < 100; start += 1) phone.start(project, { at: clock.now - DAY_MS })
  let [turns, isDone] = [0, false]
  const countTurns = () => {
    turns += 1
    if (!isDone) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  await phone.send()
  isDone = true
  expect(turns).toBeGreaterThan(90)
})
