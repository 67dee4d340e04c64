import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Calendar } from '#contract/integrations/calendars.ts'
import type { TimeEntry } from '#contract/time-entries.ts'
import { calendarEventsQuery, calendarsQuery } from '#web/features/calendars/queries.ts'
import type { WeekDates } from '#web/features/time-entries/filters/useEntrySearch.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { readStored, writeStored } from '#web/storage.ts'
import { createValueStore } from '#web/value-store.ts'

/** An event of a calendar with times, on the week. */
export interface WeekEvent {
  id: string
  title: string
  start: number
  end: number
  calendar: Calendar
}

/** An event of whole days. */
export interface DayEvent {
  id: string
  title: string
  firstDay: string
  lastDay: string
  calendar: Calendar
}

export interface CalendarEvents {
  /** Whether there is a calendar whose events could be shown. */
  hasCalendars: boolean
  isOn: boolean
  setOn: (isOn: boolean) => void
  timed: readonly WeekEvent[]
  days: readonly DayEvent[]
}

const switchedOn = createValueStore(readStored('week-events') !== 'off')

/** The events of the week that are no time entries yet. Without a server, those that were read before, or none. */
export function useCalendarEvents(week: WeekDates, entries: readonly TimeEntry[]): CalendarEvents {
  const { zone } = useFormats()
  const isOn = switchedOn.useValue()
  const { data: calendars = NONE } = useQuery(calendarsQuery)
  const visible = calendars.some(({ isVisible }) => isVisible)
  const days = { from: week.first, to: week.last, zone }
  const { data: events = NONE } = useQuery({ ...calendarEventsQuery(days), enabled: visible && isOn })
  const shown = useMemo(() => {
    const used = new Set(entries.map(({ id }) => id))
    const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]))
    const unused = events.flatMap((event) => {
      const calendar = byId.get(event.calendar)
      const isOffered = calendar?.isVisible === true && !event.isUsed && !used.has(event.id)
      return isOffered ? [{ ...event, calendar }] : []
    })
    return {
      timed: unused.flatMap(({ start, end, ...event }): WeekEvent[] =>
        start === null || end === null ? [] : [{ ...event, start: Date.parse(start), end: Date.parse(end) }],
      ),
      days: unused.flatMap(({ firstDay, lastDay, ...event }): DayEvent[] =>
        firstDay === null || lastDay === null ? [] : [{ ...event, firstDay, lastDay }],
      ),
    }
  }, [calendars, events, entries])
  return { hasCalendars: visible, isOn, setOn, ...(isOn && visible ? shown : NOTHING) }
}

const NONE: never[] = []
const NOTHING = { timed: NONE, days: NONE }

function setOn(isOn: boolean) {
  writeStored('week-events', isOn ? 'on' : 'off')
  switchedOn.set(isOn)
}
