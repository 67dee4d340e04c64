import type { Target } from '#core/goals/goals.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { NumberField } from '#web/ui/fields/NumberField.tsx'

interface TargetFieldsProps {
  /** Begins the labels of the fields, for screen readers: "Monday". */
  name?: string
  target: Target
  /** The most hours that fit. */
  maxHours: number
  maxSessions: number
  onChange: (target: Target) => void
}

const HOUR_MINUTES = 60
const STEP_HOURS = 0.25

/** Hours and focus sessions. Zero does not ask for that part. */
export function TargetFields({ name, target, maxHours, maxSessions, onChange }: TargetFieldsProps) {
  const { t } = useTranslation()
  const labelOf = (label: string) => (name === undefined ? label : `${name}, ${label}`)
  return (
    <div className="grid flex-1 grid-cols-2 gap-3">
      <NumberField
        label={labelOf(t('settings.goals.hours'))}
        hasHiddenLabel={name !== undefined}
        value={target.minutes / HOUR_MINUTES}
        onChange={(hours) => onChange({ ...target, minutes: Math.round((hours || 0) * HOUR_MINUTES) })}
        min={0}
        max={maxHours}
        step={STEP_HOURS}
        unit="hour"
      />
      <NumberField
        label={labelOf(t('settings.goals.sessions'))}
        hasHiddenLabel={name !== undefined}
        value={target.sessions}
        onChange={(sessions) => onChange({ ...target, sessions: sessions || 0 })}
        min={0}
        max={maxSessions}
      />
    </div>
  )
}
