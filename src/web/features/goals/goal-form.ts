import { isTarget, NO_TARGET, type Target } from '#core/goals/goals.ts'
import type { GoalTargets } from './queries.ts'

/** What the form of a goal shows. */
export interface GoalFields {
  /** Whether all work days have the same target. */
  isUniform: boolean
  /** The target of each work day, if they have the same. */
  day: Target
  /** Monday first. */
  workDays: boolean[]
  /** The target of each day, if they differ. */
  days: Target[]
  week: Target
}

const MONDAY_TO_FRIDAY = [true, true, true, true, true, false, false]

export function toFields({ days, week }: GoalTargets): GoalFields {
  const targets = days.filter(isTarget)
  const [day = NO_TARGET] = targets
  return {
    isUniform: targets.every(({ minutes, sessions }) => minutes === day.minutes && sessions === day.sessions),
    day,
    workDays: targets.length === 0 ? MONDAY_TO_FRIDAY : days.map(isTarget),
    days,
    week,
  }
}

export const toTargets = ({ isUniform, day, workDays, days, week }: GoalFields): GoalTargets => ({
  days: isUniform ? workDays.map((isWorkDay) => (isWorkDay ? day : NO_TARGET)) : days,
  week,
})

/** Begins to tell the days apart with what they have, or makes them the same with the first target. */
export function setUniform(fields: GoalFields, isUniform: boolean): GoalFields {
  const targets = toTargets(fields)
  return { ...toFields(targets), days: targets.days, isUniform, day: targets.days.find(isTarget) ?? fields.day }
}
