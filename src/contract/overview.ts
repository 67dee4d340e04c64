import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { Id, Time, Zone } from './fields.ts'
import { TimeEntry } from './time-entries.ts'

/** A calendar day: `YYYY-MM-DD`. */
const Day = z.iso.date()
const DayTotal = z.object({ day: Day, milliseconds: z.number() })

const Overview = z.object({
  today: z.object({
    day: Day,
    /** When the day began. */
    start: Time,
    /** When it ends: not always 24 hours later. */
    end: Time,
    milliseconds: z.number(),
    /** The worked stretches, as far as they lie in the day, the earliest first. */
    segments: z.array(z.object({ start: Time, end: Time, project: Id })),
    entryCount: z.number(),
    /** The newest first, 50 at most. */
    entries: z.array(TimeEntry),
  }),
  /** From Monday to the end of today. */
  week: z.object({
    milliseconds: z.number(),
    /** The longest first. */
    projects: z.array(z.object({ project: Id, milliseconds: z.number() })),
    /** Every day, also those without work. */
    days: z.array(DayTotal),
  }),
  /** Twenty-six weeks, the present one last: only days with work. */
  heatmap: z.object({ firstDay: Day, days: z.array(DayTotal) }),
  /** Days with work in a row, within those weeks. A today without work yet breaks nothing. */
  streak: z.object({ current: z.number(), longest: z.number() }),
  /** Of the days with work among the last thirty; null when there is none. */
  averageMilliseconds: z.nullable(z.number()),
})
export type Overview = z.infer<typeof Overview>

export const overview = {
  read: {
    method: 'GET',
    path: '/overview',
    summary: 'What was worked today, this week and in the last half year, in the days of a zone',
    query: z.object({ zone: Zone }),
    reply: Overview,
  },
} as const satisfies Record<string, Endpoint>
