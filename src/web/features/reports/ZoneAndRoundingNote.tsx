import { useTranslation } from '#web/i18n/i18n.ts'
import type { ReportSearchState } from './search/useReportSearch.ts'

/** States the time zone whose midnights separate days, and the rounding rule. */
export function ZoneAndRoundingNote({ search: { zone, rounding } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  return (
    <p className="text-caption text-ink-2">
      {t('reports.zone', { zone })}
      {rounding !== undefined && (
        <>
          {' · '}
          <strong className="font-strong text-ink">
            {t(`reports.rounding.rule.${rounding.direction}.${rounding.per}`, { minutes: rounding.minutes })}
          </strong>
        </>
      )}
    </p>
  )
}
