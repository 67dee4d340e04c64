import type { Task } from '#contract/tasks.ts'
import { PlayWorkButton } from '#web/features/dashboard/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import type { RowProps } from '#web/resources/list/ListPage.tsx'
import { ActivityFigures, ListRow } from '#web/resources/list/ListRow.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { taskList } from './queries.ts'
import { TaskStatusControl } from './TaskStatusControl.tsx'

export function TaskRow({ item: task, activity, onDelete }: RowProps<Task>) {
  const setStatus = useSetStatus(task)
  return (
    <ListRow
      resource="tasks"
      item={task}
      facts={<TaskStatusControl id={task.id} name={task.name} value={task.status} onChange={setStatus} />}
      hasWideFacts
      play={<PlayWorkButton name={task.name} projectId={task.project} taskId={task.id} />}
      figures={<ActivityFigures activity={activity} />}
      onDelete={onDelete}
    />
  )
}

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
