import { type CalendarDate, parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Dialog,
  Heading,
  Popover,
} from 'react-aria-components'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'
import * as classes from '#web/ui/theme/classes.ts'

interface DayCalendarProps {
  label: string
  panel: PanelState
  value: string | null
  onChange: (value: string) => void
}

/** Picking a day closes the calendar. */
export function DayCalendar({ label, panel, value, onChange }: DayCalendarProps) {
  const pick = (day: CalendarDate) => {
    onChange(day.toString())
    panel.onOpenChange(false)
  }
  return (
    <CalendarPopover label={label} panel={panel}>
      <Calendar autoFocus value={value === null ? null : parseDate(value)} onChange={pick}>
        <CalendarMonth />
      </Calendar>
    </CalendarPopover>
  )
}

interface CalendarPopoverProps {
  /** Label and state, unless the surrounding picker provides them. */
  label?: string
  panel?: PanelState
  children: ReactNode
}

export function CalendarPopover({ label, panel, children }: CalendarPopoverProps) {
  return (
    <Popover {...panel} offset={6} placement="bottom start" className={classes.popover}>
      <Dialog {...(label !== undefined && { 'aria-label': label })} className="p-3 outline-none">
        {children}
      </Dialog>
    </Popover>
  )
}

/** Heading, buttons and days of the shown month. */
export function CalendarMonth() {
  return (
    <>
      <header className="mb-2 flex items-center gap-1">
        <Heading className="flex-1 pl-2 text-heading" />
        <Button slot="previous" className={classes.fieldButton}>
          <ChevronLeft size={17} aria-hidden="true" />
        </Button>
        <Button slot="next" className={classes.fieldButton}>
          <ChevronRight size={17} aria-hidden="true" />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="short" className="border-separate border-spacing-y-0.5 tabular-nums">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="pb-1 text-minimum font-medium text-ink-3">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={DAY} />}</CalendarGridBody>
      </CalendarGrid>
    </>
  )
}

const DAY =
  'grid size-9 cursor-default place-items-center rounded-small text-secondary outline-none hover:bg-hover data-outside-month:hidden data-today:font-bold not-data-selected:data-today:text-accent-ink data-selected:rounded-none data-selected:bg-tint data-selection-start:rounded-l-small data-selection-start:bg-accent data-selection-start:font-bold data-selection-start:text-on-accent data-selection-end:rounded-r-small data-selection-end:bg-accent data-selection-end:font-bold data-selection-end:text-on-accent data-focus-visible:focus-ring data-disabled:opacity-35 data-unavailable:line-through'
