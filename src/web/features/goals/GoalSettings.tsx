import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { goalOn, historiesOf, isGoal } from '#core/goals/goals.ts'
import { byName } from '#core/text/by-name.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { LazyComboBox } from '#web/ui/options/LazyComboBox.tsx'
import { GoalSetting } from './GoalSetting.tsx'
import { ReviewMailSetting } from './ReviewMailSetting.tsx'
import { goalListQuery, NO_TARGETS } from './queries.ts'

/** The goal of all work, and those of projects. */
export function GoalSettings() {
  const goals = useQuery(goalListQuery)
  const projects = useQuery(projectList.query)
  const [added, setAdded] = useState<string>()
  const [today] = useState(() => dateOf(Date.now(), currentZone()))
  if (goals.data === undefined || projects.data === undefined)
    return goals.isError || projects.isError ? (
      <LoadError
        isRetrying={goals.isFetching || projects.isFetching}
        onRetry={() => void Promise.all([goals.refetch(), projects.refetch()])}
      />
    ) : (
      <Skeleton rows={2} />
    )

  const histories = historiesOf(goals.data)
  const goalOf = (project: string | null) => goalOn(histories.get(project) ?? [], today) ?? NO_TARGETS
  const all = projects.data.toSorted(byName)
  const withGoal = all.filter(({ id }) => id === added || isGoal(goalOf(id)))
  const others = all.filter((project) => project.status === 'active' && !withGoal.includes(project))
  return (
    <div>
      <GoalSetting project={null} goal={goalOf(null)} />
      {withGoal.map((project) => (
        <GoalSetting
          key={project.id}
          project={project}
          goal={goalOf(project.id)}
          isOpenAtFirst={project.id === added}
          onClose={() => setAdded(undefined)}
        />
      ))}
      {others.length > 0 && added === undefined && <AddGoal projects={others} onAdd={setAdded} />}
      <ReviewMailSetting />
    </div>
  )
}

interface AddGoalProps {
  projects: readonly { id: string; name: string; color: string }[]
  onAdd: (project: string) => void
}

function AddGoal({ projects, onAdd }: AddGoalProps) {
  const { t } = useTranslation()
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <div className="border-t border-line py-3.5">
      {isChoosing ? (
        <LazyComboBox
          label={t('settings.goals.project')}
          options={projects.map(({ id, name, color }) => ({ id, label: name, color }))}
          value={undefined}
          autoFocus
          onChange={(id) => {
            setIsChoosing(false)
            if (id !== undefined) onAdd(id)
          }}
        />
      ) : (
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setIsChoosing(true)}>
          {t('settings.goals.addProject')}
        </Button>
      )}
    </div>
  )
}
