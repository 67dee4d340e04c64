import { ROUNDINGS } from '#core/report/report-search.ts'
import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { SegmentedControlField } from '#web/ui/fields/SegmentedControlField.tsx'

export function RoundingFields({ search: { rounding, set } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  return (
    <>
      <SegmentedControlField
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
          <SegmentedControlField
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
