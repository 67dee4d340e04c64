import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'

const LEVELS = ['bg-heat-0', 'bg-heat-1', 'bg-heat-2', 'bg-heat-3', 'bg-heat-4']

/** 0 for zero, then 1 to 4 in equal steps up to the highest value. */
export const heatLevel = (value: number, highest: number) => (value === 0 ? 0 : Math.ceil((4 * value) / highest))

/** The colour scale of a heatmap and, announced to screen readers, the value of the active cell. */
export function HeatmapLegend({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="mt-2.5 flex items-center gap-1 text-minimum text-ink-3">
      <span className="mr-1">{t('ui.less')}</span>
      {LEVELS.map((color) => (
        <span key={color} className={`size-2.75 rounded-[3px] ${color}`} />
      ))}
      <span className="ml-1">{t('ui.more')}</span>
      <output className="ml-auto truncate text-ink-2 tabular-nums">{children}</output>
    </div>
  )
}
