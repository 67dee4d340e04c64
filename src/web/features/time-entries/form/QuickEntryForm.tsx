import { useEffect } from 'react'
import { useCreateEntry, useRemoveEntries } from '#web/features/time-entries/queries.ts'
import type { TimeRange } from '#web/features/time-entries/week/grid/drag.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { ProjectChoice, TaskChoice } from './EntrySubject.tsx'
import { useEntryForm } from './useEntryForm.ts'

export interface QuickEntryFormProps {
  id: string
  range: TimeRange
  /** The initial project: the one used last. */
  project: string
  /** The calendar event that becomes the entry. */
  event?: { title: string; calendar: string } | undefined
  onClose: () => void
  onSaved: () => void
  /** Called when unsaved changes appear or are gone. Must be a stable function. */
  onDirty: (isDirty: boolean) => void
}

/** A short form for an entry whose times are already known. */
export function QuickEntryForm({ id, range, project, event, onClose, onSaved, onDirty }: QuickEntryFormProps) {
  const { t, language } = useTranslation()
  const form = useNewEntry({ id, range, project, event, onSaved })
  useEffect(() => {
    onDirty(form.isDirty)
    return () => onDirty(false)
  }, [form.isDirty, onDirty])

  return (
    <form noValidate aria-label={t('entries.week.new')} onSubmit={form.submit} className="grid gap-4 p-4">
      <p className="text-secondary tabular-nums">
        <strong className="font-strong">
          {formatTime(range.start, language)} – {formatTime(range.end, language)}
        </strong>{' '}
        <span className="text-ink-2">{formatDuration(range.end - range.start, language)}</span>
        {event !== undefined && (
          <span className="block text-caption text-ink-2">
            {t('entries.week.fromCalendar', { calendar: event.calendar })}
          </span>
        )}
      </p>
      <ProjectChoice form={form} autoFocus={project === ''} />
      <TaskChoice form={form} />
      <Field label={t('entries.form.notes')} autoComplete="off" autoFocus={project !== ''} {...form.field('notes')} />
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {form.error}
      </p>
      <div className="flex justify-end gap-2.5">
        <Button variant="ghost" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {t(event === undefined ? 'ui.save' : 'entries.week.addEvent')}
        </Button>
      </div>
    </form>
  )
}

function useNewEntry({ id, range, project, event, onSaved }: Omit<QuickEntryFormProps, 'onClose' | 'onDirty'>) {
  const { t } = useTranslation()
  const create = useCreateEntry()
  const remove = useRemoveEntries()
  const [startTime, endTime] = [new Date(range.start).toISOString(), new Date(range.end).toISOString()]
  return useEntryForm({
    initial: {
      project,
      task: null,
      startTime,
      endTime,
      duration: undefined,
      notes: event?.title ?? '',
      tags: [],
      isRunning: false,
    },
    onSubmit: async (values) => {
      const created = await create.mutateAsync({ ...values, id })
      toast.show(t(created === undefined ? 'shell.waiting.kept' : 'entries.form.created'), {
        undo: () => remove.mutate([id]),
      })
      onSaved()
    },
    fallback: 'entries.failed.create',
  })
}
