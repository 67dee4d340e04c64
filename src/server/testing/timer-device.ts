import type { TimerReply } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import { lastCommandIdOf } from '#core/timer/history.ts'
import type { StartEvent, TimerEvent } from '#core/timer/transition.ts'
import { newId } from '#server/db/values.ts'

type WithoutContext<Event> = Event extends unknown ? Omit<Event, 'at' | 'runId' | 'phase'> : never
/** What is pressed; the device adds when, and on which run. */
export type DeviceAction = WithoutContext<Exclude<TimerEvent, StartEvent>> & { at?: number; phase?: number }

interface Caller {
  get: (path: string) => Promise<{ json: () => { data: TimerReply['snapshot'] } }>
  post: (path: string, body: object) => Promise<{ statusCode: number; json: () => { data: TimerReply } }>
}

const CONFIG = { workMs: 25 * 60_000, breakMs: 5 * 60_000, repetitions: 4 }

/** One device of a user: numbers its commands, remembers what the server last said, and can be off the net. */
export function createTimerDevice(caller: Caller, clock: { now: number }) {
  const device = newId(clock.now)
  let sequence = 0
  let run: TimerReply['snapshot']['run'] = null
  let outbox: Command[] = []

  const record = (event: TimerEvent) => {
    sequence += 1
    // Its own pending commands are the last that it knows of.
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
    press(given: DeviceAction) {
      const runId = outbox.findLast(({ event }) => event.type === 'start')?.event.runId ?? run?.id ?? ''
      return record({ at: clock.now, phase: 0, ...given, runId })
    },
    /** Asks the server how the timer stands. */
    async look() {
      run = (await caller.get('/timer')).json().data.run
    },
    /** Sends what waits, and takes in what the server says. */
    async send(commands = outbox) {
      const reply = (await caller.post('/timer/commands', { commands })).json().data
      run = reply.snapshot.run
      outbox = outbox.filter(({ id }) => !reply.acks.some((ack) => ack.id === id))
      return reply
    },
  }
}
