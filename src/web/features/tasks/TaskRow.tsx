import clsx from 'clsx'
import type { Task } from '#contract/tasks.ts'
import { PlayWorkButton } from '#web/features/dashboard/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import type { RowProps } from '#web/resources/list/ListPage.tsx'
import { ActivityFigures, ListRow, RowFact } from '#web/resources/list/ListRow.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { taskList, useEstimates, useEstimateText } from './queries.ts'
import { TaskStatusControl } from './TaskStatusControl.tsx'

export function TaskRow({ item: task, activity, onDelete }: RowProps<Task>) {
  const setStatus = useSetStatus(task)
  return (
    <ListRow
      resource="tasks"
      item={task}
      facts={
        <>
          <TaskStatusControl
            id={task.id}
            name={task.name}
            value={task.status}
            hasEstimate={task.estimate !== null}
            onChange={setStatus}
          />
          <EstimateFact task={task} />
        </>
      }
      hasWideFacts
      play={<PlayWorkButton name={task.name} projectId={task.project} taskId={task.id} />}
      figures={<ActivityFigures activity={activity} />}
      onDelete={onDelete}
    />
  )
}

/** Work done and estimated, in stronger ink if it took more. */
function EstimateFact({ task }: { task: Task }) {
  const isOver = (useEstimates()(task)?.difference ?? 0) > 0
  return <RowFact className={clsx(ESTIMATE_COLUMN, isOver && 'text-warning-ink')}>{useEstimateText()(task)}</RowFact>
}

export const ESTIMATE_COLUMN = '@3xl:w-30'

/** Changes the status and offers to undo it. */
function useSetStatus({ id, name, status: before }: Task) {
  const { t } = useTranslation()
  const update = taskList.useUpdate()
  return (status: Task['status']) => {
    update.mutate({ id, change: { status } })
    toast.show(t('tasks.list.wasMoved', { name, status: t(`tasks.list.${status}`) }), {
      undo: () => update.mutate({ id, change: { status: before } }),
    })
  }
}
