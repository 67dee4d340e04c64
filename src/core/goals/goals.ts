import { groupBy } from '#core/group-by.ts'
import { shiftDate, weekdayOf, weekStartOf } from '#core/time/calendar-dates.ts'

/** The time and the completed focus sessions that a day or a week should reach. Zero does not ask for that part. */
export interface Target {
  minutes: number
  sessions: number
}

/** A goal counts from its date until the next one of the same scope. */
export interface Goal {
  /** Null for all work. */
  project: string | null
  /** `YYYY-MM-DD` */
  from: string
  /** Seven targets, Monday first. A day without a target is a rest day. */
  days: Target[]
  week: Target
}

/** The goals of one scope, all work or a project, in the order of their dates. */
export type GoalHistory = readonly Goal[]

export const NO_TARGET: Target = { minutes: 0, sessions: 0 }

export const isTarget = ({ minutes, sessions }: Target) => minutes > 0 || sessions > 0

/** Whether a goal asks for anything. One that does not ends the goal before it. */
export const isGoal = ({ days, week }: Pick<Goal, 'days' | 'week'>) => [...days, week].some(isTarget)

/** The goals by scope, each in the order of their dates. */
export const historiesOf = (goals: readonly Goal[]): Map<string | null, GoalHistory> =>
  groupBy(
    goals.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    ({ project }) => project,
  )

/** The goal that counts on a date. */
export const goalOn = (history: GoalHistory, date: string): Goal | undefined =>
  history.findLast(({ from }) => from <= date)

/** The target of a date; null on rest days and without a goal. */
export function dayTargetOn(history: GoalHistory, date: string): Target | null {
  const target = goalOn(history, date)?.days[weekdayOf(date) - 1]
  return target !== undefined && isTarget(target) ? target : null
}

/** Whether the goal of a date asks for other days, and not for this one. A goal for weeks alone has no rest days. */
export const isRestDay = (history: GoalHistory, date: string) =>
  dayTargetOn(history, date) === null && goalOn(history, date)?.days.some(isTarget) === true

/**
 * The target of the week that begins on a date, by the goal that counts on its last day: a goal that changes within a week
 * changes that week and none before it. A goal without a target for weeks asks for the sum of the days.
 */
export function weekTargetOf(history: GoalHistory, firstDate: string): Target | null {
  const week = goalOn(history, shiftDate(firstDate, 6))?.week ?? NO_TARGET
  if (isTarget(week)) return week
  const days = Array.from({ length: 7 }, (_, day) => dayTargetOn(history, shiftDate(firstDate, day)) ?? NO_TARGET)
  const sum = days.reduce(addTargets, NO_TARGET)
  return isTarget(sum) ? sum : null
}

/** The target for weeks that a date's goal has of its own; null if it has none. */
export function ownWeekTargetOn(history: GoalHistory, date: string, weekStart: number): Target | null {
  const week = goalOn(history, shiftDate(weekStartOf(date, weekStart), 6))?.week
  return week !== undefined && isTarget(week) ? week : null
}

const addTargets = (a: Target, b: Target): Target => ({
  minutes: a.minutes + b.minutes,
  sessions: a.sessions + b.sessions,
})

/** The history with a goal set from its date on. Goals that repeat the one before them are left out. */
export function setGoal(history: GoalHistory, goal: Goal): Goal[] {
  const others = history.filter(({ from }) => from !== goal.from)
  const goals = [...others, goal].toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return goals.filter((each, index) => {
    const before = goals[index - 1]
    return before === undefined ? isGoal(each) : !asksForTheSame(before, each)
  })
}

/** Whether two goals ask for the same, from whatever date. */
export const asksForTheSame = (a: Pick<Goal, 'days' | 'week'>, b: Pick<Goal, 'days' | 'week'>) =>
  isSameTarget(a.week, b.week) && a.days.every((target, day) => isSameTarget(target, b.days[day]!))

const isSameTarget = (a: Target, b: Target) => a.minutes === b.minutes && a.sessions === b.sessions
