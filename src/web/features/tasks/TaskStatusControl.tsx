import clsx from 'clsx'
import type { Task } from '#contract/tasks.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useRowTabIndex } from '#web/ui/list/row-context.ts'

export const TASK_STATUSES = ['pending', 'inProgress', 'completed'] as const

interface TaskStatusControlProps {
  id: string
  name: string
  value: Task['status']
  /** On a phone the word gives its room to the estimate. */
  hasEstimate: boolean
  onChange: (status: Task['status']) => void
}

/** Radio group of three steps, filled up to the current status. */
export function TaskStatusControl({ id, name, value, hasEstimate, onChange }: TaskStatusControlProps) {
  const { t } = useTranslation()
  const tabIndex = useRowTabIndex()
  const currentStep = TASK_STATUSES.indexOf(value)
  return (
    <div
      role="radiogroup"
      aria-label={t('tasks.list.statusOf', { name })}
      className={`relative z-1 flex flex-none items-center gap-2.5 @max-3xl:-my-2 ${STATUS_COLUMN}`}
    >
      <div className="flex rounded-tag has-focus-visible:focus-ring">
        {TASK_STATUSES.map((status, step) => (
          <label
            key={status}
            title={t(`tasks.list.${status}`)}
            className="group/step relative grid h-9 w-8 cursor-pointer items-center px-0.5 on-touch:h-11 on-touch:w-11"
          >
            <input
              type="radio"
              name={`status-${id}`}
              aria-label={t(`tasks.list.${status}`)}
              checked={status === value}
              onChange={() => onChange(status)}
              tabIndex={tabIndex}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span
              className={clsx(
                'h-2 rounded-[3px] transition-colors',
                step <= currentStep ? FILL[value] : 'inset-ring inset-ring-line-strong group-hover/step:bg-heat-1',
              )}
            />
          </label>
        ))}
      </div>
      <span aria-hidden="true" className={clsx('truncate text-caption text-ink-2', hasEstimate && '@max-md:hidden')}>
        {t(`tasks.list.${value}`)}
      </span>
    </div>
  )
}

export const STATUS_COLUMN = '@3xl:w-56'
const FILL = { pending: 'bg-line-strong', inProgress: 'bg-accent', completed: 'bg-success' }
