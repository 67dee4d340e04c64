import { useQuery } from '@tanstack/react-query'
import { tasks } from '#contract/tasks.ts'
import { orderByUse } from '#core/order-by-use.ts'
import { createResource } from '#web/resources/resource.ts'
import { ACTIVITY, useRecentIds } from '#web/features/activity/queries.ts'
import { type Choice, useQuickCreate } from '#web/resources/form/useQuickCreate.ts'

export const taskList = createResource(tasks, {
  name: 'tasks',
  defaults: { description: '', status: 'pending' },
  invalidates: [['projects'], [ACTIVITY]],
  invalidatesOnRemove: [['time-entries']],
  applyDeletions: (task, isGone) => (isGone('projects', task.project) ? null : task),
  failures: { create: 'tasks.failed.create', update: 'tasks.failed.update', remove: 'tasks.failed.delete' },
})

/** Options of a `ComboBox`: the open tasks of a project and the selected one. It can also create a task by name. */
export function useTaskOptions(projectId: string, { value, onChange }: Choice) {
  const { data: tasks = [] } = useQuery(taskList.query)
  const onCreate = useQuickCreate({
    create: taskList.useCreate(),
    remove: taskList.useRemove(),
    toDraft: (name) => ({ name, project: projectId }),
    namespace: 'tasks',
    onCreated: onChange,
    onUndone: (id) => id === value && onChange(undefined),
  })
  const usedIds = useRecentIds('task')
  const offered = tasks.filter(
    ({ id, project, status }) => project === projectId && (status !== 'completed' || id === value),
  )
  return { options: orderByUse(offered, usedIds).map(({ id, name }) => ({ id, label: name })), onCreate }
}
