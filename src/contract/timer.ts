import * as z from 'zod/mini'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Endpoint } from './endpoint.ts'
import { AutoStart, Description, Id, integerBetween, Zone } from './fields.ts'
import { MAX_DATE, wireTime } from './input/wire-time.ts'

/** Devices create these ids, so that they work offline. */
const Uuid = z.uuid()
/** A time on the server's clock. */
const Timestamp = wireTime<number>(0, MAX_DATE)
const Count = integerBetween(0, 1_000_000_000)

const subject = {
  projectId: Id,
  taskId: z.nullable(Id),
  notes: Description,
  tags: z.array(Id).check(z.maxLength(100)),
}
const SubjectChange = z.object({
  projectId: z.exactOptional(subject.projectId),
  taskId: z.exactOptional(subject.taskId),
  notes: z.exactOptional(subject.notes),
  tags: z.exactOptional(subject.tags),
})

const config = {
  workMs: integerBetween(MINUTE_MS, 180 * MINUTE_MS),
  breakMs: integerBetween(0, 60 * MINUTE_MS),
  repetitions: integerBetween(1, 20),
  longBreak: z.exactOptional(
    z.nullable(z.object({ ms: integerBetween(MINUTE_MS, 120 * MINUTE_MS), every: integerBetween(2, 20) })),
  ),
  autoStart: z.exactOptional(AutoStart),
}
const ConfigChange = z.object({
  workMs: z.exactOptional(config.workMs),
  breakMs: z.exactOptional(config.breakMs),
  repetitions: z.exactOptional(config.repetitions),
  longBreak: config.longBreak,
  autoStart: config.autoStart,
})

export const Start = z.object({
  type: z.literal('start'),
  at: Timestamp,
  runId: Uuid,
  subject: z.object(subject),
  config: z.object(config),
  isInfinite: z.boolean(),
  continues: z.optional(z.object({ entryId: Id, startedAt: Timestamp })),
  zone: z.optional(Zone),
})

const inRun = { at: Timestamp, runId: Uuid, phase: Count }
export const RunEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pause'), ...inRun }),
  z.object({ type: z.literal('resume'), ...inRun }),
  z.object({ type: z.literal('stop'), ...inRun, save: z.boolean() }),
  z.object({ type: z.literal('skip'), ...inRun, save: z.boolean() }),
  z.object({ type: z.literal('subject'), ...inRun, change: SubjectChange }),
  z.object({ type: z.literal('config'), ...inRun, change: ConfigChange }),
  z.object({ type: z.literal('begin'), ...inRun, startedAt: Timestamp }),
  z.object({
    type: z.literal('extend'),
    ...inRun,
    byMs: z.nullable(integerBetween(MINUTE_MS, 180 * MINUTE_MS)),
  }),
  z.object({ type: z.literal('dismiss'), ...inRun }),
])

const Undo = z.object({ type: z.literal('undo'), ...inRun, drops: z.nullable(Uuid) })

/** One action of a user, as the device recorded it. A command may be sent repeatedly; it is applied once. */
export const TimerCommand = z.object({
  id: Uuid,
  device: Uuid,
  /** Counted from 1 on each device, without gaps. */
  sequence: integerBetween(1, Number.MAX_SAFE_INTEGER),
  /** The last command on the same run that the device knew of. */
  base: z.nullable(Uuid),
  /** Whether the device showed that run on hold. */
  sawWait: z.boolean(),
  event: z.discriminatedUnion('type', [Start, RunEvent, Undo]),
})

/** One run of the timer with its command log. */
export const Run = z.object({
  id: Uuid,
  log: z.tuple([z.object({ id: z.nullable(Uuid), event: Start })], z.object({ id: z.nullable(Uuid), event: RunEvent })),
  kept: z.array(z.string()),
  heldAt: z.nullable(Timestamp),
})

/** Everything a device needs to show the timer. */
export const TimerSnapshot = z.object({
  /** Grows with every change. Clients ignore a snapshot that is older than theirs. */
  revision: Count,
  /** The time of the server's clock. */
  now: Timestamp,
  /** The latest run; null if there was none yet. */
  run: z.nullable(Run),
})
export type TimerSnapshot = z.infer<typeof TimerSnapshot>

const Ack = z.object({
  id: Uuid,
  isAccepted: z.boolean(),
  code: z.optional(
    z.enum([
      'not-running',
      'not-paused',
      'not-active',
      'fixed-start',
      'infinite',
      'other-phase',
      'already-running',
      'run-exists',
      'unknown-run',
      'unknown-project',
      'stale',
      'too-late',
      'too-long',
      'resurrected',
    ]),
  ),
})

export const TimerReply = z.object({
  /** Fewer than commands if the user has reached the limit or it takes long: the others have to be sent again. */
  acks: z.array(Ack),
  /** The next sequence number that the server expects, if earlier commands of this device are missing. */
  awaited: z.optional(z.number()),
  snapshot: TimerSnapshot,
})
export type TimerReply = z.infer<typeof TimerReply>

export const MAX_COMMANDS_PER_REQUEST = 100

export const timer = {
  read: {
    method: 'GET',
    path: '/timer',
    summary: 'A snapshot of the timer',
    scopes: ['read', 'timer'],
    reply: TimerSnapshot,
  },
  command: {
    method: 'POST',
    path: '/timer/commands',
    summary: 'Applies the commands of one device in order; known commands are acknowledged again',
    scopes: ['timer'],
    body: z.object({ commands: z.array(TimerCommand).check(z.minLength(1), z.maxLength(MAX_COMMANDS_PER_REQUEST)) }),
    reply: TimerReply,
  },
} as const satisfies Record<string, Endpoint>
