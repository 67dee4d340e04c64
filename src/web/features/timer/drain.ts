import type { TimerReply } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import { ApiError } from '#web/api/api-error.ts'
import { newId } from '#web/api/new-id.ts'
import { batchOf } from './batch.ts'
import { type Kept, setAside, settle } from './kept.ts'
import { sendable } from './order.ts'
import type { Outbox } from './outbox.ts'

type Code = NonNullable<TimerReply['acks'][number]['code']>

/** Something that was done here and that the server, knowing more, did not take. */
export interface RefusedPress {
  code: Code
  event: TimerEvent
}

export interface DrainOptions {
  outbox: Outbox
  send: (commands: readonly Command[]) => Promise<TimerReply>
  clockOffset: () => number
  /** Whether anything may be sent at all. */
  isAllowed: () => boolean
  onKept: (kept: Kept) => void
  onRefused: (refused: RefusedPress) => void
}

/** Sends what waits and may go, in order. Fails when it must be tried again; what was not answered still waits then. */
export async function drain(options: DrainOptions) {
  let isEachAlone = false
  for (;;) {
    const ready = sendable(await options.outbox.read())
    const batch = isEachAlone ? ready.slice(0, 1) : batchOf(ready)
    const [first] = batch
    if (first === undefined || !options.isAllowed()) return
    try {
      await deliver(batch, options)
    } catch (error) {
      if (!isUnreadable(error)) throw error
      // Which of them it is shows when each goes alone.
      if (batch.length === 1) await change(options, (kept) => setAside(kept, first.id, newId()))
      isEachAlone = true
    }
  }
}

async function deliver(batch: readonly Command[], options: DrainOptions) {
  const reply = await options.send(batch)
  const clockOffset = options.clockOffset()
  const kept = await change(options, (kept) => settle(kept, reply, { clockOffset, newDevice: newId() }))
  const events = new Map(batch.map(({ id, event }) => [id, event]))
  for (const { id, isAccepted, code } of reply.acks) {
    const event = events.get(id)
    if (!isAccepted && code && event && wouldMislead(event, code)) options.onRefused({ code, event })
  }
  if (reply.acks.length === 0 && kept.device === batch[0]?.device) throw new ApiError('bad-reply')
}

async function change({ outbox, onKept }: DrainOptions, edit: (kept: Kept) => Kept) {
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
const EXPECTED: Partial<Record<TimerEvent['type'], Code>> = {
  start: 'run-exists',
  pause: 'not-running',
  resume: 'not-paused',
}

const wouldMislead = ({ type }: TimerEvent, code: Code) =>
  type !== 'dismiss' && type !== 'config' && EXPECTED[type] !== code
