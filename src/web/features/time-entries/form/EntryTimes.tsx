import clsx from 'clsx'
import { daysBetween, msBetween, toLocalClock } from '#web/features/time-entries/data/local-time.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DatePicker } from '#web/ui/date/DatePicker.tsx'
import { TimeField } from '#web/ui/date/TimeField.tsx'
import { FutureMark } from '#web/ui/display/FutureMark.tsx'
import { DurationField } from './DurationField.tsx'
import type { EntryForm } from './useEntryForm.ts'
import { useEntryTimes } from './useEntryTimes.ts'

interface EntryTimesProps {
  form: EntryForm
  /** Total pauses of an existing entry, in milliseconds. */
  pauses?: number
  autoFocus?: 'start' | 'duration' | undefined
  /** The duration comes first: most new entries need nothing else. */
  isNew?: boolean
  /** Nobody has chosen the start yet. */
  isStartProposed?: boolean
}

/** Date, start, end and duration; changing end or duration updates the other. */
export function EntryTimes({ form, autoFocus, isNew = false, isStartProposed = false, ...lengths }: EntryTimesProps) {
  const { t } = useTranslation()
  const times = useEntryTimes(form, isStartProposed)
  const { isRunning } = form.values
  const duration = !isRunning && (
    <EntryDuration form={form} onChange={times.setDuration} autoFocus={autoFocus === 'duration'} {...lengths} />
  )

  return (
    <div className={clsx('grid grid-cols-3 items-start gap-x-3 gap-y-4', isNew ? NEW_COLUMNS : COLUMNS)}>
      {isNew && duration}
      <div className={isNew && !isRunning ? 'max-sm:col-span-2' : 'max-sm:col-span-3'}>
        <DatePicker label={t('entries.form.date')} value={times.day} onChange={times.setDay} />
      </div>
      <TimeField
        label={t('entries.form.start')}
        error={form.control('startTime').error}
        autoFocus={autoFocus === 'start'}
        value={times.clock}
        onChange={times.setClock}
      />
      {!isRunning && <EndField form={form} times={times} />}
      {!isNew && duration}
      <FutureNote form={form} />
    </div>
  )
}

const COLUMNS = 'sm:grid-cols-[minmax(9.5rem,1.4fr)_1fr_1fr_1.1fr]'
const NEW_COLUMNS = 'sm:grid-cols-[1.1fr_minmax(9.5rem,1.4fr)_1fr_1fr]'

function EndField({ form, times }: { form: EntryForm; times: ReturnType<typeof useEntryTimes> }) {
  const { t } = useTranslation()
  const { startTime, endTime } = form.values
  const dayCount = endTime !== null && startTime !== '' ? daysBetween(startTime, endTime) : 0
  return (
    <TimeField
      label={dayCount > 0 ? t('entries.form.endLater', { count: dayCount }) : t('entries.form.end')}
      error={form.control('endTime').error}
      value={endTime === null ? times.endClock : toLocalClock(endTime)}
      onChange={times.setEndClock}
    />
  )
}

function FutureNote({ form }: { form: EntryForm }) {
  const { startTime, endTime, isRunning } = form.values
  if (isRunning || endTime === null || startTime === '') return null
  return (
    <p className="col-span-full -mt-2 empty:hidden">
      <FutureMark start={startTime} end={endTime} />
    </p>
  )
}

interface EntryDurationProps extends Pick<EntryTimesProps, 'form' | 'pauses'> {
  onChange: (milliseconds: number | undefined) => void
  autoFocus: boolean
}

/** The typed duration, or the time between start and end without the pauses. */
export function EntryDuration({ form, pauses = 0, ...field }: EntryDurationProps) {
  const { startTime, endTime, duration } = form.values
  const length = endTime !== null && startTime !== '' ? msBetween(startTime, endTime) : 0
  return (
    <DurationField
      error={form.control('duration').error}
      milliseconds={duration ?? (length > pauses ? length - pauses : undefined)}
      {...field}
    />
  )
}
