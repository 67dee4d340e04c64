import type { TimerReply } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import { ApiError } from '#web/api/api-error.ts'
import { newId } from '#web/api/new-id.ts'
import { firstBatch } from './batch.ts'
import { commandsReadyToSend } from './commands-ready-to-send.ts'
import { applyReply, type DeviceTimerState, setAsideCommand } from './device-state.ts'
import type { Outbox } from './outbox.ts'

type Code = NonNullable<TimerReply['acks'][number]['code']>

/** A command of this device that the server did not accept. */
export interface RejectedCommand {
  code: Code
  event: TimerEvent
}

export interface SendOptions {
  outbox: Outbox
  send: (commands: readonly Command[]) => Promise<TimerReply>
  clockOffset: () => number
  isAllowed: () => boolean
  onStateChange: (state: DeviceTimerState) => void
  onRejected: (rejected: RejectedCommand) => void
}

/** Sends the commands that are ready, in order. Throws if it must be retried. Unacknowledged commands stay pending. */
export async function sendPendingCommands(options: SendOptions) {
  let isOneByOne = false
  for (;;) {
    const ready = commandsReadyToSend(await options.outbox.read())
    const batch = isOneByOne ? ready.slice(0, 1) : firstBatch(ready)
    const [first] = batch
    if (first === undefined || !options.isAllowed()) return
    try {
      await sendBatch(batch, options)
    } catch (error) {
      if (!isUnreadable(error)) throw error
      // Sending one by one shows which command of a batch is unreadable.
      if (batch.length === 1) await updateState(options, (state) => setAsideCommand(state, first.id, newId()))
      isOneByOne = true
    }
  }
}

async function sendBatch(batch: readonly Command[], options: SendOptions) {
  const reply = await options.send(batch)
  const clockOffset = options.clockOffset()
  const state = await updateState(options, (state) => applyReply(state, reply, { clockOffset, newDevice: newId() }))
  const events = new Map(batch.map(({ id, event }) => [id, event]))
  for (const { id, isAccepted, code } of reply.acks) {
    const event = events.get(id)
    if (!isAccepted && code && event && needsMessage(event, code)) options.onRejected({ code, event })
  }
  if (reply.acks.length === 0 && state.device === batch[0]?.device) throw new ApiError('bad-reply')
}

async function updateState(
  { outbox, onStateChange }: SendOptions,
  edit: (state: DeviceTimerState) => DeviceTimerState,
) {
  const state = await outbox.change((state) => {
    const after = edit(state)
    return [after, after]
  })
  onStateChange(state)
  return state
}

/** Our own server names the field that it cannot read. A proxy does not, so its refusal is retried. */
const isUnreadable = (error: unknown) =>
  error instanceof ApiError && error.code === 'invalid' && Object.keys(error.details).length > 0

/** A command that would have changed nothing shows no message. */
const HARMLESS_REJECTIONS: Partial<Record<TimerEvent['type'], Code>> = {
  start: 'run-exists',
  pause: 'not-running',
  resume: 'not-paused',
}

const needsMessage = ({ type }: TimerEvent, code: Code) =>
  type !== 'dismiss' && type !== 'config' && HARMLESS_REJECTIONS[type] !== code
