import { MAX_COMMANDS_PER_REQUEST, type TimerReply } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import { lastCommandIdOf } from '#core/timer/history.ts'
import type { StartEvent, TimerEvent } from '#core/timer/transition.ts'
import { newId } from '#server/db/values.ts'

type WithoutContext<Event> = Event extends unknown ? Omit<Event, 'at' | 'runId' | 'phase'> : never
/** An event of the user; the device adds time and run. */
export type DeviceAction = WithoutContext<Exclude<TimerEvent, StartEvent>> & { at?: number; phase?: number }

interface Caller {
  get: (path: string) => Promise<{ json: () => { data: TimerReply['snapshot'] } }>
  post: (path: string, body: object) => Promise<{ statusCode: number; json: () => { data: TimerReply } }>
}

const CONFIG = { workMs: 25 * 60_000, breakMs: 5 * 60_000, repetitions: 4 }

/** A device of a user: numbers its commands, keeps the last snapshot and an outbox, and can be offline. */
export function createTimerDevice(caller: Caller, clock: { now: number }) {
  const device = newId(clock.now)
  let sequence = 0
  let run: TimerReply['snapshot']['run'] = null
  let outbox: Command[] = []

  const record = (event: TimerEvent) => {
    sequence += 1
    // The base is its own last pending command, or the last one of the snapshot.
    const pending = outbox.findLast((command) => command.event.runId === event.runId)
    const base = pending?.id ?? (run === null ? null : lastCommandIdOf(run))
    const sawWait = run !== null && run.heldAt !== null
    const command: Command = { id: newId(clock.now), device, sequence, base, sawWait, event }
    outbox.push(command)
    return command
  }

  return {
    start(projectId: string, given: Partial<StartEvent> = {}) {
      const subject = { projectId, taskId: null, notes: '', tags: [] }
      const runId = newId(clock.now)
      return record({ type: 'start', at: clock.now, runId, subject, config: CONFIG, isInfinite: false, ...given })
    },
    act(given: DeviceAction) {
      const runId = outbox.findLast(({ event }) => event.type === 'start')?.event.runId ?? run?.id ?? ''
      return record({ at: clock.now, phase: 0, ...given, runId })
    },
    /** Loads the timer from the server. */
    async load() {
      run = (await caller.get('/timer')).json().data.run
    },
    /** The commands in the outbox. */
    pending: () => outbox,
    /** Sends the outbox, in as many requests as it takes, and removes acknowledged commands from it. */
    async send(commands = outbox): Promise<TimerReply> {
      const body = { commands: commands.slice(0, MAX_COMMANDS_PER_REQUEST) }
      const reply = (await caller.post('/timer/commands', body)).json().data
      run = reply.snapshot.run
      const isLeft = ({ id }: Command) => !reply.acks.some((ack) => ack.id === id)
      outbox = outbox.filter(isLeft)
      const rest = commands.filter(isLeft)
      if (rest.length === 0 || reply.acks.length === 0 || reply.awaited !== undefined) return reply
      const { acks, ...last } = await this.send(rest)
      return { ...last, acks: [...reply.acks, ...acks] }
    },
  }
}
