import { useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { useProjectOptions } from '#web/features/projects/queries.ts'
import { useTagOptions } from '#web/features/tags/queries.ts'
import { useTaskOptions } from '#web/features/tasks/queries.ts'
import type { EntryValues } from '#web/features/time-entries/form/entry-values.ts'
import { useEntryUpdate } from '#web/features/time-entries/form/useEntryUpdate.ts'
import { useNewProject } from '#web/features/time-entries/form/useNewProject.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Picker } from '#web/ui/options/Picker.tsx'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'

interface CellPickerProps extends Pick<PanelState, 'triggerRef'> {
  entry: TimeEntry
  field: 'project' | 'task' | 'tags'
  onClose: () => void
}

interface FieldPickerProps {
  entry: TimeEntry
  panel: PanelState
  onSave: (values: Partial<EntryValues>) => void
}

/** The list of one cell, beside the cell. */
export function CellPicker({ entry, field, triggerRef, onClose }: CellPickerProps) {
  const update = useEntryUpdate()
  const FieldPicker = { project: ProjectPicker, task: TaskPicker, tags: TagPicker }[field]
  return (
    <FieldPicker
      entry={entry}
      panel={{ triggerRef, isOpen: true, onOpenChange: onClose }}
      // A failure is reported for all changes in one place.
      onSave={(values) => void update(entry, values).catch(() => undefined)}
    />
  )
}

function ProjectPicker({ entry: { project }, panel, onSave }: FieldPickerProps) {
  const { t } = useTranslation()
  const select = (id: string | undefined) => {
    if (id !== undefined && id !== project) onSave({ project: id, task: null })
  }
  const { options } = useProjectOptions({ value: project, onChange: select })
  return (
    <Picker
      {...panel}
      label={t('entries.form.project')}
      placeholder={t('dashboard.findOrCreate')}
      options={options}
      onCreate={useNewProject(select)}
      value={[project]}
      onChange={([id]) => select(id)}
    />
  )
}

const NONE = 'none'

function TaskPicker({ entry: { project, task }, panel, onSave }: FieldPickerProps) {
  const { t } = useTranslation()
  const select = (id: string | undefined) => onSave({ task: id ?? null })
  const { options, onCreate } = useTaskOptions(project, { value: task ?? undefined, onChange: select })
  return (
    <Picker
      {...panel}
      label={t('entries.form.task')}
      placeholder={t('dashboard.findOrCreate')}
      options={[{ id: NONE, label: t('entries.form.noTask') }, ...options]}
      onCreate={onCreate}
      value={[task ?? NONE]}
      onChange={([id]) => select(id === NONE ? undefined : id)}
    />
  )
}

/** Saves when it closes, because several tags may be chosen. */
function TagPicker({ entry, panel, onSave }: FieldPickerProps) {
  const { t } = useTranslation()
  const [tags, setTags] = useState(entry.tags)
  const close = () => {
    panel.onOpenChange(false)
    onSave({ tags })
  }
  return (
    <Picker
      {...panel}
      onOpenChange={close}
      isMultiple
      label={t('entries.form.tags')}
      placeholder={t('dashboard.findOrCreate')}
      {...useTagOptions({ value: tags, onChange: setTags })}
      value={tags}
      onChange={setTags}
    />
  )
}
