import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, Time } from './fields.ts'
import { TimeEntry } from './time-entries.ts'

/** The changed fields of a time entry. Its times change together. */
const ChangedFields = z.object({
  project: z.optional(Id),
  task: z.optional(z.nullable(Id)),
  notes: z.optional(z.string()),
  tags: z.optional(z.array(Id)),
  startTime: z.optional(Time),
  endTime: z.optional(Time),
  /** Worked milliseconds, without pauses. */
  duration: z.optional(z.number()),
})
export type ChangedFields = z.infer<typeof ChangedFields>

const EntryChange = z.object({
  /** Counts the changes of the entry from 1. */
  number: z.number(),
  /** An edit by the user, a change by the timer, or an earlier state that the user has restored. */
  kind: z.enum(['edit', 'timer', 'restore']),
  /** Browser and system of the device; empty if unknown. */
  device: z.string(),
  changedAt: Time,
  before: ChangedFields,
  after: ChangedFields,
})
export type EntryChange = z.infer<typeof EntryChange>

const EntryHistory = z.object({
  createdAt: Time,
  createdBy: z.enum(['user', 'timer', 'import']),
  /** The name of the imported file, if it is known. */
  fileName: z.nullable(z.string()),
  /** The latest changes, the latest first. */
  changes: z.array(EntryChange),
})
export type EntryHistory = z.infer<typeof EntryHistory>

const ChangeParams = z.object({
  id: Id,
  change: z.coerce.number<string | number>().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
})

export const entryHistory = {
  read: {
    method: 'GET',
    path: '/time-entries/:id/history',
    summary: 'When a time entry was created, and its latest 50 changes of the last year',
    params: IdParams,
    reply: EntryHistory,
  },
  restore: {
    method: 'POST',
    path: '/time-entries/:id/history/:change/restore',
    summary: 'Gives a time entry the values that it had before a change',
    params: ChangeParams,
    reply: TimeEntry,
  },
} as const satisfies Record<string, Endpoint>
