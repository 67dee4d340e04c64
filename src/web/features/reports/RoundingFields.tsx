import { useTranslation } from '#web/i18n/i18n.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { SegmentsField } from '#web/ui/SegmentsField.tsx'
import { ROUNDINGS } from './report-search.ts'
import type { ReportSearchState } from './useReportSearch.ts'

/** Whether, how and what is rounded. */
export function RoundingFields({ search: { rounding, set } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  return (
    <>
      <SegmentsField
        label={t('reports.rounding.label')}
        value={rounding?.direction ?? 'off'}
        options={ROUNDINGS.map((value) => ({ value, label: t(`reports.rounding.${value}`) }))}
        onChange={(value) => set({ rounding: value === 'off' ? undefined : value })}
      />
      {rounding !== undefined && (
        <>
          <NumberField
            label={t('reports.rounding.minutes')}
            value={rounding.minutes}
            onChange={(minutes) => set({ roundingMinutes: minutes })}
            min={1}
            max={60}
            unit="minute"
          />
          <SegmentsField
            label={t('reports.rounding.per')}
            value={rounding.per}
            options={(['entry', 'day'] as const).map((value) => ({ value, label: t(`reports.rounding.${value}`) }))}
            onChange={(value) => set({ roundingPer: value === 'day' ? value : undefined })}
          />
        </>
      )}
    </>
  )
}
