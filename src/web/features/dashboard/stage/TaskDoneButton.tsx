import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { taskList } from '#web/features/tasks/queries.ts'
import { useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { toast } from '#web/ui/feedback/toast.ts'

/** Ticks off the task of a session that has ended. A toast offers Undo. */
export function TaskDoneButton() {
  const { t } = useTranslation()
  const { data: tasks = [] } = useQuery(taskList.query)
  const { mutate: update } = taskList.useUpdate()
  const taskId = useTimer(({ view, selection }) => {
    const hasEnded = view.status === 'idle' || view.mode === 'break'
    return hasEnded && view.subject?.taskId === selection.taskId ? selection.taskId : null
  })
  const task = tasks.find(({ id }) => id === taskId)
  if (task === undefined || task.status === 'completed') return null

  const { id, name, status } = task
  function complete() {
    update({ id, change: { status: 'completed' } })
    toast.show(t('dashboard.taskIsDone', { name }), {
      tone: 'success',
      undo: () => update({ id, change: { status } }),
    })
  }
  return (
    <IconButton
      variant="stage-quiet"
      label={t('dashboard.taskDone')}
      icon={<Check size={18} strokeWidth={1.75} aria-hidden="true" />}
      onClick={complete}
    />
  )
}
