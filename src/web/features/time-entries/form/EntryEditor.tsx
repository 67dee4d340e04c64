import { Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { msBetween } from '#web/features/time-entries/data/local-time.ts'
import { useUpdateEntry } from '#web/features/time-entries/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { UnsavedChangesGuard } from '#web/resources/form/UnsavedChangesGuard.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { diffEntry, toEntryValues } from './entry-values.ts'
import { ProjectChoice, TagChoice, TaskChoice } from './EntrySubject.tsx'
import { EntryTimes } from './EntryTimes.tsx'
import { type EntryForm, useEntryForm } from './useEntryForm.ts'

/** The field that the user clicked, which gets the focus. */
export type EditedField = 'project' | 'tags' | 'notes' | 'start' | 'duration'

interface EntryEditorProps {
  entry: TimeEntry
  field: EditedField
  onClose: () => void
  /** Called when unsaved changes appear or are gone. Must be a stable function. */
  onDirty: (isDirty: boolean) => void
  /** `row`: drawn over the entry's row, so that the list does not move. */
  variant: keyof typeof VARIANTS
  /** Adds a delete button. */
  onDelete?: (() => void) | undefined
}

/** Enter saves, Escape cancels. */
export function EntryEditor({ entry, field, onClose, onDirty, variant, onDelete }: EntryEditorProps) {
  const { t } = useTranslation()
  const form = useEditForm(entry, onClose)
  useEffect(() => {
    onDirty(form.isDirty)
    return () => onDirty(false)
  }, [form.isDirty, onDirty])
  const time = field === 'start' || field === 'duration' ? field : undefined
  // An input would join several lines into one.
  const Notes = entry.notes.includes('\n') ? TextArea : Field
  const pauses = entry.endTime === null ? 0 : msBetween(entry.startTime, entry.endTime) - entry.duration

  const handleKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const target = event.target as HTMLElement
    // An open list or popover above the form handles Escape itself.
    if (target.getAttribute('aria-expanded') === 'true' || !event.currentTarget.contains(target)) return
    if (event.key === 'Escape') onClose()
  }

  return (
    <form
      noValidate
      aria-label={t('entries.list.editing')}
      onSubmit={form.submit}
      onKeyDownCapture={handleKeyDown}
      className={`grid gap-4 p-4 ${VARIANTS[variant]}`}
    >
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
        <ProjectChoice form={form} autoFocus={field === 'project'} />
        <TaskChoice form={form} />
      </div>
      <EntryTimes form={form} pauses={pauses} autoFocus={time} />
      <div className="grid items-start gap-x-3 gap-y-4 sm:grid-cols-2">
        <TagChoice form={form} autoFocus={field === 'tags'} />
        <Notes
          label={t('entries.form.notes')}
          autoComplete="off"
          autoFocus={field === 'notes'}
          {...form.field('notes')}
        />
      </div>
      <Footer form={form} onClose={onClose} onDelete={onDelete} />
      <UnsavedChangesGuard form={form} />
    </form>
  )
}

interface FooterProps extends Pick<EntryEditorProps, 'onClose' | 'onDelete'> {
  form: EntryForm
}

function Footer({ form, onClose, onDelete }: FooterProps) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center justify-end gap-2.5">
      {onDelete !== undefined && (
        <IconButton
          label={t('entries.delete.confirm', { count: 1 })}
          icon={<Trash2 size={16} />}
          className="mr-auto"
          onClick={onDelete}
        />
      )}
      <p role="alert" className={`${classes.error} mr-auto empty:hidden`}>
        {form.error}
      </p>
      <Button variant="ghost" onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button type="submit" variant="primary" busy={form.isBusy}>
        {t('ui.save')}
      </Button>
    </div>
  )
}

const VARIANTS = {
  row: 'absolute inset-x-1.5 -top-1.5 z-5 rounded-panel border border-line bg-raised shadow-pop',
  panel: '',
}

function useEditForm(currentEntry: TimeEntry, onClose: () => void) {
  const { t } = useTranslation()
  const update = useUpdateEntry({ showsError: true })
  const undo = useUpdateEntry()
  // Compared with the entry as it was when the editor opened, so that changes from other devices are not overwritten.
  const [entry] = useState(currentEntry)
  const { id } = entry
  return useEntryForm({
    initial: toEntryValues(entry),
    onSubmit: async (values) => {
      const [change, inverse] = diffEntry(entry, values)
      if (Object.keys(change).length > 0) {
        const saved = await update.mutateAsync({ id, change })
        toast.show(t(saved === undefined ? 'shell.waiting.kept' : 'entries.list.saved'), {
          undo: () => undo.mutate({ id, change: inverse }),
        })
      }
      onClose()
    },
    fallback: 'entries.failed.update',
  })
}
