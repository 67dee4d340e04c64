import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, Time } from './fields.ts'

/** The subject of a deletion. `import` is an import that was undone. */
const TRASH_KINDS = [
  'time-entries',
  'project',
  'client',
  'task',
  'tag',
  'timer-preset',
  'report-view',
  'import',
] as const
export type TrashKind = (typeof TRASH_KINDS)[number]

/** One deletion by the user, which can be taken back as a whole. */
const TrashItem = z.object({
  id: Id,
  kind: z.enum(TRASH_KINDS),
  /** The name of the item; of time entries, the names of their projects. */
  name: z.string(),
  /** Browser and system of the device that deleted it; empty if unknown. */
  device: z.string(),
  deletedAt: Time,
  /** It is deleted for ever then. */
  expiresAt: Time,
  /** The time entries that were deleted, and their time. */
  timeEntries: z.number(),
  milliseconds: z.number(),
})
export type TrashItem = z.infer<typeof TrashItem>

const TrashPage = z.object({
  items: z.array(TrashItem),
  /** The number of all items. */
  count: z.number(),
  /** How long items are kept. */
  retentionMs: z.number(),
})

export const trash = {
  list: {
    method: 'GET',
    path: '/trash',
    summary: 'What was deleted and can be brought back, the latest first',
    scopes: ['read'],
    query: z.object({
      limit: z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(1), z.maximum(200)), 50),
      /** The id of the last item of the page before. */
      cursor: z.optional(Id),
    }),
    reply: TrashPage,
  },
  restore: {
    method: 'POST',
    path: '/trash/:id/restore',
    summary: 'Brings back what one deletion has removed; repeating it changes nothing',
    scopes: ['everything'],
    params: IdParams,
    reply: z.object({ kind: z.enum(TRASH_KINDS), timeEntries: z.number() }),
  },
  remove: {
    method: 'DELETE',
    path: '/trash/:id',
    summary: 'Deletes an item of the trash for ever',
    params: IdParams,
    reply: z.null(),
  },
  empty: {
    method: 'DELETE',
    path: '/trash',
    summary: 'Deletes everything in the trash for ever',
    reply: z.object({ items: z.number() }),
  },
} as const satisfies Record<string, Endpoint>
