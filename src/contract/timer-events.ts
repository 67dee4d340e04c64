import * as z from 'zod/mini'
import { Id, text } from './fields.ts'

/** What a client may say about its timer and what it hears of the user's other clients: the same six words. */
export const TIMER_EVENTS = [
  'timer:start',
  'timer:pause',
  'timer:resume',
  'timer:stop',
  'timer:tick',
  'timer:switch',
] as const
type TimerEvent = (typeof TIMER_EVENTS)[number]

const Count = z.number().check(z.nonnegative())

/** Every field is optional: each event carries the part of the timer's state that it changes. */
export const TimerMessage = z.object({
  timestamp: z.optional(Count),
  status: z.optional(z.enum(['idle', 'running', 'paused', 'break'])),
  mode: z.optional(z.enum(['work', 'break'])),
  elapsed: z.optional(Count),
  workDuration: z.optional(Count),
  breakDuration: z.optional(Count),
  repetitions: z.optional(Count),
  currentRepetition: z.optional(Count),
  projectId: z.nullish(Id),
  taskId: z.nullish(Id),
  notes: z.optional(text(2_000)),
  tags: z.optional(z.array(Id).check(z.maxLength(100))),
  workStartTime: z.nullish(z.union([Count, z.iso.datetime({ offset: true })])),
  infiniteMode: z.optional(z.boolean()),
  shouldSave: z.optional(z.boolean()),
})
export type TimerMessage = z.infer<typeof TimerMessage>

type Relayed = { [Name in TimerEvent]: (message: TimerMessage) => void }

export interface ClientToServer extends Relayed {
  'timer:requestSync': (message?: { timestamp: number }) => void
}

export interface ServerToClient extends Relayed {
  'timer:requestState': (message: { timestamp: number }) => void
}
