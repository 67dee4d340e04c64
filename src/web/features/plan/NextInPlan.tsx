import { Play } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { switchTo } from '#web/features/dashboard/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { useTimer, useTimerService } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import { type TaskItem, useDayPlan } from './useDayPlan.ts'

/** Offers the next task of the plan on the stage, unless the timer is active on it. */
export function NextInPlan() {
  const { next } = useDayPlan()
  const activeTaskId = useTimer(({ view }) => (view.status === 'idle' ? undefined : view.subject?.taskId))
  if (next === undefined || next.task.id === activeTaskId) return null
  return <Offer item={next} />
}

function Offer({ item: { task, sessions, done } }: { item: TaskItem }) {
  const { t } = useTranslation()
  const timer = useTimerService()
  const { data: projects } = useQuery(projectList.query)
  const project = projects?.find(({ id }) => id === task.project)
  const subject = { projectId: task.project, taskId: task.id, notes: '', tags: [] }
  const start = () => void switchTo(timer, { subject })
  useShortcuts({ d: start })
  return (
    <div className="flex items-center gap-3 border-t border-stage-line px-5 py-2 text-caption @3xl/stage:px-8.5">
      <span className="min-w-0 flex-1 truncate">
        <span className="text-on-stage-2">{t('plan.next')}</span> <span className="font-strong">{task.name}</span>
        <span className="text-on-stage-2">
          {' '}
          {project?.name} · {t('plan.sessionsLeft', { count: sessions - done })}
        </span>
      </span>
      <Button
        variant="stage-quiet"
        icon={<Play size={15} strokeWidth={1.75} aria-hidden="true" />}
        kbd="D"
        aria-label={t('plan.start', { name: task.name })}
        onClick={start}
      >
        {t('dashboard.start')}
      </Button>
    </div>
  )
}
