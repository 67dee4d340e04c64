import { useState } from 'react'
import {
  daysBetween,
  resolveEnd,
  addMs,
  msBetween,
  toIsoTime,
  toLocalClock,
  toLocalDate,
} from '#web/features/time-entries/data/local-time.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DatePicker } from '#web/ui/date/DatePicker.tsx'
import { TimeField } from '#web/ui/date/TimeField.tsx'
import { DurationField } from './DurationField.tsx'
import type { EntryForm } from './useEntryForm.ts'

interface EntryTimesProps {
  form: EntryForm
  /** Total pauses of an existing entry, in milliseconds. */
  pauses?: number
  autoFocus?: 'start' | 'duration' | undefined
}

/** Date, start, end and duration; changing end or duration updates the other. */
export function EntryTimes({ form, pauses = 0, autoFocus }: EntryTimesProps) {
  const { t } = useTranslation()
  const { day, clock, moveToDay, setClock } = useStart(form)

  return (
    <div className="grid grid-cols-3 items-start gap-x-3 gap-y-4 sm:grid-cols-[minmax(9.5rem,1.4fr)_1fr_1fr_1.1fr]">
      <div className="max-sm:col-span-3">
        <DatePicker label={t('entries.form.date')} value={day} onChange={moveToDay} />
      </div>
      <TimeField
        label={t('entries.form.start')}
        error={form.control('startTime').error}
        autoFocus={autoFocus === 'start'}
        value={clock}
        onChange={setClock}
      />
      {!form.values.isRunning && <EndFields form={form} pauses={pauses} autoFocus={autoFocus === 'duration'} />}
    </div>
  )
}

/** Keeps date and time separately: while one of them is incomplete, the form has no start, but the other stays. */
function useStart(form: EntryForm) {
  const { startTime, endTime } = form.values
  const [start, end, worked] = [form.control('startTime'), form.control('endTime'), form.control('duration')]
  const [{ day, clock }, setParts] = useState<Record<'day' | 'clock', string | null>>(() => ({
    day: toLocalDate(startTime),
    clock: toLocalClock(startTime),
  }))
  const [lastDay, setLastDay] = useState(day)
  const setStart = (day: string | null, clock: string | null) => {
    setParts({ day, clock })
    start.onChange(day === null || clock === null ? '' : toIsoTime(day, clock))
  }
  return {
    day,
    clock,
    /** Moves the end too, so that the length stays. */
    moveToDay: (day: string | null) => {
      setStart(day, clock)
      if (day === null || clock === null || lastDay === null) return
      setLastDay(day)
      if (endTime !== null) end.onChange(addMs(toIsoTime(day, clock), msBetween(toIsoTime(lastDay, clock), endTime)))
    },
    setClock: (clock: string | null) => {
      setStart(day, clock)
      worked.onChange(undefined)
    },
  }
}

function EndFields({ form, pauses, autoFocus }: { form: EntryForm; pauses: number; autoFocus: boolean }) {
  const { t } = useTranslation()
  const { startTime, endTime, duration } = form.values
  const [end, worked] = [form.control('endTime'), form.control('duration')]
  const isKnown = endTime !== null && startTime !== ''
  const length = isKnown ? msBetween(startTime, endTime) : 0
  const dayCount = isKnown ? daysBetween(startTime, endTime) : 0
  const setEnd = (time: string | null, milliseconds?: number) => {
    end.onChange(startTime === '' ? null : time)
    worked.onChange(milliseconds)
  }
  return (
    <>
      <TimeField
        label={dayCount > 0 ? t('entries.form.endLater', { count: dayCount }) : t('entries.form.end')}
        error={end.error}
        value={endTime === null ? null : toLocalClock(endTime)}
        onChange={(next) => setEnd(next && startTime && resolveEnd(startTime, next, endTime))}
      />
      <DurationField
        error={worked.error}
        autoFocus={autoFocus}
        milliseconds={duration ?? (length > pauses ? length - pauses : undefined)}
        onChange={(milliseconds) =>
          milliseconds === undefined ? setEnd(null) : setEnd(startTime && addMs(startTime, milliseconds), milliseconds)
        }
      />
    </>
  )
}
