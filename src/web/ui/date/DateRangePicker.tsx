import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { CalendarButton, loadCalendar } from './CalendarButton.tsx'
import { DateInput, DateFieldFrame, useDateLayout } from './DateInput.tsx'
import { type DateRange, type DatePartValues, toDateString, parseDate } from './date-parts.ts'
import type { FieldText } from '#web/ui/fields/FieldFrame.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'

const RangeCalendar = lazy(() => loadCalendar().then((module) => ({ default: module.RangeCalendar })))

interface DateRangePickerProps extends FieldText {
  value: DateRange | null
  /** Hears of a range only while it has both days, in their order. */
  onChange: (value: DateRange) => void
}

/** First and last day, both included. */
export function DateRangePicker({ label, value, onChange, ...note }: DateRangePickerProps) {
  const { t } = useTranslation()
  const id = useId()
  const layout = useDateLayout()
  const { isWanted, trigger, panel } = useLazyPanel(loadCalendar)
  const { days, enter } = useDays(value, onChange)
  const segments = (name: keyof DateRange) => ({
    layout,
    value: days[name] === null ? null : parseDate(days[name]),
    onChange: (next: DatePartValues | null) => enter(name, next && toDateString(next)),
  })

  return (
    <DateFieldFrame id={id} label={label} {...note} className="gap-1.5 pr-1">
      <DateInput id={id} label={t('ui.firstDay')} {...segments('start')} />
      <span aria-hidden="true" className="text-ink-3">
        –
      </span>
      <DateInput label={t('ui.lastDay')} {...segments('end')} />
      <span className="flex-1" />
      <CalendarButton label={label} trigger={trigger} />
      {isWanted && (
        <Suspense>
          <RangeCalendar label={label} panel={panel} value={value} onChange={onChange} />
        </Suspense>
      )}
    </DateFieldFrame>
  )
}

type Days = Record<keyof DateRange, string | null>

/** What is typed counts once it is a range; until then it stays here. */
function useDays(value: DateRange | null, onChange: DateRangePickerProps['onChange']) {
  const [typed, setTyped] = useState<{ days: Days; over: DateRange | null }>()
  const isTyping = typed !== undefined && typed.over?.start === value?.start && typed.over?.end === value?.end
  const days: Days = isTyping ? typed.days : (value ?? { start: null, end: null })
  const enter = (name: keyof DateRange, day: string | null) => {
    const { start, end }: Days = { ...days, [name]: day }
    setTyped({ days: { start, end }, over: value })
    if (start !== null && end !== null && start <= end) onChange({ start, end })
  }
  return { days, enter }
}
