import type { TimerEventName, TimerMessage } from '#contract/timer-events.ts'
import type { Command } from '#core/timer/command.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import type { Clock } from './clock.ts'
import type { Connection } from './connection.ts'
import { postCommands } from './http.ts'
import type { TimerStore } from './store.ts'
import { toReport } from './stored-state.ts'

/** What has a word of its own among clients goes by it. */
const WORDS: Partial<Record<TimerEvent['type'], TimerEventName>> = {
  start: 'timer:start',
  pause: 'timer:pause',
  resume: 'timer:resume',
  stop: 'timer:stop',
  skip: 'timer:switch',
}

interface Options {
  store: TimerStore
  clock: Clock
  connection: Connection
}

/** Brings commands to the server: one alone over the connection if it can be said there, everything else by a call. */
export function createCourier({ store, clock, connection }: Options) {
  return async (commands: readonly Command[]) => {
    const [first, ...others] = commands
    const word = first && others.length === 0 ? WORDS[first.event.type] : undefined
    const reply = first && word && (await connection.send(word, toMessage(first)))
    return reply && 'acks' in reply ? reply : postCommands(commands, clock)
  }

  function toMessage(command: Command): TimerMessage {
    const { event } = command
    const shouldSave = 'save' in event && { shouldSave: event.save }
    return { ...toReport(store.getState()), ...shouldSave, timestamp: event.at, cmd: command as TimerMessage['cmd'] }
  }
}
