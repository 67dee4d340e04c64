import clsx from 'clsx'
import { GripVertical, Minus, Plus, X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { MAX_PLANNED_SESSIONS } from '#core/tasks/day-plan.ts'
import { PlayWorkButton } from '#web/features/dashboard/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { Tag } from '#web/ui/display/Tag.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import type { DayPlanState, TaskItem } from './useDayPlan.ts'

interface PlanRowProps {
  item: TaskItem
  plan: DayPlanState
  handle: ComponentProps<'button'> & { isDragged: boolean }
}

export function PlanRow({ item, plan, handle: { isDragged, ...handle } }: PlanRowProps) {
  const { t } = useTranslation()
  const { data: projects } = useQuery(projectList.query)
  const { task, isDone, isCarriedOver } = item
  const project = projects?.find(({ id }) => id === task.project)
  return (
    <li className={clsx(ROW, isDragged && 'bg-hover')}>
      <button type="button" {...handle} className={HANDLE}>
        <GripVertical size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <Checkbox
        aria-label={t('plan.complete', { name: task.name })}
        isSelected={task.status === 'completed'}
        onChange={(isCompleted) => plan.setCompleted(item, isCompleted)}
      />
      <span className="flex min-w-0 flex-1 items-center gap-2.5">
        {project !== undefined && <ColorDot color={project.color} />}
        <span className={clsx('truncate text-secondary font-strong', isDone && 'text-ink-3 line-through')}>
          {task.name}
        </span>
        <span className="truncate text-caption text-ink-3 @max-2xl:hidden">{project?.name}</span>
      </span>
      <span className="flex items-center gap-2.5 @max-2xl:order-last @max-2xl:w-full @max-2xl:pl-17.5">
        {isCarriedOver && !isDone && <Tag>{t('plan.carriedOver')}</Tag>}
        <Sessions item={item} plan={plan} />
      </span>
      <PlayWorkButton name={task.name} projectId={task.project} taskId={task.id} />
      <IconButton
        size="sm"
        label={t('plan.remove', { name: task.name })}
        icon={<X size={15} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => plan.remove(item)}
      />
    </li>
  )
}

/** Done and planned sessions, with buttons for fewer and more. */
function Sessions({ item, plan }: Pick<PlanRowProps, 'item' | 'plan'>) {
  const { t } = useTranslation()
  const { task, sessions, done } = item
  return (
    <span
      className="flex flex-none items-center @max-2xl:order-first"
      role="group"
      aria-label={t('plan.sessionsOf', { name: task.name })}
    >
      <IconButton
        size="sm"
        label={t('plan.fewer')}
        icon={<Minus size={15} aria-hidden="true" />}
        disabled={sessions <= 1}
        onClick={() => plan.setSessions(item, sessions - 1)}
      />
      <output className="min-w-12 text-center text-caption text-ink-2 tabular-nums" title={t('plan.doneOf')}>
        {done} / {sessions}
      </output>
      <IconButton
        size="sm"
        label={t('plan.more')}
        icon={<Plus size={15} aria-hidden="true" />}
        disabled={sessions >= MAX_PLANNED_SESSIONS}
        onClick={() => plan.setSessions(item, sessions + 1)}
      />
    </span>
  )
}

const ROW =
  'flex min-h-12.5 flex-wrap items-center gap-x-3 border-t border-line px-4 transition-colors first:border-t-0 max-sm:gap-x-2 max-sm:px-2.5 @max-2xl:py-1.5'
const HANDLE =
  'grid h-8 w-6 flex-none cursor-grab touch-none place-items-center rounded-small text-ink-3 hover:bg-hover hover:text-ink active:cursor-grabbing on-touch:h-11 on-touch:w-8'
