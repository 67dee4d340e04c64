import { Suspense, useId, useState } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import type { FieldText } from '#web/ui/fields/FieldFrame.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import { CalendarButton, loadCalendar } from './CalendarButton.tsx'
import { type DatePartValues, type DateRange, parseDate, toDateString } from './date-parts.ts'
import { DateFieldFrame, DateInput, useDateLayout } from './DateInput.tsx'

const RangeCalendar = lazyComponent(() => loadCalendar().then((module) => ({ default: module.RangeCalendar })))

interface DateRangePickerProps extends FieldText {
  value: DateRange | null
  /** Called only with a complete range whose start is not after its end. */
  onChange: (value: DateRange) => void
}

/** First and last day, both included. */
export function DateRangePicker({ label, value, onChange, ...note }: DateRangePickerProps) {
  const { t } = useTranslation()
  const id = useId()
  const layout = useDateLayout()
  const { wasOpened, trigger, panel } = useLazyPanel(loadCalendar)
  const { days, enter } = useDays(value, onChange)
  const inputProps = (name: keyof DateRange) => ({
    layout,
    value: days[name] === null ? null : parseDate(days[name]),
    onChange: (next: DatePartValues | null) => enter(name, next && toDateString(next)),
  })

  return (
    <DateFieldFrame id={id} label={label} {...note} className="gap-1.5 pr-1">
      <DateInput id={id} label={t('ui.firstDay')} {...inputProps('start')} />
      <span aria-hidden="true" className="text-ink-3">
        –
      </span>
      <DateInput label={t('ui.lastDay')} {...inputProps('end')} />
      <span className="flex-1" />
      <CalendarButton label={label} trigger={trigger} />
      {wasOpened && (
        <Suspense>
          <RangeCalendar label={label} panel={panel} value={value} onChange={onChange} />
        </Suspense>
      )}
    </DateFieldFrame>
  )
}

type Days = Record<keyof DateRange, string | null>

/** Holds typed days until they are a valid range. */
function useDays(value: DateRange | null, onChange: DateRangePickerProps['onChange']) {
  const [typed, setTyped] = useState<{ days: Days; replaces: DateRange | null }>()
  const isTyping = typed !== undefined && typed.replaces?.start === value?.start && typed.replaces?.end === value?.end
  const days: Days = isTyping ? typed.days : (value ?? { start: null, end: null })
  const enter = (name: keyof DateRange, day: string | null) => {
    const { start, end }: Days = { ...days, [name]: day }
    setTyped({ days: { start, end }, replaces: value })
    if (start !== null && end !== null && start <= end) onChange({ start, end })
  }
  return { days, enter }
}
