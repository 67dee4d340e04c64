import { MAX_BODY_BYTES } from '#contract/endpoint.ts'
import { MAX_COMMANDS_PER_REQUEST } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'

/** With room for what is around them. */
const MAX_BATCH_BYTES = MAX_BODY_BYTES - 1_024

const bytesOf = (command: Command) => new TextEncoder().encode(JSON.stringify(command)).length

/** The first of what waits: as many as one call may carry, and one at least. */
export function firstBatch(pending: readonly Command[]) {
  const batch = pending.slice(0, MAX_COMMANDS_PER_REQUEST)
  let size = 0
  const end = batch.findIndex((command, index) => (size += bytesOf(command) + 1) > MAX_BATCH_BYTES && index > 0)
  return end === -1 ? batch : batch.slice(0, end)
}
