import { useTranslation } from '#web/i18n/i18n.ts'
import { durationParts } from './format-duration.ts'

/** A duration with smaller, paler units. Size and weight are those of the surrounding text. */
export function Duration({ milliseconds }: { milliseconds: number }) {
  const { language } = useTranslation()
  return (
    <span className="whitespace-nowrap tabular-nums">
      {durationParts(milliseconds, language).map(({ figure, unit }, index) => (
        <span key={unit}>
          {index > 0 && ' '}
          {figure}
          {unit !== '' && (
            <small className="ml-[max(0.08em,0.15rem)] text-[max(0.5em,0.75rem)] font-medium tracking-normal opacity-75">
              {unit}
            </small>
          )}
        </span>
      ))}
    </span>
  )
}
