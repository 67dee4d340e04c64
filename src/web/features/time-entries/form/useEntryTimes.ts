import { useState } from 'react'
import {
  addMs,
  msBetween,
  resolveEnd,
  toIsoTime,
  toLocalClock,
  toLocalDate,
} from '#web/features/time-entries/data/local-time.ts'
import type { EntryForm } from './useEntryForm.ts'

type Text = string | null

/** Keeps date and times of day separately: while one of them is incomplete, the form has no start, but the others stay. */
export function useEntryTimes(form: EntryForm) {
  const { startTime, endTime, duration } = form.values
  const [start, end, worked] = [form.control('startTime'), form.control('endTime'), form.control('duration')]
  const [{ day, clock }, setParts] = useState<Record<'day' | 'clock', Text>>(() => ({
    day: toLocalDate(startTime),
    clock: toLocalClock(startTime),
  }))
  const [lastDay, setLastDay] = useState(day)
  const [endClock, setEndClock] = useState<Text>(null)
  const resolve = useEndResolver(endTime)

  const setStart = (day: Text, clock: Text) => {
    setParts({ day, clock })
    if (day === null || clock === null) return start.onChange('')
    const next = toIsoTime(day, clock)
    start.onChange(next)
    setLastDay(day)
    if (duration !== undefined) end.onChange(addMs(next, duration))
    else if (endTime === null) end.onChange(resolve(next, endClock))
    // Another date moves the end too, so that the length stays.
    else end.onChange(addMs(endTime, msBetween(toIsoTime(lastDay ?? day, clock), next)))
  }

  return {
    day,
    clock,
    /** The typed end while the form has none, because the start is incomplete. */
    endClock,
    setDay: (day: Text) => setStart(day, clock),
    setClock: (clock: Text) => setStart(day, clock),
    setEndClock: (clock: Text) => {
      setEndClock(clock)
      end.onChange(resolve(startTime, clock))
      worked.onChange(undefined)
    },
    setDuration: (milliseconds: number | undefined) => {
      setEndClock(null)
      end.onChange(milliseconds === undefined || startTime === '' ? null : addMs(startTime, milliseconds))
      worked.onChange(milliseconds)
    },
  }
}

/** Resolves a typed end by the end before it was typed: a half-typed hour may be before the start, on another day. */
function useEndResolver(endTime: Text) {
  const [typed, setTyped] = useState<{ before: Text; end: Text }>()
  return (start: string, clock: Text) => {
    const before = typed !== undefined && endTime === typed.end ? typed.before : endTime
    const end = start === '' || clock === null ? null : resolveEnd(start, clock, before)
    setTyped({ before, end })
    return end
  }
}
