import type { Task } from '#contract/tasks.ts'
import { ESTIMATE_UNITS, MAX_ESTIMATE } from '#core/tasks/estimate.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { SegmentedControlField } from '#web/ui/fields/SegmentedControlField.tsx'

type Estimate = Task['estimate']

interface EstimateFieldProps {
  value: Estimate
  onChange: (estimate: Estimate) => void
  error?: string | undefined
}

const FIRST_AMOUNT = { sessions: 4, minutes: 120 }

/** The expected work in sessions or hours, or none. */
export function EstimateField({ value, onChange, error }: EstimateFieldProps) {
  const { t } = useTranslation()
  const unit = value?.unit ?? 'none'
  const changeUnit = (unit: 'none' | keyof typeof FIRST_AMOUNT) =>
    onChange(unit === 'none' ? null : { unit, amount: FIRST_AMOUNT[unit] })
  return (
    <div className="grid gap-3">
      <SegmentedControlField
        label={t('tasks.estimate.label')}
        help={t('tasks.estimate.help')}
        value={unit}
        onChange={changeUnit}
        options={(['none', ...ESTIMATE_UNITS] as const).map((value) => ({
          value,
          label: t(`tasks.estimate.${NAME[value]}`),
        }))}
      />
      {value?.unit === 'sessions' && (
        <NumberField
          label={t('tasks.estimate.amountSessions')}
          value={value.amount}
          onChange={(amount) => onChange({ unit: 'sessions', amount })}
          min={1}
          max={MAX_ESTIMATE}
          error={error}
        />
      )}
      {value?.unit === 'minutes' && (
        <NumberField
          label={t('tasks.estimate.amountHours')}
          value={value.amount / 60}
          onChange={(hours) => onChange({ unit: 'minutes', amount: Math.round(hours * 60) })}
          min={QUARTER_HOUR}
          max={MAX_ESTIMATE / 60}
          step={QUARTER_HOUR}
          unit="hour"
          error={error}
        />
      )}
    </div>
  )
}

const NAME = { none: 'none', sessions: 'unitSessions', minutes: 'unitHours' } as const
const QUARTER_HOUR = 0.25
