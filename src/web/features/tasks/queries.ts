import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Task, tasks } from '#contract/tasks.ts'
import { orderByUse } from '#core/order-by-use.ts'
import { compareEstimate, NO_WORK } from '#core/tasks/estimate.ts'
import { call } from '#web/api/call.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { createResource } from '#web/resources/resource.ts'
import { ACTIVITY, useRecentIds } from '#web/features/activity/queries.ts'
import { type Choice, useQuickCreate } from '#web/resources/form/useQuickCreate.ts'

export const taskList = createResource(tasks, {
  name: 'tasks',
  defaults: { description: '', status: 'pending', estimate: null, planned: null },
  invalidates: [['projects'], [ACTIVITY]],
  invalidatesOnRemove: [['time-entries']],
  applyDeletions: (task, isGone) => (isGone('projects', task.project) ? null : task),
  failures: { create: 'tasks.failed.create', update: 'tasks.failed.update', remove: 'tasks.failed.delete' },
})

/** The work done on the tasks with an estimate or in the plan of the day. Every change that invalidates activity also invalidates it. */
export const progressQuery = queryOptions({
  queryKey: [ACTIVITY, 'task-progress'],
  queryFn: () => call(tasks.progress, {}),
  select: (rows) => new Map(rows.map((row) => [row.task, row])),
})

/** Returns a getter of a task's estimate beside the work done. It is undefined without an estimate or while loading. */
export function useEstimates() {
  const { data } = useQuery(progressQuery)
  return useCallback(
    ({ id, estimate }: Pick<Task, 'id' | 'estimate'>) =>
      data && estimate ? compareEstimate(estimate, data.get(id) ?? NO_WORK) : undefined,
    [data],
  )
}

/** Returns a getter of texts such as "3 / 8 sessions" and "1:30 / 2:00 h", short enough for a row on a phone. */
export function useEstimateText() {
  const { t, language } = useTranslation()
  const estimateOf = useEstimates()
  return (task: Pick<Task, 'id' | 'estimate'>) => {
    const comparison = estimateOf(task)
    if (comparison === undefined) return undefined
    const { unit, done, estimated } = comparison
    if (unit === 'sessions') return t('tasks.estimate.sessions', { done, count: estimated })
    const [time, total] = [done, estimated].map((milliseconds) => formatDuration(milliseconds, language, 'clock'))
    return t('tasks.estimate.time', { time: time!, total: total! })
  }
}

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
  const estimateText = useEstimateText()
  const offered = tasks.filter(
    ({ id, project, status }) => project === projectId && (status !== 'completed' || id === value),
  )
  return {
    options: orderByUse(offered, usedIds).map((task) => ({ id: task.id, label: task.name, hint: estimateText(task) })),
    onCreate,
  }
}
