import type { Activity } from '#contract/activity.ts'
import type { Task } from '#contract/tasks.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ActivityFigures, ListRow } from '#web/resources/list/ListRow.tsx'
import { RowMenu } from '#web/resources/list/RowMenu.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { taskList } from './queries.ts'
import { TaskStatusControl } from './TaskStatusControl.tsx'

interface TaskRowProps {
  task: Task
  activity: Activity | undefined
  isActivityKnown: boolean
  onDelete: (task: Task) => void
}

export function TaskRow({ task, activity, isActivityKnown, onDelete }: TaskRowProps) {
  const setStatus = useSetStatus(task)
  const link = { name: task.name, id: task.id, to: '/tasks/$id' } as const
  return (
    <ListRow
      {...link}
      facts={<TaskStatusControl id={task.id} name={task.name} value={task.status} onChange={setStatus} />}
      hasWideFacts
      figures={<ActivityFigures activity={activity} isKnown={isActivityKnown} />}
      menu={<RowMenu {...link} onDelete={() => onDelete(task)} />}
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
      action: { label: t('list.undo'), onPress: () => update.mutate({ id, change: { status: before } }) },
    })
  }
}
