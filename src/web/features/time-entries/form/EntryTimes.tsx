import { daysBetween, msBetween, toLocalClock } from '#web/features/time-entries/data/local-time.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DatePicker } from '#web/ui/date/DatePicker.tsx'
import { TimeField } from '#web/ui/date/TimeField.tsx'
import { DurationField } from './DurationField.tsx'
import type { EntryForm } from './useEntryForm.ts'
import { useEntryTimes } from './useEntryTimes.ts'

interface EntryTimesProps {
  form: EntryForm
  /** Total pauses of an existing entry, in milliseconds. */
  pauses?: number
  autoFocus?: 'start' | 'duration' | undefined
}

/** Date, start, end and duration; changing end or duration updates the other. */
export function EntryTimes({ form, pauses = 0, autoFocus }: EntryTimesProps) {
  const { t } = useTranslation()
  const times = useEntryTimes(form)

  return (
    <div className="grid grid-cols-3 items-start gap-x-3 gap-y-4 sm:grid-cols-[minmax(9.5rem,1.4fr)_1fr_1fr_1.1fr]">
      <div className="max-sm:col-span-3">
        <DatePicker label={t('entries.form.date')} value={times.day} onChange={times.setDay} />
      </div>
      <TimeField
        label={t('entries.form.start')}
        error={form.control('startTime').error}
        autoFocus={autoFocus === 'start'}
        value={times.clock}
        onChange={times.setClock}
      />
      {!form.values.isRunning && (
        <EndFields form={form} times={times} pauses={pauses} autoFocus={autoFocus === 'duration'} />
      )}
    </div>
  )
}

interface EndFieldsProps {
  form: EntryForm
  times: ReturnType<typeof useEntryTimes>
  pauses: number
  autoFocus: boolean
}

function EndFields({ form, times, pauses, autoFocus }: EndFieldsProps) {
  const { t } = useTranslation()
  const { startTime, endTime, duration } = form.values
  const isKnown = endTime !== null && startTime !== ''
  const length = isKnown ? msBetween(startTime, endTime) : 0
  const dayCount = isKnown ? daysBetween(startTime, endTime) : 0
  return (
    <>
      <TimeField
        label={dayCount > 0 ? t('entries.form.endLater', { count: dayCount }) : t('entries.form.end')}
        error={form.control('endTime').error}
        value={endTime === null ? times.endClock : toLocalClock(endTime)}
        onChange={times.setEndClock}
      />
      <DurationField
        error={form.control('duration').error}
        autoFocus={autoFocus}
        milliseconds={duration ?? (length > pauses ? length - pauses : undefined)}
        onChange={times.setDuration}
      />
    </>
  )
}
