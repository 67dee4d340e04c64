import { Folder, Pencil, Tag, Trash2, X } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import type { BulkPickerProps } from './BulkPickers.tsx'

const loadEdit = () => import('./BulkEditDialog.tsx')
const BulkEdit = lazyComponent(() => loadEdit().then((module) => ({ default: module.BulkEditDialog })))

const loadPickers = () => import('./BulkPickers.tsx')
const BulkProjectPicker = lazyComponent(() => loadPickers().then((module) => ({ default: module.BulkProjectPicker })))
const BulkTagPicker = lazyComponent(() => loadPickers().then((module) => ({ default: module.BulkTagPicker })))

interface BulkBarProps {
  entries: readonly TimeEntry[]
  onSelectAll: () => void
  onDelete: () => void
  onClose: () => void
}

/** Replaces the filters while rows are selected. */
export function BulkBar({ entries, onSelectAll, onDelete, onClose }: BulkBarProps) {
  const { t, language } = useTranslation()
  const [isEditing, setIsEditing] = useState(false)
  const time = formatDuration(
    entries.reduce((sum, { duration }) => sum + duration, 0),
    language,
  )
  return (
    <div
      role="toolbar"
      aria-label={t('entries.bulk.label')}
      className="sticky top-14 z-10 flex min-h-15 flex-wrap items-center gap-x-2.5 gap-y-2 bg-canvas py-3 max-md:order-1 max-md:w-full max-md:py-0 max-md:pb-1 md:top-0"
    >
      <IconButton label={t('entries.bulk.clear')} icon={<X size={18} aria-hidden="true" />} onClick={onClose} />
      <p role="status" className="mr-auto text-secondary font-strong tabular-nums">
        {t('entries.bulk.selected', { count: entries.length })}
        <span className="font-normal text-ink-2"> · {time}</span>
      </p>
      <Button variant="ghost" onClick={onSelectAll}>
        {t('entries.bulk.all')}
      </Button>
      <PickerButton label={t('entries.form.project')} Icon={Folder} Picker={BulkProjectPicker} entries={entries} />
      <PickerButton label={t('entries.bulk.addTags')} Icon={Tag} Picker={BulkTagPicker} entries={entries} />
      <Button
        icon={<Pencil {...ICON} />}
        className={PHONE_CLASS}
        onClick={() => loadChunkThen(loadEdit, () => setIsEditing(true))}
      >
        {t('list.edit')}
      </Button>
      <Button icon={<Trash2 {...ICON} />} className={PHONE_CLASS} onClick={onDelete}>
        {t('list.delete')}
      </Button>
      {isEditing && (
        <Suspense>
          <BulkEdit entries={entries} onClose={() => setIsEditing(false)} onSaved={onClose} />
        </Suspense>
      )}
    </div>
  )
}

interface PickerButtonProps {
  label: string
  Icon: ComponentType<typeof ICON>
  Picker: ComponentType<BulkPickerProps>
  entries: readonly TimeEntry[]
}

function PickerButton({ label, Icon, Picker, entries }: PickerButtonProps) {
  const { wasOpened, trigger, panel } = useLazyPanel(loadPickers)
  return (
    <>
      <Button {...trigger} icon={<Icon {...ICON} />} className={PHONE_CLASS}>
        {label}
      </Button>
      {wasOpened && (
        <Suspense>
          <Picker entries={entries} panel={panel} />
        </Suspense>
      )}
    </>
  )
}

/** Two in a row. */
const PHONE_CLASS = 'max-md:grow max-md:basis-2/5'

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
