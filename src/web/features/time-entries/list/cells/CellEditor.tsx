import type { FocusEvent, KeyboardEvent } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { toLocalClock } from '#web/features/time-entries/data/local-time.ts'
import { pausesOf } from '#web/features/time-entries/form/entry-values.ts'
import { EntryDuration } from '#web/features/time-entries/form/EntryTimes.tsx'
import { useEditForm } from '#web/features/time-entries/form/useEditForm.ts'
import type { EntryForm } from '#web/features/time-entries/form/useEntryForm.ts'
import { useEntryTimes } from '#web/features/time-entries/form/useEntryTimes.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { TimeInput } from '#web/ui/date/TimeField.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import * as classes from '#web/ui/theme/classes.ts'

interface CellEditorProps {
  entry: TimeEntry
  field: 'notes' | 'start' | 'duration'
  onClose: () => void
}

/** The field of one cell, where the cell stands. Enter or leaving it saves, Escape restores. */
export function CellEditor({ entry, field, onClose }: CellEditorProps) {
  const { t } = useTranslation()
  const form = useEditForm(entry, onClose)
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  const saveOnLeave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    if (form.isBusy || currentTarget.contains(relatedTarget)) return
    // A part of a time takes over its digits when it loses the focus: the next render has them.
    queueMicrotask(() => currentTarget.isConnected && currentTarget.requestSubmit())
  }

  return (
    // The focus that leaves belongs to the fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      noValidate
      aria-label={t('entries.list.editing')}
      onSubmit={form.submit}
      onKeyDownCapture={handleKeyDown}
      onBlur={saveOnLeave}
      className="relative z-2 text-left [&_label]:sr-only"
    >
      {field === 'notes' && (
        <Field label={t('entries.form.notes')} autoComplete="off" autoFocus {...form.field('notes')} />
      )}
      {field === 'start' && <TimesInput form={form} />}
      {field === 'duration' && <DurationInput form={form} pauses={pausesOf(entry)} />}
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {form.error}
      </p>
      {/* Enter submits a form of several inputs only if it has a button. */}
      <button type="submit" tabIndex={-1} className="sr-only">
        {t('ui.save')}
      </button>
    </form>
  )
}

function TimesInput({ form }: { form: EntryForm }) {
  const { t } = useTranslation()
  const times = useEntryTimes(form, false)
  const { endTime } = form.values
  const error = form.control('startTime').error ?? form.control('endTime').error
  return (
    <>
      <div
        // Digits move on from part to part of a group.
        role="group"
        aria-label={t('entries.list.times')}
        data-invalid={error !== undefined || undefined}
        style={{ width: '9.25rem', marginLeft: '-0.75rem' }}
        className={`${classes.controlGroup} gap-1`}
      >
        <TimeInput label={t('entries.form.start')} value={times.clock} onChange={times.setClock} autoFocus />
        <span aria-hidden="true" className="text-ink-3">
          –
        </span>
        <TimeInput
          label={t('entries.form.end')}
          value={endTime === null ? times.endClock : toLocalClock(endTime)}
          onChange={times.setEndClock}
        />
      </div>
      {error !== undefined && <p className={classes.error}>{error}</p>}
    </>
  )
}

function DurationInput({ form, pauses }: { form: EntryForm; pauses: number }) {
  const { setDuration } = useEntryTimes(form, false)
  return (
    <div style={{ marginLeft: '-1.5rem' }}>
      <EntryDuration form={form} pauses={pauses} onChange={setDuration} autoFocus />
    </div>
  )
}
