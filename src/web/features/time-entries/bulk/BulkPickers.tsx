import { useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { useProjectOptions } from '#web/features/projects/queries.ts'
import { useTagOptions } from '#web/features/tags/queries.ts'
import type { BulkChange } from '#web/features/time-entries/data/entry-types.ts'
import { useNewProject } from '#web/features/time-entries/form/useNewProject.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Picker } from '#web/ui/options/Picker.tsx'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'
import { useBulkSave } from './useBulkSave.ts'

export interface BulkPickerProps {
  entries: readonly TimeEntry[]
  panel: PanelState
}

/** A failure is reported for all changes in one place. */
function useChange(entries: readonly TimeEntry[]) {
  const { save } = useBulkSave()
  return (change: BulkChange) => void save(entries, change).catch(() => undefined)
}

export function BulkProjectPicker({ entries, panel }: BulkPickerProps) {
  const { t } = useTranslation()
  const change = useChange(entries)
  const select = (project: string | undefined) => {
    if (project !== undefined) change({ project })
  }
  const projects = new Set(entries.map(({ project }) => project))
  const { options } = useProjectOptions({ value: undefined, onChange: select })
  return (
    <Picker
      {...panel}
      label={t('entries.form.project')}
      placeholder={t('dashboard.findOrCreate')}
      options={options}
      onCreate={useNewProject(select)}
      value={projects.size === 1 ? [...projects] : []}
      onChange={([id]) => select(id)}
    />
  )
}

/** Adds the chosen tags to those of the entries, when it closes. */
export function BulkTagPicker({ entries, panel }: BulkPickerProps) {
  const { t } = useTranslation()
  const change = useChange(entries)
  const [tags, setTags] = useState<string[]>([])
  const handleOpenChange = (isOpen: boolean) => {
    panel.onOpenChange(isOpen)
    if (isOpen || tags.length === 0) return
    change({ addTags: tags })
    setTags([])
  }
  return (
    <Picker
      {...panel}
      onOpenChange={handleOpenChange}
      isMultiple
      label={t('entries.bulk.addTags')}
      placeholder={t('dashboard.findOrCreate')}
      {...useTagOptions({ value: tags, onChange: setTags })}
      value={tags}
      onChange={setTags}
    />
  )
}
