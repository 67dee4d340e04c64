import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { Id, Time, WeekStartParam, Zone } from './fields.ts'
import { PROGRESS } from './goals/target.ts'
import { TimeEntry } from './time-entries.ts'

/** A calendar day: `YYYY-MM-DD`. */
const Day = z.iso.date()
const DayTotal = z.object({ day: Day, milliseconds: z.number() })

const Overview = z.object({
  today: z.object({
    day: Day,
    /** The start of the day. */
    start: Time,
    /** The end of the day, which is not always 24 hours later. */
    end: Time,
    milliseconds: z.number(),
    /** The latest thousand worked segments within the day, the earliest first. */
    segments: z.array(z.object({ start: Time, end: Time, project: Id })),
    entryCount: z.number(),
    /** At most 50, the newest first. */
    entries: z.array(TimeEntry),
  }),
  /** From the first day of the week to the end of today. */
  week: z.object({
    milliseconds: z.number(),
    /** The longest first. */
    projects: z.array(z.object({ project: Id, milliseconds: z.number() })),
    /** Every day, including those without work. */
    days: z.array(DayTotal),
  }),
  /** Days with work of the last 26 weeks, including the current one. */
  heatmap: z.object({ firstDay: Day, days: z.array(DayTotal) }),
  /** Consecutive days with work within those weeks. Today without work does not break a streak, nor does a rest day. */
  streak: z.object({ current: z.number(), longest: z.number() }),
  /** The goals that count today: first the one of all work, which has no project, then by project. */
  goals: z.array(
    z.object({
      project: z.nullable(Id),
      day: z.object(PROGRESS),
      /** From the first day of the week to the end of today. Its target is null if the goal has only targets for days. */
      week: z.object(PROGRESS),
    }),
  ),
  /** The average of days with work among the last thirty; null if there are none. */
  averageMilliseconds: z.nullable(z.number()),
})
export type Overview = z.infer<typeof Overview>

export const overview = {
  read: {
    method: 'GET',
    path: '/overview',
    summary: 'Time worked today, this week and in the last 26 weeks, by day of a time zone',
    scopes: ['read', 'reports'],
    query: z.object({ zone: Zone, weekStart: WeekStartParam }),
    reply: Overview,
  },
} as const satisfies Record<string, Endpoint>
