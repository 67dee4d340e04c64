import * as z from 'zod/mini'
import { Id, OptionalId, text } from '#contract/fields.ts'
import { MAX_DATE, wireTime } from './wire-time.ts'
import { TimerCommand } from '#contract/timer.ts'

const Count = z.number().check(z.nonnegative())
const Time = wireTime<number>(0, MAX_DATE)

/**
 * Every field is optional: each event has only the part of the timer's state that it changes. Clients write null for
 * fields that they leave out.
 */
export const TimerMessage = z.object({
  timestamp: z.optional(Time),
  status: z.optional(z.enum(['idle', 'running', 'paused', 'break'])),
  mode: z.optional(z.enum(['work', 'break'])),
  elapsed: z.optional(Count),
  workDuration: z.optional(Count),
  breakDuration: z.optional(Count),
  repetitions: z.optional(Count),
  currentRepetition: z.optional(Count),
  projectId: z.optional(OptionalId),
  taskId: z.optional(OptionalId),
  notes: z.optional(text(2_000)),
  tags: z.optional(z.array(Id).check(z.maxLength(100))),
  workStartTime: z.nullish(Time),
  infiniteMode: z.optional(z.boolean()),
  infiniteElapsedTime: z.optional(Count),
  /** The time entry that an infinite timer continues. */
  selectedEntryId: z.optional(OptionalId),
  selectedPresetId: z.optional(OptionalId),
  /** False discards the focus session; with `timer:start`, the message only reports a state. */
  shouldSave: z.optional(z.boolean()),
  /** The command behind the event. Legacy clients omit it. */
  cmd: z.optional(TimerCommand),
})
export type TimerMessage = z.infer<typeof TimerMessage>
