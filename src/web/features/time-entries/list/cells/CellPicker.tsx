import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { useProjectOptions } from '#web/features/projects/queries.ts'
import { useTagOptions } from '#web/features/tags/queries.ts'
import { useTaskOptions } from '#web/features/tasks/queries.ts'
import type { EntryValues } from '#web/features/time-entries/form/entry-values.ts'
import { useEntryUpdate } from '#web/features/time-entries/form/useEntryUpdate.ts'
import { useNewProject } from '#web/features/time-entries/form/useNewProject.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { isCreateKey } from '#web/ui/options/OptionList.tsx'
import { Picker } from '#web/ui/options/Picker.tsx'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'
import { findCell } from './find-cell.ts'

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

/** A `Picker` in which Tab takes the highlighted option, and goes on to the next cell. */
function TabbingPicker(picker: ComponentProps<typeof Picker>) {
  const next = useRef<HTMLElement>(undefined)
  // An open list makes the page inert. When it has gone, it first returns the focus to the cell.
  useEffect(() => () => void requestAnimationFrame(() => next.current?.focus()), [])
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    const option = (event.target as Element).closest('[role=dialog]')?.querySelector<HTMLElement>(HIGHLIGHTED)
    option?.click()
    // A new tag is chosen once it exists.
    if (picker.isMultiple && isCreateKey(option?.dataset['key'] ?? '')) return
    next.current = findCell(picker.triggerRef.current, event.shiftKey ? -1 : 1)
    picker.onOpenChange(false)
  }
  return (
    // The list is in a popover, but its key events bubble through the component that renders it. As an item of the row's
    // layout this element would move the cells.
    <div role="presentation" onKeyDownCapture={handleKeyDown} className="absolute">
      <Picker {...picker} />
    </div>
  )
}

/** Choosing a chosen option again would remove it. */
const HIGHLIGHTED = '[role=option][data-focused]:not([aria-selected=true])'

function ProjectPicker({ entry: { project }, panel, onSave }: FieldPickerProps) {
  const { t } = useTranslation()
  const select = (id: string | undefined) => {
    if (id !== undefined && id !== project) onSave({ project: id, task: null })
  }
  const { options } = useProjectOptions({ value: project, onChange: select })
  return (
    <TabbingPicker
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
    <TabbingPicker
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
  // Tab chooses a tag and closes the list in one event, before the next render.
  const latest = useRef(tags)
  const choose = (tags: string[]) => {
    latest.current = tags
    setTags(tags)
  }
  const close = () => {
    panel.onOpenChange(false)
    onSave({ tags: latest.current })
  }
  return (
    <TabbingPicker
      {...panel}
      onOpenChange={close}
      isMultiple
      label={t('entries.form.tags')}
      placeholder={t('dashboard.findOrCreate')}
      {...useTagOptions({ value: tags, onChange: choose })}
      value={tags}
      onChange={choose}
    />
  )
}
