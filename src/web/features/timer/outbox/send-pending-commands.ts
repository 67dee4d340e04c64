import type { TimerReply } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import { ApiError } from '#web/api/api-error.ts'
import { newId } from '#web/api/new-id.ts'
import { firstBatch } from './batch.ts'
import { type DeviceTimerState, setAsideCommand, applyReply } from './device-state.ts'
import { commandsReadyToSend } from './commands-ready-to-send.ts'
import type { Outbox } from './outbox.ts'

type Code = NonNullable<TimerReply['acks'][number]['code']>

/** Something that was done here and that the server, knowing more, did not take. */
export interface RejectedCommand {
  code: Code
  event: TimerEvent
}

export interface SendOptions {
  outbox: Outbox
  send: (commands: readonly Command[]) => Promise<TimerReply>
  clockOffset: () => number
  /** Whether anything may be sent at all. */
  isAllowed: () => boolean
  onStateChange: (kept: DeviceTimerState) => void
  onRejected: (refused: RejectedCommand) => void
}

/** Sends what waits and may go, in order. Fails when it must be tried again; what was not answered still waits then. */
export async function sendPendingCommands(options: SendOptions) {
  let isEachAlone = false
  for (;;) {
    const ready = commandsReadyToSend(await options.outbox.read())
    const batch = isEachAlone ? ready.slice(0, 1) : firstBatch(ready)
    const [first] = batch
    if (first === undefined || !options.isAllowed()) return
    try {
      await sendBatch(batch, options)
    } catch (error) {
      if (!isUnreadable(error)) throw error
      // Which of them it is shows when each goes alone.
      if (batch.length === 1) await updateState(options, (kept) => setAsideCommand(kept, first.id, newId()))
      isEachAlone = true
    }
  }
}

async function sendBatch(batch: readonly Command[], options: SendOptions) {
  const reply = await options.send(batch)
  const clockOffset = options.clockOffset()
  const kept = await updateState(options, (kept) => applyReply(kept, reply, { clockOffset, newDevice: newId() }))
  const events = new Map(batch.map(({ id, event }) => [id, event]))
  for (const { id, isAccepted, code } of reply.acks) {
    const event = events.get(id)
    if (!isAccepted && code && event && isWorthReporting(event, code)) options.onRejected({ code, event })
  }
  if (reply.acks.length === 0 && kept.device === batch[0]?.device) throw new ApiError('bad-reply')
}

async function updateState(
  { outbox, onStateChange: onKept }: SendOptions,
  edit: (kept: DeviceTimerState) => DeviceTimerState,
) {
  const kept = await outbox.change((kept) => {
    const after = edit(kept)
    return [after, after]
  })
  onKept(kept)
  return kept
}

/** The server itself says which field it cannot read. What a proxy refuses may pass another time. */
const isUnreadable = (error: unknown) =>
  error instanceof ApiError && error.code === 'invalid' && Object.keys(error.details).length > 0

/** What wanted the timer to be as it already is surprises nobody. */
const HARMLESS_REJECTIONS: Partial<Record<TimerEvent['type'], Code>> = {
  start: 'run-exists',
  pause: 'not-running',
  resume: 'not-paused',
}

const isWorthReporting = ({ type }: TimerEvent, code: Code) =>
  type !== 'dismiss' && type !== 'config' && HARMLESS_REJECTIONS[type] !== code
