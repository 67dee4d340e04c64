import clsx from 'clsx'
import { History, Play, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { LazyHistoryDialog } from '#web/features/time-entries/history/LazyHistoryDialog.tsx'
import { useTranslation } from '#web/i18n/i18n.ts'
import { UnsavedChangesGuard } from '#web/resources/form/UnsavedChangesGuard.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { pausesOf } from './entry-values.ts'
import { ProjectChoice, TagChoice, TaskChoice } from './EntrySubject.tsx'
import { EntryTimes } from './EntryTimes.tsx'
import { useEditForm } from './useEditForm.ts'
import type { EntryForm } from './useEntryForm.ts'
import { useFieldShortcuts } from './useFieldShortcuts.ts'

/** The field that gets the focus. */
export type EditedField = 'project' | 'task' | 'tags' | 'notes' | 'start' | 'duration'

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
  /** Adds a button that continues the entry. */
  onContinue?: (() => void) | undefined
}

/** Enter saves, Escape cancels. */
export function EntryEditor({ entry, field, onClose, onDirty, variant, ...actions }: EntryEditorProps) {
  const { t } = useTranslation()
  const form = useEditForm(entry, onClose)
  useEffect(() => {
    onDirty(form.isDirty)
    return () => onDirty(false)
  }, [form.isDirty, onDirty])
  const element = useRef<HTMLFormElement>(null)
  useFieldShortcuts(element)
  // On a phone the editor is nearly as high as the screen: opened in a low row, its buttons would be below it.
  useEffect(() => {
    if (variant === 'row') element.current?.scrollIntoView({ block: 'nearest' })
  }, [variant])
  // There the list of a field would also cover the form.
  const isFormFocused = variant === 'row' && FIELDS_WITH_LIST.has(field) && IS_NARROW.matches
  const focused = isFormFocused ? undefined : field
  useEffect(() => {
    if (isFormFocused) element.current?.focus()
  }, [isFormFocused])
  const time = field === 'start' || field === 'duration' ? field : undefined
  // An input would join several lines into one.
  const Notes = entry.notes.includes('\n') ? TextArea : Field

  const handleKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const target = event.target as HTMLElement
    // An open list or popover above the form handles Escape itself.
    if (target.getAttribute('aria-expanded') === 'true' || !event.currentTarget.contains(target)) return
    if (event.key === 'Escape') onClose()
  }

  return (
    <form
      ref={element}
      noValidate
      tabIndex={-1}
      aria-label={t('entries.list.editing')}
      onSubmit={form.submit}
      onKeyDownCapture={handleKeyDown}
      className={`grid gap-4 p-4 outline-none ${VARIANTS[variant]}`}
    >
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
        <ProjectChoice form={form} autoFocus={focused === 'project'} />
        <TaskChoice form={form} autoFocus={focused === 'task'} />
      </div>
      <EntryTimes form={form} pauses={pausesOf(entry)} autoFocus={time} />
      <div className="grid items-start gap-x-3 gap-y-4 sm:grid-cols-2">
        <TagChoice form={form} autoFocus={focused === 'tags'} />
        <Notes
          label={t('entries.form.notes')}
          autoComplete="off"
          autoFocus={field === 'notes'}
          {...form.field('notes')}
        />
      </div>
      <Footer form={form} entry={entry} onClose={onClose} {...actions} />
      <UnsavedChangesGuard form={form} />
    </form>
  )
}

interface FooterProps extends Pick<EntryEditorProps, 'entry' | 'onClose' | 'onDelete' | 'onContinue'> {
  form: EntryForm
}

function Footer({ form, entry, onClose, onDelete, onContinue }: FooterProps) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center justify-end gap-2.5">
      <HistoryButton id={entry.id} onRestored={onClose} />
      {onContinue !== undefined && (
        <IconButton label={t('entries.list.continue')} icon={<Play size={16} />} onClick={onContinue} />
      )}
      {onDelete !== undefined && (
        <IconButton label={t('entries.delete.confirm', { count: 1 })} icon={<Trash2 size={16} />} onClick={onDelete} />
      )}
      <p role="alert" className={`${classes.error} mr-auto`}>
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

function HistoryButton({ id, onRestored }: { id: string; onRestored: () => void }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton label={t('entries.history.open')} icon={<History size={16} />} onClick={() => setIsOpen(true)} />
      <LazyHistoryDialog id={isOpen ? id : undefined} onClose={() => setIsOpen(false)} onRestored={onRestored} />
    </>
  )
}

const FIELDS_WITH_LIST: ReadonlySet<EditedField> = new Set(['project', 'task', 'tags'])
const IS_NARROW = matchMedia('(max-width: 40rem)')

const VARIANTS = {
  row: clsx(
    'absolute inset-x-1.5 -top-1.5 z-5 scroll-mt-16 scroll-mb-3 rounded-panel border border-line bg-raised shadow-pop',
    // Room to scroll the buttons out from under the tabs and the timer's bar, also if the list is short.
    'max-md:scroll-mb-[calc(4.5rem+var(--timer-bar,0px))] max-md:after:absolute max-md:after:top-full max-md:after:h-[calc(4.5rem+var(--timer-bar,0px))] max-md:after:w-px',
  ),
  panel: '',
}
