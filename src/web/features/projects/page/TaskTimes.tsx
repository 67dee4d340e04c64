import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { Project } from '#contract/projects.ts'
import { summaryQuery } from '#web/features/reports/queries.ts'
import { taskList, useEstimates, useEstimateText } from '#web/features/tasks/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Duration } from '#web/ui/display/Duration.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { lastYears } from './ranges.ts'
import { toTaskTimes } from './task-times.ts'

const MAX_ROWS = 10

/** The tasks of the project with their time. */
export function TaskTimes({ project: { id, name } }: { project: Project }) {
  const { t } = useTranslation()
  const { data: tasks } = useQuery(taskList.query)
  const { data: summary } = useQuery(summaryQuery({ ...lastYears(), projects: id, group: 'task' }))
  const estimateOf = useEstimates()
  const estimateText = useEstimateText()
  const own = tasks?.filter(({ project }) => project === id)
  const rows = own && toTaskTimes(own, summary?.lines ?? [])
  return (
    <Panel
      title={t('shell.page.tasks')}
      aside={
        <Link to="/tasks" search={{ q: name }} className="font-medium text-accent-ink hover:underline">
          {t('projectPage.allTasks')}
        </Link>
      }
    >
      {rows === undefined && <Skeleton rows={5} />}
      {rows?.length === 0 && <p className="px-5 pb-4 text-secondary text-ink-2">{t('projectPage.noTasks')}</p>}
      <ul aria-label={t('shell.page.tasks')} className="pb-2 empty:hidden">
        {rows?.slice(0, MAX_ROWS).map(({ task, milliseconds }) => (
          <li
            key={task?.id ?? ''}
            className="flex items-baseline gap-3 border-t border-line px-5 py-2.5 text-secondary first:border-t-0"
          >
            <span className="min-w-0 flex-1 truncate">
              {task === undefined ? (
                <span className="text-ink-3">{t('projectPage.withoutTask')}</span>
              ) : (
                <Link to="/tasks/$id" params={{ id: task.id }} className="font-strong hover:underline">
                  {task.name}
                </Link>
              )}
            </span>
            {task !== undefined && (
              <span
                className={clsx(
                  'flex-none text-caption tabular-nums',
                  (estimateOf(task)?.difference ?? 0) > 0 ? 'text-warning-ink' : 'text-ink-3',
                )}
              >
                {estimateText(task) ?? t(`tasks.list.${task.status}`)}
              </span>
            )}
            <span className="w-22 flex-none text-right">
              <Duration milliseconds={milliseconds} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
