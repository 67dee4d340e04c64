import { useMemo, useState } from 'react'
import type { WeekEvent } from './useCalendarEvents.ts'

/** The event whose panel is open, and the block beside which it stands. */
export function useSelectedEvent() {
  const [opened, setOpened] = useState<{ event: WeekEvent; block: HTMLElement }>()
  const trigger = useMemo(() => ({ current: opened?.block ?? null }), [opened])
  return {
    event: opened?.event,
    trigger,
    open: (event: WeekEvent, block: HTMLElement) => setOpened({ event, block }),
    close: () => setOpened(undefined),
  }
}
