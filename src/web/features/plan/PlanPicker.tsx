import { useQuery } from '@tanstack/react-query'
import { orderByUse } from '#core/order-by-use.ts'
import { MAX_PLANNED_SESSIONS } from '#core/tasks/day-plan.ts'
import { useRecentIds } from '#web/features/activity/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { taskList, useEstimates, useEstimateText } from '#web/features/tasks/queries.ts'
import { useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useQuickCreate } from '#web/resources/form/useQuickCreate.ts'
import { Picker } from '#web/ui/options/Picker.tsx'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'
import { useDayPlan } from './useDayPlan.ts'

/** Lists the open tasks of all projects. Those of the plan are selected. A new name creates a task of the selected project. */
export function PlanPicker(panel: PanelState) {
  const { t } = useTranslation()
  const { items, add, remove } = useDayPlan()
  const { data: tasks = [] } = useQuery(taskList.query)
  const { data: projects = [] } = useQuery(projectList.query)
  const projectId = useTimer(({ selection }) => selection.projectId)
  const estimateOf = useEstimates()
  const estimateText = useEstimateText()
  const usedIds = useRecentIds('task')
  const onCreate = useQuickCreate({
    create: taskList.useCreate(),
    remove: taskList.useRemove(),
    toDraft: (name) => ({ name, project: projectId ?? '' }),
    namespace: 'tasks',
    onCreated: (id) => add(id),
    onUndone: () => undefined,
  })
  const projectOf = new Map(projects.map((project) => [project.id, project]))
  const open = tasks.filter(
    ({ status, project }) => status !== 'completed' && projectOf.get(project)?.status === 'active',
  )
  const value = items.map(({ task }) => task.id)

  function change(ids: readonly string[]) {
    for (const id of ids.filter((id) => !value.includes(id))) add(id, sessionsLeft(id))
    for (const item of items) if (!ids.includes(item.task.id)) remove(item)
  }

  /** What the estimate leaves to do, if it is in sessions. */
  function sessionsLeft(id: string) {
    const task = tasks.find((task) => task.id === id)
    const comparison = task && estimateOf(task)
    if (comparison?.unit !== 'sessions') return 1
    return Math.min(MAX_PLANNED_SESSIONS, Math.max(1, -comparison.difference))
  }

  return (
    <Picker
      {...panel}
      isMultiple
      placement="bottom end"
      label={t('plan.choose')}
      placeholder={t('dashboard.findOrCreate')}
      options={orderByUse(open, usedIds).map((task) => ({
        id: task.id,
        label: task.name,
        color: projectOf.get(task.project)?.color,
        hint: [projectOf.get(task.project)?.name, estimateText(task)].filter(Boolean).join(' · '),
      }))}
      {...(projectId !== null && { onCreate })}
      value={value}
      onChange={change}
    />
  )
}
