import type { TimerSnapshot } from '#contract/timer.ts'
import type { TimerEventName } from '#contract/timer-events.ts'
import type { TimerMessage } from '#contract/input/timer-message.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import type { Sockets } from '#server/realtime/socket-types.ts'
import { legacyRoom, userRoom } from '#server/realtime/sockets.ts'
import {
  eventNameOf,
  isTypicalAfter,
  toPhaseEndEvents,
  toStateEvents,
  toTimerMessage,
} from '../legacy/state-messages.ts'
import type { TimerUpdate } from '../timer.ts'

/** Sends a change to the user's clients: by the specification's event for it, or else as a state. */
export function broadcastUpdate(io: Sockets, update: TimerUpdate) {
  const { userId, origin, after, snapshot } = update
  const payload = toStatePayload(snapshot, userId)
  const sender = origin?.socketId ?? []
  const others = io.to(userRoom(userId)).except(sender)
  const event = acceptedEventIn(update)
  const name = event && nameFor(event, update)
  if (event !== undefined && name !== undefined) {
    const message = { ...toTimerMessage(after, snapshot.now), ...payload }
    others.emit(name, event.type === 'stop' ? { ...message, shouldSave: event.save } : message)
    return
  }
  others.except(legacyRoom(userId)).emit('timer:state', payload)
  const legacy = io.to(legacyRoom(userId))
  // If a phase has ended by itself, the legacy client that sent the last message may not have noticed yet.
  if (event === undefined) emitAll(legacy, toPhaseEndEvents(after, snapshot.now))
  else if (event.type !== 'dismiss') emitAll(legacy.except(sender), toStateEvents(after, snapshot.now))
}

/** Sends a snapshot to those clients of a user on this server that understand it. */
export function sendSnapshot(io: Sockets, userId: string, snapshot: TimerSnapshot) {
  const clients = io.local.to(userRoom(userId)).except(legacyRoom(userId))
  clients.emit('timer:state', toStatePayload(snapshot, userId))
}

const toStatePayload = (snapshot: TimerSnapshot, userId: string) => ({
  rev: snapshot.revision,
  snapshot,
  userId,
})

/** The name of the event, unless it has none, or has left the timer in another state than clients expect after it. */
function nameFor(event: TimerEvent, { origin, after, snapshot }: TimerUpdate) {
  const isTypical = event.runId === snapshot.run?.id && isTypicalAfter(event, after)
  return isTypical ? (origin?.eventName ?? eventNameOf(event)) : undefined
}

function emitAll(clients: ReturnType<Sockets['to']>, events: [TimerEventName, TimerMessage][]) {
  for (const [name, message] of events) clients.emit(name, message)
}

/** The event that a user caused; undefined if a phase has ended by itself. */
const acceptedEventIn = (update: TimerUpdate) =>
  'command' in update && update.ack.isAccepted ? update.command.event : undefined
