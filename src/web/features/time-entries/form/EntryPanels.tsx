import { type ReactNode, type RefObject, useMemo, useState } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import type { TimeEntry } from '#contract/time-entries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import * as classes from '#web/ui/theme/classes.ts'
import { EntryEditor } from './EntryEditor.tsx'
import { QuickEntryForm, type QuickEntryFormProps } from './QuickEntryForm.tsx'

interface PanelProps {
  label: string
  trigger: RefObject<Element | null>
  width: string
  isUnsaved: boolean
  onClose: () => void
  children: ReactNode
}

/** On a phone a block is as wide as the screen, and nothing fits beside it. */
const PLACEMENT = matchMedia('(max-width: 48rem)').matches ? 'bottom' : 'right top'

/** A popover beside a block of the week. A click outside closes it unless there are unsaved changes. */
function EntryPanel({ label, trigger, width, isUnsaved, onClose, children }: PanelProps) {
  const { t } = useTranslation()
  const closeUnlessUnsaved = () => (isUnsaved ? toast.show(t('entries.list.unsaved')) : onClose())
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={closeUnlessUnsaved}
      placement={PLACEMENT}
      offset={6}
      style={{ width: `min(${width}, calc(100vw - 1.5rem))` }}
      className={classes.popover}
    >
      <Dialog aria-label={label} className="outline-none">
        {children}
      </Dialog>
    </Popover>
  )
}

interface EditEntryPanelProps {
  entry: TimeEntry
  block: HTMLElement
  onClose: () => void
  onDelete: (entry: TimeEntry) => void
  onContinue: (entry: TimeEntry) => void
}

export function EditEntryPanel({ entry, block, onClose, onDelete, onContinue }: EditEntryPanelProps) {
  const { t } = useTranslation()
  const [isUnsaved, setIsUnsaved] = useState(false)
  const trigger = useMemo(() => ({ current: block }), [block])
  const label = t('entries.list.editing')
  return (
    <EntryPanel label={label} trigger={trigger} width="36rem" isUnsaved={isUnsaved} onClose={onClose}>
      <EntryEditor
        entry={entry}
        field="notes"
        variant="panel"
        onClose={onClose}
        onDirty={setIsUnsaved}
        onDelete={() => {
          onClose()
          onDelete(entry)
        }}
        onContinue={() => {
          if (isUnsaved) {
            toast.show(t('entries.list.unsaved'))
            return
          }
          onClose()
          onContinue(entry)
        }}
      />
    </EntryPanel>
  )
}

interface NewEntryPanelProps extends Omit<QuickEntryFormProps, 'onDirty'> {
  trigger: RefObject<Element | null>
}

export function NewEntryPanel({ trigger, ...form }: NewEntryPanelProps) {
  const { t } = useTranslation()
  const [isUnsaved, setIsUnsaved] = useState(false)
  const label = form.event === undefined ? t('entries.week.new') : t('entries.week.event', { name: form.event.title })
  return (
    <EntryPanel label={label} trigger={trigger} width="21rem" isUnsaved={isUnsaved} onClose={form.onClose}>
      <QuickEntryForm {...form} onDirty={setIsUnsaved} />
    </EntryPanel>
  )
}
