import { useTranslation } from '#web/i18n/i18n.ts'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import type { BarColumn } from './bar-column.ts'

const TOOLTIP_WIDTH = 208

/** The values of one column, on the side with more room. */
export function BarChartTooltip({ column, x, width }: { column: BarColumn; x: number; width: number }) {
  const { t } = useTranslation()
  const left = x < width / 2 ? x + 34 : x - TOOLTIP_WIDTH - 34
  return (
    <div
      style={{ left: Math.max(0, Math.min(left, width - TOOLTIP_WIDTH)) }}
      className="pointer-events-none absolute top-11 z-10 w-52 rounded-panel border border-line bg-raised px-3.5 pt-2.5 pb-3 text-caption shadow-pop"
    >
      <p className="mb-1.5 flex justify-between gap-4 font-bold">
        {column.title} <Duration milliseconds={column.milliseconds} />
      </p>
      {column.goalMilliseconds !== undefined && (
        <p className="mb-1 flex justify-between gap-4 text-ink-2">
          {t('ui.goal')} <Duration milliseconds={column.goalMilliseconds} />
        </p>
      )}
      <ul>
        {column.parts
          .filter((part) => part.milliseconds > 0)
          .map((part) => (
            <li key={part.id} className="flex items-center gap-2 py-0.5">
              <ColorDot color={part.color} />
              <span className="flex-1 truncate">{part.label}</span>
              <Duration milliseconds={part.milliseconds} />
            </li>
          ))}
      </ul>
    </div>
  )
}
