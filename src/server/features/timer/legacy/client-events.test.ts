import { expect, test } from 'vitest'
import { TIMER_EVENTS } from '#contract/timer-events.ts'
import { TimerMessage } from '#contract/input/timer-message.ts'
import { MINUTE_MS, SECOND_MS } from '#core/time/units.ts'
import { setUpLegacyClients } from '#server/testing/legacy-setup.ts'

const FIELDS = Object.keys(TimerMessage.shape).filter((field) => field !== 'cmd')
const TIME_FIELDS = ['timestamp', 'workStartTime']
const TIME_FORMS: [string, (time: number) => unknown][] = [
  ['number', (time) => time],
  ['numeric text', String],
  ['ISO text', (time) => new Date(time).toISOString()],
]

type Setup = Awaited<ReturnType<typeof setUpLegacyClients>>
type Message = Record<string, unknown>

/** A message with a value in every field, of a client whose clock is two seconds ahead. */
const fullMessage = ({ clock, project }: Setup, ids: Message): Message => ({
  timestamp: clock.now + 2 * SECOND_MS,
  status: 'running',
  mode: 'break',
  elapsed: 90,
  workDuration: 30,
  breakDuration: 6,
  repetitions: 3,
  currentRepetition: 2,
  projectId: project,
  notes: 'Outline',
  workStartTime: clock.now - 90 * SECOND_MS + 2 * SECOND_MS,
  infiniteMode: false,
  infiniteElapsedTime: 90,
  shouldSave: true,
  ...ids,
})

/** The messages to compare for each event: a start of its own, a report, infinite mode, and all others. */
const VARIANTS: Record<string, Message[]> = {
  'timer:start': [
    { mode: 'work' },
    { mode: 'work', shouldSave: false },
    { mode: 'work', shouldSave: false, status: 'paused' },
    { mode: 'work', infiniteMode: true, selectedEntryId: null, elapsed: 0, infiniteElapsedTime: 0 },
  ],
  'timer:tick': [{ mode: 'work' }],
}

/** Returns a function for the effect of a message: of a start or tick on an idle timer, of the others on an active one. */
async function setUpEffects(event: string) {
  const parts = await setUpLegacyClients()
  const { ann, make, project, clock, raw, db } = parts
  const time = (minutes: number) => new Date(clock.now - minutes * MINUTE_MS).toISOString()
  const ids = {
    taskId: await make('/tasks', { name: 't', project }),
    tags: [await make('/tags', { name: 'g', color: '#112233' })],
    selectedEntryId: await make('/time-entries', { project, startTime: time(60), endTime: time(50) }),
    selectedPresetId: await make('/timer-presets', { name: 'x', workDuration: 20, breakDuration: 4, repetitions: 2 }),
  }
  const beginning = clock.now

  async function resetTimer() {
    clock.now = beginning
    for (const table of ['timer_runs', 'timer_commands', 'timers', 'focus_session_overrides'] as const)
      await db.deleteFrom(table).execute()
    await db.deleteFrom('time_entries').where('id', '!=', ids.selectedEntryId).execute()
  }

  async function effectOf(message: Message) {
    await resetTimer()
    // The number of events is limited for each connection.
    const socket = await raw()
    if (event !== 'timer:start' && event !== 'timer:tick')
      await socket.emitWithAck('timer:start', { projectId: project })
    clock.now += 10 * SECOND_MS
    if (event === 'timer:resume') await socket.emitWithAck('timer:pause', {})
    const reply = await socket.emitWithAck(event, message)
    socket.disconnect()
    const { run } = reply.snapshot
    const entries = (await ann.get('/time-entries')).json().data as { startTime: string; duration: number }[]
    return JSON.stringify({
      log: run?.log.map(({ event }: { event: Message }) => ({ ...event, runId: undefined })),
      entries: entries.map(({ startTime, duration }) => ({ startTime, duration })),
    })
  }
  return { ...parts, message: fullMessage(parts, ids), effectOf }
}

test.each(TIMER_EVENTS)('R2 %s: null counts as absent, and a time has the same effect in every form', async (event) => {
  const { message: full, effectOf } = await setUpEffects(event)
  expect(Object.keys(full).toSorted()).toEqual(FIELDS.toSorted())
  for (const variant of VARIANTS[event] ?? [{}]) {
    const message: Message = { ...full, ...variant }
    const wanted = await effectOf(message)
    expect(wanted).toContain('"type"')
    for (const field of FIELDS) {
      const { [field]: _, ...without } = message
      expect(await effectOf({ ...message, [field]: null }), `${field} is null`).toBe(await effectOf(without))
    }
    for (const field of TIME_FIELDS)
      for (const [form, write] of TIME_FORMS)
        expect(await effectOf({ ...message, [field]: write(full[field] as number) }), `${field} as ${form}`).toBe(
          wanted,
        )
  }
})

test('R2 an event without any message is one without fields', async () => {
  const { raw, project, runNow } = await setUpLegacyClients()
  const socket = await raw()
  await socket.emitWithAck('timer:start', { projectId: project })
  await socket.emitWithAck('timer:pause')
  await socket.emitWithAck('timer:resume', null)
  expect((await runNow()).log).toHaveLength(3)
})

// prettier-ignore
test.each([
  ['text',                       undefined],
  [7,                            undefined],
  [{ elapsed: -1 },              'elapsed'],
  [{ status: 'dancing' },        'status'],
  [{ projectId: '../x' },        'projectId'],
  [{ timestamp: 'yesterday' },   'timestamp'],
  [{ workStartTime: '25:00' },   'workStartTime'],
  [{ tags: ['a', '../b'] },      'tags.1'],
  [{ cmd: { id: 7 } },           'cmd.id'],
])('R2 %j has no effect, and its sender is told why', async (bad, field) => {
  const { raw, legacy, runNow, log, ann } = await setUpLegacyClients({ LOG_LEVEL: 'debug' })
  const [client, socket] = [await legacy(), await raw()]
  expect(await socket.emitWithAck('timer:start', bad)).toEqual({ error: 'invalid', ...(field && { field }) })
  const logged = log.map((line) => JSON.parse(line) as Message).filter(({ msg }) => msg === 'timer event cannot be read')
  expect(logged).toMatchObject([{ event: 'timer:start', ...(field && { field }) }])
  expect(await runNow()).toBeNull()
  expect(client.received).toEqual([])
  // Without a callback it is only logged.
  socket.emit('timer:start', bad)
  await socket.emitWithAck('timer:clock')
  expect((await ann.get('/timer')).json().data.run).toBeNull()
})
