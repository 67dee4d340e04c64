import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { Id, integerBetween, messageKey, WeekStartParam, Zone } from '../fields.ts'
import { Day, endsAfterStart, isShortEnough } from '../reports.ts'
import { PROGRESS, Target } from './target.ts'

const DAY_MINUTES = 24 * 60
const MAX_SESSIONS = 100

const targetUpTo = (minutes: number, sessions: number) =>
  z.object({ minutes: integerBetween(0, minutes), sessions: integerBetween(0, sessions) })

const Goal = z.object({
  /** Null for all work. */
  project: z.nullable(Id),
  /** The first day on which it counts, until the next goal of the same project. */
  from: Day,
  /** Monday first. A day without a target is a rest day. */
  days: z.array(Target),
  week: Target,
})
export type Goal = z.infer<typeof Goal>

export const GoalTargets = z.object({
  days: z
    .array(targetUpTo(DAY_MINUTES, MAX_SESSIONS))
    .check(z.minLength(7, messageKey('invalidValue')), z.maxLength(7, messageKey('invalidValue'))),
  week: targetUpTo(7 * DAY_MINUTES, 7 * MAX_SESSIONS),
})

/** A goal without any target ends the one before it. */
const GoalDraft = z.object({ ...Goal.shape, ...GoalTargets.shape })

const DayProgress = z.object({ day: Day, ...PROGRESS })
export type DayProgress = z.infer<typeof DayProgress>

const GoalProgress = z.object({
  /** The days from the first goal to today. */
  days: z.array(DayProgress),
  /** The whole weeks of these days, by their first day. Without a target for weeks a goal asks for the sum of the days. */
  weeks: z.array(DayProgress),
  /** Whether the last day is today, which is not over yet. */
  endsToday: z.boolean(),
  /** Consecutive days that met their target, up to today, of the last year. Rest days do not break a streak. */
  streak: z.object({ current: z.number(), longest: z.number() }),
})
export type GoalProgress = z.infer<typeof GoalProgress>

export const goals = {
  list: {
    method: 'GET',
    path: '/goals',
    summary: 'All goals, present and past, by project and by their first day',
    scopes: ['read', 'reports'],
    reply: z.array(Goal),
  },
  set: {
    method: 'PUT',
    path: '/goals',
    summary: 'Sets the goal of a project or of all work from a day on. Replies with all goals',
    scopes: ['everything'],
    body: GoalDraft,
    reply: z.array(Goal),
  },
  progress: {
    method: 'GET',
    path: '/goals/progress',
    summary: 'What was done of the goal of a project or of all work, by day and week of a time zone',
    scopes: ['read', 'reports'],
    query: z
      .object({ from: Day, to: Day, zone: Zone, weekStart: WeekStartParam, project: z.optional(Id) })
      .check(endsAfterStart, isShortEnough),
    reply: GoalProgress,
  },
} as const satisfies Record<string, Endpoint>
