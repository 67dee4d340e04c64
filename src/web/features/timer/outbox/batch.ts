import { MAX_BODY_BYTES } from '#contract/endpoint.ts'
import { MAX_COMMANDS_PER_REQUEST } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'

/** Leaves room for the JSON around the commands. */
const MAX_BATCH_BYTES = MAX_BODY_BYTES - 1_024

const bytesOf = (command: Command) => new TextEncoder().encode(JSON.stringify(command)).length

/** The first pending commands: as many as one request may carry, and one at least. */
export function firstBatch(pending: readonly Command[]) {
  const batch = pending.slice(0, MAX_COMMANDS_PER_REQUEST)
  let size = 0
  const end = batch.findIndex((command, index) => (size += bytesOf(command) + 1) > MAX_BATCH_BYTES && index > 0)
  return end === -1 ? batch : batch.slice(0, end)
}
