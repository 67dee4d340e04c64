import type { WeekReview } from '#contract/goals/review.ts'
import { countMet } from '#core/goals/goal-progress.ts'
import { findBestHours } from '#core/report/best-hours.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { differenceOf } from '#web/features/reports/figures/comparison.ts'
import { currentZone } from '#web/i18n/formats.ts'
import type { Translate } from '#web/i18n/i18n.ts'
import { formatDate } from '#web/ui/display/format-date.ts'
import { formatDuration, formatWholeDuration } from '#web/ui/display/format-duration.ts'
import { formatHour, formatTime } from '#web/ui/display/format-time.ts'

interface Translation {
  t: Translate
  language: string
}

/** "24 h 10 m on 5 days. That is 2 h 05 m more than …" A week that is not over is not compared. */
export function leadText({ milliseconds, days, to, before }: WeekReview, today: string, { t, language }: Translation) {
  const count = days.filter((day) => day.milliseconds > 0).length
  const lead = t('reports.review.lead', { time: formatDuration(milliseconds, language), count })
  if (before.milliseconds === 0 || to >= today) return lead
  const { sign, milliseconds: difference } = differenceOf(milliseconds, before.milliseconds)
  const comparison = ({ '+': 'more', '−': 'less', '±': 'same' } as const)[sign]
  return `${lead} ${t(`reports.review.${comparison}`, { time: formatDuration(difference, language) })}`
}

/** "4 of 5 days", and "24 h 10 m of 30 h in the week". Undefined without a goal. */
export function goalTexts({ days, week }: WeekReview, today: string, { t, language }: Translation) {
  const isLastOpen = days.some(({ day }) => day === today)
  const over = days.filter(({ day }) => day <= today)
  const { met, of } = countMet(over, isLastOpen)
  if (of === 0 && week.target === null) return undefined
  const { minutes = 0, sessions = 0 } = week.target ?? {}
  const goal = formatWholeDuration(minutes * MINUTE_MS, language)
  const done = formatDuration(week.milliseconds, language)
  const note = minutes > 0 ? t('reports.review.goalTime', { done, goal }) : undefined
  const count = t('reports.review.goalSessions', { done: week.sessions, count: sessions })
  return {
    value: of === 0 ? '–' : t('reports.review.goalDays', { met, count: of }),
    note: note ?? (sessions > 0 ? count : ''),
  }
}

/** "Tuesday at 9:05". */
export const startText = (start: string, { t, language }: Translation) =>
  t('reports.review.at', {
    day: formatDate(dateOf(Date.parse(start), currentZone()), language, { weekday: 'long' }),
    time: formatTime(start, language),
  })

/** "Most of it between 9:00 and 12:00." Undefined without work. */
export function bestHoursText(hours: readonly number[], { t, language }: Translation) {
  const best = findBestHours(hours)
  if (best === undefined) return undefined
  const [from, to] = [formatHour(best.from, language), formatHour(best.to % 24, language)]
  return t('reports.review.bestHours', { percent: Math.round(best.share * 100), from, to })
}
