import type { TimerReply } from '#contract/timer.ts'
import type { TimerMessage } from '#contract/input/timer-message.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { IDLE, type TimerConfig } from '#core/timer/state.ts'
import type { Db } from '#server/db/connect.ts'
import { newId } from '#server/db/values.ts'
import { findEntryValues } from '#server/features/time-entries/queries.ts'
import { findDefaultSettings, findTimerPreset } from '#server/features/timer-presets/queries.ts'
import type { UserSocket } from '#server/realtime/socket-types.ts'
import { autoStartOf, findUser } from '#server/features/users/queries.ts'
import { legacyRoom } from '#server/realtime/sockets.ts'
import type { Origin, Timer } from '../timer.ts'
import { type LegacyEvent, toReportedPause, toTimerEvent } from './client-events.ts'
import type { LegacyUsers } from './legacy-users.ts'
import { stateFromSnapshot, toStateEvents, toTimerMessage } from './state-messages.ts'

interface Options {
  users: LegacyUsers
  db: Db
  timer: Timer
  now: () => number
}

/** Applies the messages of legacy clients, and keeps their timers in step with the server's. */
export function createLegacyClients({ users, db, timer, now }: Options) {
  /** Applies a message. If the message is refused, sends the timer's real state back. */
  async function applyMessage(socket: UserSocket, message: TimerMessage, origin: Origin): Promise<TimerReply> {
    const { userId } = socket.data
    const event = await toLegacyEvent(db, userId, { message, name: origin.eventName, newId: () => newId(now()) })
    const applied = await timer.applyEvent(userId, (state, at) => toTimerEvent(event, state, at), origin)
    if (applied === undefined) return { acks: [], snapshot: await timer.read(userId) }
    if (!applied.ack.isAccepted) sendState(socket, applied.snapshot)
    const { event: start } = applied.command
    const paused = applied.ack.isAccepted
      ? await timer.applyEvent(userId, (_state, at) => toReportedPause(event, start, at), {
          ...origin,
          eventName: 'timer:pause',
        })
      : undefined
    return { acks: [applied.ack], snapshot: (paused ?? applied).snapshot }
  }

  /** Sends a legacy client the timer's state. */
  function sendState(socket: UserSocket, snapshot: TimerReply['snapshot']) {
    for (const [name, message] of toStateEvents(stateFromSnapshot(snapshot), snapshot.now)) socket.emit(name, message)
  }

  /**
   * Sends the timer's own state to the other legacy clients, because the sender may not know of the last pause or stop.
   * The time is read first, so that a client ignores this tick if it has heard of a later change before.
   */
  async function handleTick(socket: UserSocket, message: TimerMessage) {
    const { userId, isLegacy } = socket.data
    if (!isLegacy && !users.isHere(userId) && !users.isElsewhere(userId)) return
    const sentAt = now()
    const state = stateFromSnapshot({ ...(await timer.read(userId)), now: sentAt })
    if (state.status === 'running')
      users.reach(socket).to(legacyRoom(userId)).emit('timer:tick', toTimerMessage(state, sentAt))
    else if (isLegacy && state.status === 'paused' && message.status === 'running')
      socket.emit('timer:pause', toTimerMessage(state, sentAt))
    else if (isLegacy && message.status === 'running')
      await applyMessage(socket, { ...message, shouldSave: false }, { socketId: socket.id, eventName: 'timer:start' })
  }

  return { applyMessage, handleTick, sendState }
}

type Given = Pick<LegacyEvent, 'name' | 'message' | 'newId'>

/** Adds everything that a start needs and the client may have left to the server. */
async function toLegacyEvent(db: Db, userId: string, given: Given): Promise<LegacyEvent> {
  const { name, message } = given
  if (name !== 'timer:start') return { ...given, config: IDLE.config, continued: undefined }
  const { selectedEntryId, infiniteMode } = message
  const isContinued = typeof selectedEntryId === 'string' && infiniteMode !== false
  const continued = isContinued ? await findEntryValues(db, userId, selectedEntryId) : undefined
  return { ...given, continued, config: await findConfig(db, userId, message) }
}

/** The user's own settings, else those of the selected preset, else the defaults. */
async function findConfig(db: Db, userId: string, message: TimerMessage): Promise<TimerConfig> {
  const { workDuration, breakDuration, repetitions, selectedPresetId } = message
  const autoStart = await findAutoStart(db, userId)
  const usual = { ...IDLE.config, ...autoStart }
  if (![workDuration, breakDuration, repetitions].includes(undefined)) return usual
  const selected = async () => (selectedPresetId ? findTimerPreset(db, userId, selectedPresetId) : undefined)
  const preset = (await findDefaultSettings(db, userId)) ?? (await selected())
  if (preset === undefined) return usual
  const { longBreak } = preset
  // A client that sends a length shows all breaks with it.
  const hasLongBreak = longBreak && breakDuration === undefined
  return {
    workMs: preset.workDuration * MINUTE_MS,
    breakMs: preset.breakDuration * MINUTE_MS,
    repetitions: preset.repetitions,
    ...(hasLongBreak && { longBreak: { ms: longBreak.duration * MINUTE_MS, every: longBreak.every } }),
    ...autoStart,
  }
}

/** Which phases begin by themselves is a choice of the account, for runs that are started on any client. */
async function findAutoStart(db: Db, userId: string): Promise<Pick<TimerConfig, 'autoStart'>> {
  const user = await findUser(db, userId)
  const autoStart = user && autoStartOf(user)
  return autoStart === undefined ? {} : { autoStart }
}
