import { useTranslation } from '#web/i18n/i18n.ts'
import { RangeField } from './RangeField.tsx'
import { Switch } from './Switch.tsx'

interface LongBreak {
  /** Minutes. */
  duration: number
  /** Sessions before it. */
  every: number
}

const USUAL: LongBreak = { duration: 15, every: 4 }
const DURATION_LIMITS = { min: 1, max: 120 }
const EVERY_LIMITS = { min: 2, max: 20 }

interface LongBreakFieldProps {
  /** Null: all breaks are alike. */
  value: LongBreak | null
  onChange: (value: LongBreak | null) => void
}

/** Whether there is a longer break, its length, and after how many sessions it comes. */
export function LongBreakField({ value, onChange }: LongBreakFieldProps) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-4.5">
      <Switch
        isSelected={value !== null}
        onChange={(isOn) => onChange(isOn ? USUAL : null)}
        help={t('presets.longBreak.help')}
      >
        {t('presets.longBreak.label')}
      </Switch>
      {value !== null && (
        <>
          <RangeField
            label={t('presets.longBreak.duration')}
            value={value.duration}
            onChange={(duration) => onChange({ ...value, duration })}
            unit="minute"
            {...DURATION_LIMITS}
          />
          <RangeField
            label={t('presets.longBreak.every')}
            value={value.every}
            onChange={(every) => onChange({ ...value, every })}
            {...EVERY_LIMITS}
          />
        </>
      )}
    </div>
  )
}
