import { NewEntryPanel } from '#web/features/time-entries/form/LazyEntryPanels.tsx'
import type { useOpenedEvent } from './useOpenedEvent.ts'

interface OpenedEventPanelProps {
  opened: ReturnType<typeof useOpenedEvent>
  /** The project that was used last. */
  project: string
}

/** A short form that makes a time entry of the event. The entry gets the id of the event, so that it is made once. */
export function OpenedEventPanel({ opened: { event, trigger, close }, project }: OpenedEventPanelProps) {
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
