import { useQuery } from '@tanstack/react-query'
import { focusMainAction } from '#web/features/dashboard/controls/main-action.tsx'
import { showRejection } from '#web/features/dashboard/messages/outcome-messages.ts'
import { projectList, useProjectOptions } from '#web/features/projects/queries.ts'
import { useTagOptions } from '#web/features/tags/queries.ts'
import { taskList, useTaskOptions } from '#web/features/tasks/queries.ts'
import { useTimer, useTimerActions, useTimerService } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Picker } from '#web/ui/options/Picker.tsx'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'

/**
 * The timer needs a project, so it can be changed but not cleared. After a choice in one of the lists, Space starts the
 * timer instead of opening the list again.
 */
export function ProjectPicker(panel: PanelState) {
  const { t } = useTranslation()
  const { select } = useTimerActions()
  const changeProject = useChangeProject()
  const value = useTimer(({ selection }) => selection.projectId) ?? undefined
  const onChange = (projectId: string | undefined) => {
    if (projectId !== undefined) void select({ projectId })
  }
  return (
    <Picker
      {...panel}
      label={t('dashboard.project')}
      placeholder={t('dashboard.findOrCreate')}
      {...useProjectOptions({ value, onChange })}
      value={value === undefined ? [] : [value]}
      onChange={([id]) => id !== undefined && void changeProject(id)}
      onChosen={focusMainAction}
    />
  )
}

/** While the timer is active, a toast tells what has changed: the task belongs to the former project, so it is dropped. */
function useChangeProject() {
  const { t } = useTranslation()
  const { store, actions } = useTimerService()
  const { data: projects = [] } = useQuery(projectList.query)
  const { data: tasks = [] } = useQuery(taskList.query)
  return async (projectId: string) => {
    const { view, selection } = store.getState()
    const before = { projectId: selection.projectId, taskId: selection.taskId }
    const { ok } = await actions.select({ projectId })
    if (view.status === 'idle' || !ok || before.projectId === projectId) return
    const name = nameOf(projects, projectId) ?? ''
    const task = nameOf(tasks, before.taskId)
    const key = task === undefined ? 'dashboard.projectChanged' : 'dashboard.projectChangedWithoutTask'
    const undo = () => {
      const isSameRun = store.getState().view.runId === view.runId
      if (isSameRun) void actions.select(before)
      else showRejection('unknown-run')
    }
    toast.show(t(key, { name, task: task ?? '' }), { undo })
  }
}

const nameOf = (items: readonly { id: string; name: string }[], id: string | null) =>
  items.find((item) => item.id === id)?.name

const NONE = 'none'

export function TaskPicker({ projectId, ...panel }: PanelState & { projectId: string }) {
  const { t } = useTranslation()
  const { select } = useTimerActions()
  const value = useTimer(({ selection }) => selection.taskId) ?? undefined
  const onChange = (id: string | undefined) => void select({ taskId: id ?? null })
  const { options, onCreate } = useTaskOptions(projectId, { value, onChange })
  return (
    <Picker
      {...panel}
      label={t('dashboard.task')}
      placeholder={t('dashboard.findOrCreate')}
      options={[{ id: NONE, label: t('dashboard.noTask') }, ...options]}
      onCreate={onCreate}
      value={[value ?? NONE]}
      onChange={([id]) => onChange(id === NONE ? undefined : id)}
      onChosen={focusMainAction}
    />
  )
}

export function TagPicker(panel: PanelState) {
  const { t } = useTranslation()
  const { select } = useTimerActions()
  const value = useTimer(({ selection }) => selection.tags)
  const onChange = (tags: string[]) => void select({ tags })
  return (
    <Picker
      {...panel}
      isMultiple
      label={t('dashboard.tags')}
      placeholder={t('dashboard.findOrCreate')}
      {...useTagOptions({ value, onChange })}
      value={value}
      onChange={onChange}
    />
  )
}
