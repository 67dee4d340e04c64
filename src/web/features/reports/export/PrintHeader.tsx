import { useQuery } from '@tanstack/react-query'
import { formatRange } from '#web/features/reports/labels/calendar-text.ts'
import type { GetGroupLabel } from '#web/features/reports/labels/group-label.ts'
import { NONE, splitList } from '#core/report/report-search.ts'
import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { ZoneAndRoundingNote } from '#web/features/reports/ZoneAndRoundingNote.tsx'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'

/** Replaces the controls of the page in print: range, filters, time zone and rounding as text. */
export function PrintHeader({ search, getGroupLabel }: { search: ReportSearchState; getGroupLabel: GetGroupLabel }) {
  const translation = useTranslation()
  const { kind, range, today } = search
  const filters = useFilterTexts(search, getGroupLabel)
  return (
    <div className="grid gap-1">
      <p className="text-title">{formatRange(kind, range, translation, today)}</p>
      {filters.map((text) => (
        <p key={text} className="text-caption text-ink-2">
          {text}
        </p>
      ))}
      <ZoneAndRoundingNote search={search} />
    </div>
  )
}

const LISTS = { projects: 'project', clients: 'client', tasks: 'task', tags: 'tag' } as const

/** One line of text for each active filter. */
function useFilterTexts({ params }: ReportSearchState, getGroupLabel: GetGroupLabel) {
  const { t } = useTranslation()
  const { data: presets = [] } = useQuery(presetList.query)
  const { tags, tagMatch = 'any', search, kinds, preset } = params
  const lists = (Object.keys(LISTS) as (keyof typeof LISTS)[]).flatMap((name) => {
    const names = splitList(params[name]).map((id) => getGroupLabel(LISTS[name], id === NONE ? null : id).name)
    return names.length > 0 ? `${t(`reports.filter.${name}`)}: ${names.join(', ')}` : []
  })
  return [
    ...lists,
    ...(tags === undefined ? [] : [`${t('reports.filter.match')}: ${t(`reports.filter.matches.${tagMatch}`)}`]),
    ...(search === undefined ? [] : [`${t('reports.filter.search')}: ${search}`]),
    ...(kinds === undefined
      ? []
      : [
          `${t('reports.filter.kinds')}: ${splitList(kinds)
            .map((kind) => t(`reports.filter.${kind as 'focus'}`))
            .join(', ')}`,
        ]),
    ...(preset === undefined
      ? []
      : [`${t('reports.filter.preset')}: ${presets.find(({ id }) => id === preset)?.name ?? t('reports.unknown')}`]),
  ]
}
