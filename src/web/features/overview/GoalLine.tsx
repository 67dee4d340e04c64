import { Check } from 'lucide-react'
import { type Done, isMet, partDone } from '#core/goals/goal-progress.ts'
import type { Target } from '#core/goals/goals.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration, formatWholeDuration } from '#web/ui/display/format-duration.ts'

interface GoalLineProps {
  target: Target
  done: Done
  /** The time that was worked is not written beside the line. */
  hasTime?: boolean
  /** The day is over, so that a goal which was not met is called that. */
  isOver?: boolean
}

/** A line and a bar: "of 6 h · 3 of 8 sessions". */
export function GoalLine({ target, done, hasTime = false, isOver = false }: GoalLineProps) {
  const { t, language } = useTranslation()
  const isReached = isMet(target, done)
  return (
    <span className="grid gap-1.5">
      <span className="flex items-center gap-1.5 text-caption text-ink-2 tabular-nums">
        {isReached && (
          <Check
            size={14}
            strokeWidth={2.5}
            {...(isOver ? { 'aria-hidden': true } : { 'aria-label': t('overview.goal.met') })}
            className="flex-none text-success-ink"
          />
        )}
        {goalText({ target, done, hasTime }, t, language)}
      </span>
      <span aria-hidden="true" className="h-1 overflow-hidden rounded-[2px] bg-heat-0">
        <span className="block h-full bg-accent" style={{ width: `${100 * partDone(target, done)}%` }} />
      </span>
      {isOver && (
        <span className="text-caption text-ink-2">{t(isReached ? 'overview.goal.met' : 'overview.goal.notMet')}</span>
      )}
    </span>
  )
}

function goalText({ target, done, hasTime = false }: Omit<GoalLineProps, 'isOver'>, t: Translate, language: string) {
  const goal = formatWholeDuration(target.minutes * MINUTE_MS, language)
  const time = hasTime
    ? t('overview.goal.time', { done: formatDuration(done.milliseconds, language), goal })
    : t('overview.goal.ofTotal', { goal })
  const sessions = t('overview.goal.sessions', { done: done.sessions, count: target.sessions })
  return [...(target.minutes > 0 ? [time] : []), ...(target.sessions > 0 ? [sessions] : [])].join(' · ')
}
