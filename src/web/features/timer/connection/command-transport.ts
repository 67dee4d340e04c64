import type { TimerEventName } from '#contract/timer-events.ts'
import type { TimerMessage } from '#contract/input/timer-message.ts'
import type { Command } from '#core/timer/command.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'
import type { TimerStore } from '#web/features/timer/store.ts'
import { toTimerMessage } from '#web/features/timer/stored-state.ts'
import type { ServerConnection } from './server-connection.ts'
import { postCommands } from './http.ts'

/** The commands for which the specification has a socket event. */
const SOCKET_EVENTS: Partial<Record<TimerEvent['type'], TimerEventName>> = {
  start: 'timer:start',
  pause: 'timer:pause',
  resume: 'timer:resume',
  stop: 'timer:stop',
  skip: 'timer:switch',
}

interface Options {
  store: TimerStore
  clock: Clock
  /** Undefined while there is none. */
  connection: () => ServerConnection | undefined
}

/** Sends a single command over the socket if it has an event there, and everything else over HTTP. */
export function createCommandTransport({ store, clock, connection }: Options) {
  return async (commands: readonly Command[]) => {
    const [first, ...others] = commands
    const eventName = first && others.length === 0 ? SOCKET_EVENTS[first.event.type] : undefined
    const reply = first && eventName && (await connection()?.send(eventName, toMessage(first)))
    return reply && 'acks' in reply ? reply : postCommands(commands, clock)
  }

  function toMessage(command: Command): TimerMessage {
    const { event } = command
    const shouldSave = 'save' in event && { shouldSave: event.save }
    return {
      ...toTimerMessage(store.getState()),
      ...shouldSave,
      timestamp: event.at,
      cmd: command as TimerMessage['cmd'],
    }
  }
}
