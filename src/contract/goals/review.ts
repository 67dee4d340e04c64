import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { Id, Time, WeekStartParam, Zone } from '../fields.ts'
import { Day } from '../reports.ts'
import { PROGRESS } from './target.ts'

const WORK = { milliseconds: z.number(), sessions: z.number() }

/** The week of the first or the last day that can be asked for may reach into another century. */
const DayOfWeek = z.iso.date()

const WeekReview = z.object({
  /** The first and the last day of the week. */
  from: DayOfWeek,
  to: DayOfWeek,
  ...WORK,
  /** The seven days, with the goal of all work. */
  days: z.array(
    z.object({ day: DayOfWeek, ...PROGRESS, projects: z.array(z.object({ project: Id, milliseconds: z.number() })) }),
  ),
  /** The goal of the whole week. */
  week: z.object(PROGRESS),
  /** The longest first. */
  projects: z.array(
    z.object({
      project: Id,
      milliseconds: z.number(),
      /** The average of the four weeks before. */
      before: z.number(),
      /** Null for the work without a task. */
      tasks: z.array(z.object({ task: z.nullable(Id), milliseconds: z.number() })),
    }),
  ),
  /** Milliseconds in each local hour of the day. */
  hours: z.array(z.number()),
  /** The entry with the most work of those that begin in the week. */
  longest: z.nullable(
    z.object({ project: Id, task: z.nullable(Id), start: Time, end: Time, milliseconds: z.number() }),
  ),
  /** The averages of the four weeks before. */
  before: z.object(WORK),
})
export type WeekReview = z.infer<typeof WeekReview>

export const review = {
  read: {
    method: 'GET',
    path: '/review',
    summary: 'The review of the week in which a day lies, compared with the four weeks before',
    scopes: ['read', 'reports'],
    query: z.object({ day: Day, zone: Zone, weekStart: WeekStartParam }),
    reply: WeekReview,
  },
  mail: {
    method: 'GET',
    path: '/review/mail',
    summary: 'Whether the review of each week is mailed on Monday morning',
    reply: z.object({ isOn: z.boolean() }),
  },
  setMail: {
    method: 'PUT',
    path: '/review/mail',
    summary: 'Turns the weekly mail on or off. The zone is used unless the user has chosen one',
    body: z.object({ isOn: z.boolean(), zone: Zone }),
    reply: z.object({ isOn: z.boolean() }),
  },
} as const satisfies Record<string, Endpoint>
