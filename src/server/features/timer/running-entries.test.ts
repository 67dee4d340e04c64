import { expect, onTestFinished, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { startPushService } from '#server/testing/push-service.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'

async function annWithProject(environment: Record<string, string> = {}) {
  const parts = await testApp(environment)
  const ann = await parts.signUp('Ann')
  const project = (await ann.post('/projects', { name: 'p' })).json().data.id as string
  const pass = (minutes: number) => {
    parts.clock.now += minutes * MINUTE_MS
  }
  const entries = async () => (await ann.get('/time-entries')).json().data
  const time = (ago: number) => new Date(parts.clock.now - ago * MINUTE_MS).toISOString()
  return { ...parts, ann, project, pass, entries, time }
}

test('E8 the running entry is the timer: it can be started, changed and stopped', async () => {
  const { ann, project, pass, entries, time } = await annWithProject()
  expect((await ann.get('/time-entries/running')).statusCode).toBe(404)
  expect((await ann.post('/time-entries/stop')).statusCode).toBe(404)

  const started = (await ann.post('/time-entries/start', { project })).json().data
  expect(started).toMatchObject({ project, isRunning: true, endTime: null, duration: 0 })
  pass(10)
  const running = (await ann.get('/time-entries/running')).json().data
  expect(running).toMatchObject({ id: started.id, duration: 10 * MINUTE_MS, startTime: time(10) })
  expect((await ann.get(`/time-entries/${started.id}`)).json().data).toEqual(running)
  expect(await entries()).toEqual([])

  const path = `/time-entries/${started.id}`
  expect((await ann.put(path, { notes: 'n' })).json().data).toMatchObject({ notes: 'n', isRunning: true })
  expect((await ann.put(path, { startTime: time(5) })).json().details).toHaveProperty('startTime')
  const stopped = (await ann.post('/time-entries/stop')).json().data
  expect(stopped).toMatchObject({ id: started.id, duration: 10 * MINUTE_MS, isRunning: false, notes: 'n' })
  expect(await entries()).toEqual([stopped])
})

test('E8 a running entry may be created with an earlier start', async () => {
  const { ann, project, entries, time } = await annWithProject()
  const draft = { project, startTime: time(30), endTime: time(10), isRunning: true }
  const { id } = (await ann.post('/time-entries', draft)).json().data
  const ended = (await ann.put(`/time-entries/${id}`, { isRunning: false })).json().data
  expect(ended).toMatchObject({ id, duration: 30 * MINUTE_MS, isRunning: false })
  expect(await entries()).toHaveLength(1)
})

test('E8 a repeated start with the same id starts nothing, and another start is refused', async () => {
  const { ann, project, pass, entries } = await annWithProject()
  const id = '018f0000-0000-7000-8000-000000000001'
  const start = () => ann.post('/time-entries/start', { id, project })
  const first = await start()
  expect((await start()).json()).toEqual(first.json())
  const refused = await ann.post('/time-entries/start', { project })
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'A timer is already running'])
  pass(1)
  const stopped = (await ann.post('/time-entries/stop')).json().data
  expect((await start()).json().data).toEqual(stopped)
  expect(await entries()).toHaveLength(1)
})

test('E8 a running entry can be deleted, also one that continues another', async () => {
  const { ann, project, pass, entries, clock } = await annWithProject()
  const { id } = (await ann.post('/time-entries/start', { project })).json().data
  pass(1)
  expect((await ann.delete(`/time-entries/${id}`)).statusCode).toBe(200)
  expect(await entries()).toEqual([])
  expect((await ann.get(`/time-entries/${id}`)).statusCode).toBe(404)

  await ann.post('/time-entries/start', { project })
  pass(5)
  const saved = (await ann.post('/time-entries/stop')).json().data
  const phone = createTimerDevice(ann, clock)
  await phone.load()
  const continues = { entryId: saved.id, startedAt: Date.parse(saved.startTime) }
  await phone.send([phone.start(project, { continues })])
  expect((await ann.get('/time-entries/running')).json().data.id).toBe(saved.id)
  await ann.delete(`/time-entries/${saved.id}`)
  expect(await entries()).toEqual([])
  expect((await ann.get('/time-entries/running')).statusCode).toBe(404)
})

test('E8 stopping within a second says that nothing was saved', async () => {
  const { ann, project, clock, entries } = await annWithProject()
  const { id } = (await ann.post('/time-entries/start', { project })).json().data
  clock.now += 900
  const stopped = await ann.post('/time-entries/stop')
  expect(stopped.statusCode).toBe(409)
  expect(stopped.json().message).toBe(
    'The timer has stopped. Nothing was saved, because the session was shorter than a second.',
  )
  expect((await ann.get('/time-entries/running')).statusCode).toBe(404)
  expect((await ann.get(`/time-entries/${id}`)).statusCode).toBe(404)
  expect(await entries()).toEqual([])
})

test('P7 a user without an open page gets a push when a phase has ended and when the next one waits', async () => {
  const service = await startPushService()
  onTestFinished(service.stop)
  const { app, ann, project, pass, clock } = await annWithProject(service.settings)
  const browser = service.browser('b')
  await ann.post('/push/subscriptions', browser.subscription)
  const phone = createTimerDevice(ann, clock)
  await phone.send([phone.start(project)])
  for (const minutes of [25, 5]) {
    pass(minutes)
    await app.timer.advanceDue()
  }
  await expect.poll(() => service.received.length).toBe(2)
  const messages = service.received.map(({ body }) => browser.read(body))
  expect(messages).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'break' }),
      expect.objectContaining({ kind: 'waiting', body: 'Session 2 of 4 is ready.' }),
    ]),
  )
})
