import { NewEntryPanel } from '#web/features/time-entries/form/LazyEntryPanels.tsx'
import type { useSelectedEvent } from './useSelectedEvent.ts'

interface EventPanelProps {
  opened: ReturnType<typeof useSelectedEvent>
  /** The project that was used last. */
  project: string
}

/** A short form that makes a time entry of the event. The entry gets the id of the event, so that it is made once. */
export function EventPanel({ opened: { event, trigger, close }, project }: EventPanelProps) {
  if (event === undefined) return null
  return (
    <NewEntryPanel
      key={event.id}
      id={event.id}
      range={event}
      project={event.calendar.project ?? project}
      event={{ title: event.title, calendar: event.calendar.name }}
      trigger={trigger}
      onClose={close}
      onSaved={close}
    />
  )
}
