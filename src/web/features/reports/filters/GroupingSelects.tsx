import { NONE } from '#core/report/report-search.ts'
import { DIMENSIONS } from '#core/report/dimensions.ts'
import type { Dimension } from '#web/features/reports/queries.ts'
import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Select } from '#web/ui/options/Select.tsx'

/** Selects the two dimensions by which the report is grouped. */
export function GroupingSelects({ search: { group, subgroup, set } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  const options = DIMENSIONS.map((id) => ({ id, label: t(`reports.chart.dimension.${id}`) }))
  return (
    <div className="flex items-center gap-2 md:ml-auto">
      <Select
        variant="chip"
        label={t('reports.group.by')}
        options={options}
        value={group}
        onChange={(id) => set({ group: id as Dimension, subgroup: undefined })}
      />
      <Select
        variant="chip"
        label={t('reports.group.then')}
        options={[...options.filter(({ id }) => id !== group), { id: NONE, label: t('reports.group.none') }]}
        value={subgroup ?? NONE}
        onChange={(id) => set({ subgroup: id as Dimension | typeof NONE })}
      />
    </div>
  )
}
