import { isTarget, type Target } from '#core/goals/goals.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Translate } from '#web/i18n/i18n.ts'
import { formatWholeDuration } from '#web/ui/display/format-duration.ts'
import { toFields } from './goal-form.ts'
import type { GoalTargets } from './queries.ts'

/** "6 h", "8 sessions" or "6 h and 8 sessions". */
function targetText({ minutes, sessions }: Target, t: Translate, language: string) {
  const time = formatWholeDuration(minutes * MINUTE_MS, language)
  const count = t('settings.goals.sessionCount', { count: sessions })
  if (minutes > 0 && sessions > 0) return t('settings.goals.both', { time, sessions: count })
  return minutes > 0 ? time : count
}

/** "6 h a day, 30 h a week". */
export function goalText(goal: GoalTargets, t: Translate, language: string) {
  const { isUniform, day } = toFields(goal)
  return [
    ...(isTarget(day)
      ? [isUniform ? t('settings.goals.aDay', { target: targetText(day, t, language) }) : t('settings.goals.byDay')]
      : []),
    ...(isTarget(goal.week) ? [t('settings.goals.aWeek', { target: targetText(goal.week, t, language) })] : []),
  ].join(', ')
}
