import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import type { Command } from '#core/timer/command.ts'
import type { RunEvent, StartEvent, TimerEvent } from '#core/timer/transition.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#core/time/units.ts'
import type { Attack, CountsByStatus, Target } from './attack.ts'

const MONTH_MS = 30 * DAY_MS
const COMMANDS_PER_CALL = 100
const PARALLEL_CALLS = 20
const SOCKETS = 20
const WAIT_MS = 50
const CONFIG = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 4 }

/** Creates one start after the other. */
interface Attacker {
  start: (given?: Partial<StartEvent>) => StartEvent
  /** Between the first moment and now. */
  randomTime: () => number
  beginning: number
}

const onRun = ({ runId }: StartEvent, event: { type: 'pause' | 'resume'; at: number }): RunEvent => ({
  ...event,
  runId,
  phase: 0,
})

/** Endless commands, each expensive in another way. */
const EVENTS = {
  *'starts at random times'({ start, randomTime }: Attacker) {
    for (;;) yield start({ at: randomTime() })
  },
  /** One run lasts for the whole month, so that every other run overlaps it. */
  *'runs within one that lasts for a month'({ start, randomTime, beginning }: Attacker) {
    const month = start({ at: beginning, isInfinite: true })
    yield month
    yield onRun(month, { type: 'pause', at: beginning + MONTH_MS })
    for (;;) yield start({ at: randomTime() })
  },
  *'runs that overlap each other'({ start, randomTime, beginning }: Attacker) {
    for (;;) {
      const run = start({ at: randomTime(), isInfinite: true })
      yield run
      yield onRun(run, { type: 'pause', at: beginning + MONTH_MS })
    }
  },
  *'runs that continue old entries'({ start, randomTime, beginning }: Attacker) {
    for (;;) yield start({ at: randomTime(), continues: { entryId: randomUUID(), startedAt: beginning - DAY_MS } })
  },
  *'runs that continue one entry'({ start, randomTime, beginning }: Attacker) {
    for (;;) yield start({ at: randomTime(), continues: { entryId: 'e', startedAt: beginning - DAY_MS } })
  },
  *'starts at the same moment'({ start, beginning }: Attacker) {
    for (;;) yield start({ at: beginning, isInfinite: true })
  },
  *'a run of many pauses'({ start, beginning }: Attacker) {
    const run = start({ at: beginning, isInfinite: true })
    yield run
    for (let at = beginning; ; at += 2 * SECOND_MS) {
      yield onRun(run, { type: 'pause', at: at + SECOND_MS })
      yield onRun(run, { type: 'resume', at: at + 2 * SECOND_MS })
    }
  },
} satisfies Record<string, (attacker: Attacker) => Iterator<TimerEvent>>

type EventsName = keyof typeof EVENTS
type TimerAttack = EventsName | 'starts by sockets'

export const TIMER_ATTACKS: readonly TimerAttack[] = [...(Object.keys(EVENTS) as EventsName[]), 'starts by sockets']

export const sendCommands = (name: TimerAttack): Attack =>
  name === 'starts by sockets' ? sendBySockets : sendByHttp(name)

const sendByHttp =
  (name: EventsName): Attack =>
  async (target, signal) => {
    const counts: CountsByStatus = {}
    const createEvents = EVENTS[name]
    const project = await createProject(target)
    const attack = async () => {
      const commands = toCommands(createEvents(createAttacker(project)))
      let batch = take(commands, COMMANDS_PER_CALL)
      while (!signal.aborted) {
        const reply = await post(target, '/timer/commands', { commands: batch }, signal)
        count(counts, reply.status)
        const { acks = [] } = (reply.data ?? {}) as { acks?: { id: string }[] }
        const left = batch.filter(({ id }) => !acks.some((ack) => ack.id === id))
        batch = [...left, ...take(commands, COMMANDS_PER_CALL - left.length)]
        if (acks.length === 0) await sleep(WAIT_MS)
      }
    }
    await Promise.all(Array.from({ length: PARALLEL_CALLS }, attack))
    return counts
  }

const sendBySockets: Attack = async (target, signal) => {
  const counts: CountsByStatus = {}
  const project = await createProject(target)
  const attack = async () => {
    const socket = io(target.url, {
      transports: ['websocket'],
      forceNew: true,
      auth: { token: target.token, proto: 2 },
    })
    const commands = toCommands(EVENTS['starts at random times'](createAttacker(project)))
    while (!signal.aborted) {
      const [cmd] = take(commands, 1)
      const reply: unknown = await socket
        .timeout(5 * SECOND_MS)
        .emitWithAck('timer:start', { cmd })
        .catch(() => undefined)
      count(counts, reply === undefined ? 0 : isRefusal(reply) ? 429 : 200)
    }
    socket.disconnect()
  }
  await Promise.all(Array.from({ length: SOCKETS }, attack))
  return counts
}

const isRefusal = (reply: unknown) => typeof reply === 'object' && reply !== null && 'error' in reply

function createAttacker(projectId: string): Attacker {
  const beginning = Date.now() - MONTH_MS
  const subject = { projectId, taskId: null, notes: '', tags: [] }
  return {
    beginning,
    randomTime: () => beginning + Math.floor(Math.random() * MONTH_MS),
    start: (given = {}) => ({
      type: 'start',
      at: beginning,
      runId: randomUUID(),
      subject,
      config: CONFIG,
      isInfinite: false,
      ...given,
    }),
  }
}

function* toCommands(events: Iterator<TimerEvent>): Generator<Command, never> {
  const device = randomUUID()
  for (let sequence = 1; ; sequence += 1)
    yield { id: randomUUID(), device, sequence, base: null, sawWait: false, event: events.next().value as TimerEvent }
}

const take = (commands: Generator<Command, never>, number: number) =>
  Array.from({ length: number }, () => commands.next().value)

async function createProject(target: Target) {
  const { data } = await post(target, '/projects', { name: `Attack ${randomUUID()}` })
  return (data as { id: string }).id
}

async function post({ url, token }: Target, path: string, body: object, signal?: AbortSignal) {
  try {
    const reply = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: signal ?? null,
    })
    return { status: reply.status, data: ((await reply.json()) as { data?: unknown }).data }
  } catch {
    return { status: 0, data: undefined }
  }
}

function count(counts: CountsByStatus, status: number) {
  counts[status] = (counts[status] ?? 0) + 1
}
