import clsx from 'clsx'
import type { LabeledPart } from '#web/features/reports/labels/group-label.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ShareRing as Ring } from '#web/ui/charts/ShareRing.tsx'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { formatPercent, type Share, toShares } from './shares.ts'

/** With more rows a spacious list would be higher than the chart beside it. */
const MAX_SPACIOUS_ROWS = 5

/** The shares of a report as a ring and as a list: the padded content of a panel. */
export function ShareRing({ parts, total }: { parts: readonly LabeledPart[]; total: number }) {
  const { t, language } = useTranslation()
  const shares = toShares(parts, (count) => t('reports.chart.others', { count }))
  const percentOf = ({ percent, milliseconds }: Share) => formatPercent(percent, milliseconds, language)

  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center justify-center gap-x-6 gap-y-4 px-5 py-3">
      <Ring
        shares={shares.map(({ key, color, percent }) => ({ id: key ?? '', color, percent }))}
        label={shares.map((share) => `${share.name} ${percentOf(share)}`).join(', ')}
      >
        <span className="text-[27px] leading-tight font-normal tracking-[-0.035em]">
          <Duration milliseconds={total} />
        </span>
        <span className="text-minimum text-ink-3">{t('ui.total')}</span>
      </Ring>
      {shares.length > 0 && (
        <ul aria-label={t('reports.chart.shares')} className="min-w-40 flex-1">
          {shares.map((share) => (
            <li
              key={share.key}
              className={clsx(
                'flex items-baseline gap-2.5 border-t border-line text-caption first:border-t-0',
                shares.length > MAX_SPACIOUS_ROWS ? 'py-0.5' : 'py-1.5',
              )}
            >
              <ColorDot color={share.color} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-strong">{share.name}</span>
                <span className="text-minimum text-ink-3 tabular-nums">
                  {formatDuration(share.milliseconds, language)}
                </span>
              </span>
              <span className="font-strong tabular-nums">{percentOf(share)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
