import { type CalendarDate, parseDate } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import { use, useMemo, useState } from 'react'
import {
  Button,
  DateFieldStateContext,
  DateInput,
  DateRangePicker as AriaDateRangePicker,
  DateSegment,
  type DateSegmentProps,
  Group,
  Label,
  RangeCalendar,
} from 'react-aria-components'
import * as classes from '#web/ui/theme/classes.ts'
import { CalendarMonth, CalendarPopover } from './CalendarPanel.tsx'
import { handleKey, isPlausibleYear, useShortYear } from './DateSegments.tsx'

/** Both dates are `YYYY-MM-DD` and included. */
interface DateRange {
  start: string
  end: string
}

interface DateRangePickerProps {
  label: string
  value: DateRange | null
  /** Called only with a complete range whose start is not after its end. */
  onChange: (value: DateRange) => void
}

/** First and last day, typed or picked in a calendar. */
export function DateRangePicker({ label, value, onChange }: DateRangePickerProps) {
  const { shown, change } = useTypedRange(value, onChange)
  return (
    <AriaDateRangePicker
      value={shown}
      onChange={change}
      shouldForceLeadingZeros
      validationBehavior="aria"
      className="grid gap-1.5"
    >
      <Label className={classes.label}>{label}</Label>
      <Group className={`${classes.controlGroup} gap-1.5 pr-1`}>
        <Day slot="start" />
        <span aria-hidden="true" className="text-ink-3">
          –
        </span>
        <Day slot="end" />
        <Button className={classes.fieldButton}>
          <CalendarDays size={16} aria-hidden="true" />
        </Button>
      </Group>
      <CalendarPopover>
        <RangeCalendar>
          <CalendarMonth />
        </RangeCalendar>
      </CalendarPopover>
    </AriaDateRangePicker>
  )
}

function Day({ slot }: { slot: 'start' | 'end' }) {
  return (
    <div role="presentation" onKeyDownCapture={handleKey} className={slot === 'end' ? 'flex-1' : undefined}>
      <DateInput slot={slot} className={classes.segments}>
        {(segment) => (segment.type === 'year' ? <Year segment={segment} /> : <Segment segment={segment} />)}
      </DateInput>
    </div>
  )
}

const Segment = ({ segment }: DateSegmentProps) => <DateSegment segment={segment} className={classes.segment} />

const Year = ({ segment }: DateSegmentProps) => (
  <span {...useShortYear(use(DateFieldStateContext))}>
    <Segment segment={segment} />
  </span>
)

interface TypedRange {
  start: CalendarDate
  end: CalendarDate
}

/** Keeps typed days until they are a valid range. */
function useTypedRange(value: DateRange | null, onChange: DateRangePickerProps['onChange']) {
  const { start, end } = value ?? {}
  const given = useMemo(() => (start && end ? { start: parseDate(start), end: parseDate(end) } : null), [start, end])
  const [typed, setTyped] = useState<{ range: TypedRange | null; replaces: TypedRange | null }>()
  const change = (range: TypedRange | null) => {
    setTyped({ range, replaces: given })
    if (range === null || ![range.start.year, range.end.year].every(isPlausibleYear)) return
    if (range.start.compare(range.end) <= 0) onChange({ start: range.start.toString(), end: range.end.toString() })
  }
  return { shown: typed !== undefined && typed.replaces === given ? typed.range : given, change }
}
