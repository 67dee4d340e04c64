import { CircleQuestionMark } from 'lucide-react'
import type { DateOrder } from '#contract/imports.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { SegmentedControl } from '#web/ui/fields/SegmentedControl.tsx'
import { formatDay, readInBothOrders } from './preview-dates.ts'

interface DateOrderQuestionProps {
  /** A date of the file that can be read in both orders. */
  date: string
  value: DateOrder | undefined
  onChange: (order: DateOrder) => void
}

export function DateOrderQuestion({ date, value, onChange }: DateOrderQuestionProps) {
  const { t, language } = useTranslation()
  const days = readInBothOrders(date)
  const orders = ['day-first', 'month-first'] as const
  return (
    <section
      aria-label={t('imports.order.label')}
      className="flex items-start gap-3 rounded-panel border border-line bg-surface px-5 py-4"
    >
      <CircleQuestionMark size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-warning-ink" />
      <div className="grid min-w-0 gap-2">
        <h3 className="text-heading">{t('imports.order.title', { date })}</h3>
        <p className="text-secondary text-ink-2">{t('imports.order.hint')}</p>
        <SegmentedControl<DateOrder | ''>
          label={t('imports.order.label')}
          value={value ?? ''}
          options={orders.map((order) => ({ value: order, label: days ? formatDay(days[order], language) : order }))}
          onChange={(order) => order !== '' && onChange(order)}
        />
      </div>
    </section>
  )
}
