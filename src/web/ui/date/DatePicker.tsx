import { type CalendarDate, GregorianCalendar, parseDate } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { useDateField } from 'react-aria/useDateField'
import { useDateFieldState } from 'react-stately/useDateFieldState'
import { toLocale } from '#core/language.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import type { FieldText } from '#web/ui/fields/FieldFrame.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import * as classes from '#web/ui/theme/classes.ts'
import { isPlausibleYear, SegmentedField, useDraft, useReportedValue, useShortYear } from './DateSegments.tsx'

/** Loaded on first use: the code is large, and most dates are typed. */
const loadCalendar = () => import('./CalendarPanel.tsx')
const DayCalendar = lazy(() => loadCalendar().then((module) => ({ default: module.DayCalendar })))

interface DatePickerProps extends FieldText {
  /** `YYYY-MM-DD` */
  value: string | null
  /** Called with null while a part is empty. */
  onChange: (value: string | null) => void
}

/** All languages of the app use this one. */
const createCalendar = () => new GregorianCalendar()

/** A date, typed or picked in a calendar. */
export function DatePicker({ label, value, onChange, help, error }: DatePickerProps) {
  const { t, language } = useTranslation()
  const { isWanted, trigger, panel } = useLazyPanel(loadCalendar)
  const fieldRef = useRef<HTMLDivElement>(null)
  const draft = useDraft(value, onChange)
  const props = {
    label,
    description: help,
    errorMessage: error,
    isInvalid: error !== undefined,
    value: useMemo(() => (draft.shown === null ? null : parseDate(draft.shown)), [draft.shown]),
    onChange: (next: CalendarDate | null) => draft.change(next && next.toString(), isPlausibleYear(next?.year ?? 0)),
    locale: toLocale(language),
    createCalendar,
    shouldForceLeadingZeros: true,
  }
  const state = useDateFieldState(props)
  useReportedValue(state, value, draft)
  const aria = useDateField({ ...props, ...useShortYear(state) }, state, fieldRef)
  return (
    <>
      <SegmentedField {...{ label, help, error, state, fieldRef, aria }}>
        <button {...trigger} aria-label={`${t('ui.calendar')} ${label}`} className={classes.fieldButton}>
          <CalendarDays size={16} aria-hidden="true" />
        </button>
      </SegmentedField>
      {isWanted && (
        <Suspense>
          <DayCalendar label={label} panel={panel} value={value} onChange={onChange} />
        </Suspense>
      )}
    </>
  )
}
