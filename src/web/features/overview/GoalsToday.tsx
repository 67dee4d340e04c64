import type { Overview } from '#contract/overview.ts'
import { byName } from '#core/text/by-name.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { GoalLine } from './GoalLine.tsx'
import { useProjectDisplay } from './useProjectDisplay.ts'

/** What was done today of the goal of all work, whose total is written above, and of those of projects. */
export function GoalsToday({ goals }: { goals: Overview['goals'] }) {
  const { t } = useTranslation()
  const displayOf = useProjectDisplay()
  const ofAllWork = goals.find(({ project }) => project === null)?.day
  const ofProjects = goals.flatMap(({ project, day }) =>
    project !== null && day.target ? [{ id: project, day, target: day.target, ...displayOf(project) }] : [],
  )
  return (
    <div role="group" aria-label={t('overview.goal.label')} className="grid max-w-60 gap-3">
      {ofAllWork?.target && <GoalLine target={ofAllWork.target} done={ofAllWork} />}
      {ofAllWork?.target === null && <span className="text-caption text-ink-2">{t('overview.goal.restDay')}</span>}
      {ofProjects.toSorted(byName).map(({ id, name, color, target, day }) => (
        <div key={id} className="grid gap-1">
          <span className="flex min-w-0 items-center gap-2 text-caption">
            <ColorDot color={color} />
            <span className="truncate">{name}</span>
          </span>
          <GoalLine target={target} done={day} hasTime />
        </div>
      ))}
    </div>
  )
}
