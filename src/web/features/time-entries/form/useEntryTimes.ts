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

/**
 * Keeps date and times of day separately: while one of them is incomplete, the form has no start, but the others stay.
 * Until the user changes one of them, a proposed start gives way to a typed duration, and the entry ends now.
 */
export function useEntryTimes(form: EntryForm, isStartProposed: boolean) {
  const { startTime, endTime, duration } = form.values
  const [start, end, worked] = [form.control('startTime'), form.control('endTime'), form.control('duration')]
  const [proposedStart, setProposedStart] = useState(isStartProposed ? startTime : undefined)
  const [{ day, clock }, setParts] = useState<Record<'day' | 'clock', Text>>(() => partsOf(startTime))
  const [lastDay, setLastDay] = useState(day)
  const [endClock, setEndClock] = useState<Text>(null)
  const resolve = useEndResolver(endTime)

  const setStart = (day: Text, clock: Text) => {
    setParts({ day, clock })
    setProposedStart(undefined)
    if (day === null || clock === null) return start.onChange('')
    const next = toIsoTime(day, clock)
    start.onChange(next)
    setLastDay(day)
    if (duration !== undefined) end.onChange(addMs(next, duration))
    else if (endTime === null) end.onChange(resolve(next, endClock))
    // Another date moves the end too, so that the length stays.
    else end.onChange(addMs(endTime, msBetween(toIsoTime(lastDay ?? day, clock), next)))
  }
  const replaceProposal = (time: string) => {
    start.onChange(time)
    setParts(partsOf(time))
    setLastDay(toLocalDate(time))
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
      setProposedStart(undefined)
      end.onChange(resolve(startTime, clock))
      worked.onChange(undefined)
    },
    setDuration: (milliseconds: number | undefined) => {
      setEndClock(null)
      worked.onChange(milliseconds)
      if (proposedStart === undefined)
        return end.onChange(milliseconds === undefined || startTime === '' ? null : addMs(startTime, milliseconds))
      const now = new Date().toISOString()
      end.onChange(milliseconds === undefined ? null : now)
      replaceProposal(milliseconds === undefined ? proposedStart : addMs(now, -milliseconds))
    },
  }
}

const partsOf = (time: string) => ({ day: toLocalDate(time), clock: toLocalClock(time) })

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
