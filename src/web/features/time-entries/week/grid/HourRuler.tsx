import { HOUR_MS } from '#core/time/units.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatHour } from '#web/ui/display/format-time.ts'
import { toDayPercent } from './day-segments.ts'

export const HAIRLINE = '1px solid var(--line)'
/** A background with one hairline; repeated 24 times, it marks the hours. */
export const RULED = 'linear-gradient(var(--line) 1px, transparent 1px)'

const TICKS = {
  backgroundImage:
    'linear-gradient(var(--line-strong) 1px, transparent 1px), linear-gradient(var(--line-strong) 1px, transparent 1px)',
  backgroundSize: '6px calc(100% / 24), 3px calc(100% / 48)',
  backgroundRepeat: 'repeat-y',
  backgroundPosition: 'right top',
}

export const RULER_WIDTH = '3rem'

export function HourRuler() {
  const { language } = useTranslation()
  return (
    <div
      aria-hidden="true"
      style={{ ...TICKS, width: RULER_WIDTH }}
      className="relative flex-none text-minimum text-ink-3 tabular-nums"
    >
      {Array.from({ length: 23 }, (_, index) => (
        <span
          key={index}
          style={{ top: toDayPercent((index + 1) * HOUR_MS), translate: '0 -50%' }}
          className="absolute inset-x-0 px-1.5 text-right leading-4 whitespace-nowrap"
        >
          {formatHour(index + 1, language)}
        </span>
      ))}
    </div>
  )
}
