import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { Id, WeekStartParam, Zone } from './fields.ts'

export const Activity = z.object({
  id: Id,
  /** Milliseconds tracked in the current month. */
  month: z.number(),
  /** Milliseconds tracked in each of the last twelve weeks, the current one last. */
  weeks: z.array(z.number()),
})
export type Activity = z.infer<typeof Activity>

const ActivityQuery = z.object({
  by: z.enum(['project', 'client', 'task', 'tag']),
  zone: Zone,
  weekStart: WeekStartParam,
})
export type ActivityQuery = z.infer<typeof ActivityQuery>

export const activity = {
  list: {
    method: 'GET',
    path: '/activity',
    summary:
      'Recently tracked time of each project, client, task or tag that has any, by week and month of a time zone',
    scopes: ['read', 'reports'],
    query: ActivityQuery,
    reply: z.array(Activity),
  },
} as const satisfies Record<string, Endpoint>
