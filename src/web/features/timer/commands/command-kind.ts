import { MAX_BODY_BYTES } from '#contract/endpoint.ts'
import { MAX_COMMANDS_PER_REQUEST, type TimerReply } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import type { PendingCommand } from '#core/timer/device/prediction.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import type { OperationKind } from '#web/sync/operation.ts'
import { applyReply, COMMAND, numberCommands } from './stored-commands.ts'

type Code = NonNullable<TimerReply['acks'][number]['code']>

/** A command of this device that the server did not accept. */
export interface RejectedCommand {
  code: Code
  event: TimerEvent
}

interface Options {
  send: (commands: readonly Command[]) => Promise<TimerReply>
  /** False while the user has switched sync off. */
  isEnabled: () => boolean
  clockOffset: () => number
  onRejected: (rejected: RejectedCommand) => void
}

/** Sends the timer's commands in batches. One leaves the outbox when the server has acknowledged it. */
export const createCommandKind = (options: Options): OperationKind<PendingCommand> => ({
  name: COMMAND,
  isEnabled: options.isEnabled,
  batchSize: (ready) => countFirstBatch(ready.map(({ payload }) => payload)),
  async send(operations, data) {
    const commands = numberCommands(
      data,
      operations.map(({ payload }) => payload),
    )
    const reply = await options.send(commands)
    for (const rejected of rejectionsIn(reply, commands)) options.onRejected(rejected)
    return (data) => applyReply(data, commands, reply, options.clockOffset())
  },
})

/** Leaves room for the JSON around the commands, and for their numbers. */
const MAX_BATCH_BYTES = MAX_BODY_BYTES - 1_024
const NUMBER_BYTES = 80

const bytesOf = (command: PendingCommand) => new TextEncoder().encode(JSON.stringify(command)).length + NUMBER_BYTES

/** As many as one request may carry, and one at least. */
export function countFirstBatch(commands: readonly PendingCommand[]) {
  const batch = commands.slice(0, MAX_COMMANDS_PER_REQUEST)
  let size = 0
  const end = batch.findIndex((command, index) => (size += bytesOf(command)) > MAX_BATCH_BYTES && index > 0)
  return end === -1 ? batch.length : end
}

/** The rejected commands that need a message, because the page had shown something else. */
function rejectionsIn({ acks }: TimerReply, commands: readonly Command[]): RejectedCommand[] {
  const events = new Map(commands.map(({ id, event }) => [id, event]))
  return acks.flatMap(({ id, isAccepted, code }) => {
    const event = events.get(id)
    return !isAccepted && code && event && needsMessage(event, code) ? [{ code, event }] : []
  })
}

/** A command that would have changed nothing shows no message. */
const HARMLESS_REJECTIONS: Partial<Record<TimerEvent['type'], Code>> = {
  start: 'run-exists',
  pause: 'not-running',
  resume: 'not-paused',
}

const needsMessage = ({ type }: TimerEvent, code: Code) =>
  type !== 'dismiss' && type !== 'config' && HARMLESS_REJECTIONS[type] !== code
