import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Dialog,
  Heading,
  Popover,
} from 'react-aria-components'
import * as classes from './classes.ts'

/** The button in a date field, and what it opens: a `Calendar` or a `RangeCalendar`. */
export function CalendarButton() {
  return (
    <Button className={classes.fieldButton}>
      <CalendarDays size={16} aria-hidden="true" />
    </Button>
  )
}

export function CalendarPopover({ children }: { children: ReactNode }) {
  return (
    <Popover offset={6} placement="bottom start" className={classes.popover}>
      <Dialog className="p-3 outline-none">{children}</Dialog>
    </Popover>
  )
}

/** A month, inside a `Calendar` or a `RangeCalendar`. */
export function CalendarPanel() {
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
