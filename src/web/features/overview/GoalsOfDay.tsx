import { Flag } from 'lucide-react'
import { type Done, type forecastGoal, isMet } from '#core/goals/goal-progress.ts'
import { byName } from '#core/text/by-name.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { formatWholeDuration } from '#web/ui/display/format-duration.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { GoalLine } from './GoalLine.tsx'
import type { DayGoals } from './past-day.ts'
import { useProjectDisplay } from './useProjectDisplay.ts'

type Forecast = ReturnType<typeof forecastGoal>

interface GoalsOfDayProps {
  goals: DayGoals
  isToday: boolean
  /** Of the goal of all work. */
  forecast: Forecast | undefined
  hasPlan: boolean
}

/** What was done on a day of the goal of all work, whose total is written above, and of those of projects. */
export function GoalsOfDay({ goals, isToday, forecast, hasPlan }: GoalsOfDayProps) {
  const { t } = useTranslation()
  const displayOf = useProjectDisplay()
  const ofAllWork = goals.find(({ project }) => project === null)?.day
  const ofProjects = goals.flatMap(({ project, day }) =>
    project !== null && day.target ? [{ id: project, day, target: day.target, ...displayOf(project) }] : [],
  )
  return (
    <div
      role="group"
      aria-label={t(isToday ? 'overview.goal.label' : 'overview.goal.ofDay')}
      className="grid max-w-60 gap-3"
    >
      {ofAllWork?.target && (
        <div className="grid gap-1.5">
          <GoalLine target={ofAllWork.target} done={ofAllWork} isOver={!isToday} />
          {isToday && !isMet(ofAllWork.target, ofAllWork) && <Outlook forecast={forecast} hasPlan={hasPlan} />}
        </div>
      )}
      {ofAllWork?.target === null && <span className="text-caption text-ink-2">{t('overview.goal.restDay')}</span>}
      {ofProjects.toSorted(byName).map(({ id, name, color, target, day }) => (
        <div key={id} className="grid gap-1">
          <span className="flex min-w-0 items-center gap-2 text-caption">
            <ColorDot color={color} />
            <span className="truncate">{name}</span>
          </span>
          <GoalLine target={target} done={day} isOver={!isToday} hasTime />
        </div>
      ))}
    </div>
  )
}

/** When planned work meets the goal, or what a plan leaves to do. */
function Outlook({ forecast, hasPlan }: Pick<GoalsOfDayProps, 'forecast' | 'hasPlan'>) {
  const { t, language } = useTranslation()
  if (forecast === undefined) return null
  const { metAt, missing } = forecast
  if (metAt === undefined)
    return hasPlan && <span className="text-caption text-ink-2">{shortText(missing, t, language)}</span>
  return (
    <span className="flex items-center gap-1.5 text-caption text-ink-2 tabular-nums">
      <Flag size={12} aria-hidden="true" className="flex-none fill-accent stroke-accent" />
      {t('overview.goal.metAt', { time: formatTime(metAt, language) })}
    </span>
  )
}

function shortText({ milliseconds, sessions }: Done, t: Translate, language: string) {
  if (milliseconds === 0) return t('overview.goal.sessionsShort', { count: sessions })
  return t('overview.goal.timeShort', { time: formatWholeDuration(milliseconds, language) })
}
