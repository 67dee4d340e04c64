import { focusMainAction } from '#web/features/dashboard/controls/main-action.tsx'
import { useProjectOptions } from '#web/features/projects/queries.ts'
import { useTagOptions } from '#web/features/tags/queries.ts'
import { useTaskOptions } from '#web/features/tasks/queries.ts'
import { useTimer, useTimerActions } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Picker } from '#web/ui/options/Picker.tsx'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'

/**
 * The timer needs a project, so it can be changed but not cleared. After a choice in one of the lists, Space starts the
 * timer instead of opening the list again.
 */
export function ProjectPicker(panel: PanelState) {
  const { t } = useTranslation()
  const { select } = useTimerActions()
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
      onChange={([id]) => onChange(id)}
      onChosen={focusMainAction}
    />
  )
}

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
