import { useQuery } from '@tanstack/react-query'
import { NONE } from '#contract/reports.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { tellRange } from './calendar-text.ts'
import { listOf } from './report-search.ts'
import { ReportNotes } from './ReportNotes.tsx'
import type { LookOf } from './useLooks.ts'
import type { ReportSearchState } from './useReportSearch.ts'

interface PaperHeaderProps {
  search: ReportSearchState
  lookOf: LookOf
}

/** Stands above a printed report in the place of all that can be pressed. */
export function PaperHeader({ search, lookOf }: PaperHeaderProps) {
  const speech = useTranslation()
  const { kind, range, today } = search
  const filters = useFilterTexts(search, lookOf)
  return (
    <div className="grid gap-1">
      <p className="text-title">{tellRange(kind, range, speech, today)}</p>
      {filters.map((text) => (
        <p key={text} className="text-caption text-ink-2">
          {text}
        </p>
      ))}
      <ReportNotes search={search} />
    </div>
  )
}

const LISTS = { projects: 'project', clients: 'client', tasks: 'task', tags: 'tag' } as const

/** What the report is narrowed to, one line a filter. */
function useFilterTexts({ saved }: ReportSearchState, lookOf: LookOf) {
  const { t } = useTranslation()
  const { data: presets = [] } = useQuery(presetList.query)
  const { tags, tagMatch = 'any', search, kinds, preset } = saved
  const lists = (Object.keys(LISTS) as (keyof typeof LISTS)[]).flatMap((name) => {
    const names = listOf(saved[name]).map((id) => lookOf(LISTS[name], id === NONE ? null : id).name)
    return names.length > 0 ? `${t(`reports.filter.${name}`)}: ${names.join(', ')}` : []
  })
  return [
    ...lists,
    ...(tags === undefined ? [] : [`${t('reports.filter.match')}: ${t(`reports.filter.matches.${tagMatch}`)}`]),
    ...(search === undefined ? [] : [`${t('reports.filter.search')}: ${search}`]),
    ...(kinds === undefined
      ? []
      : [
          `${t('reports.filter.kinds')}: ${listOf(kinds)
            .map((kind) => t(`reports.filter.${kind as 'focus'}`))
            .join(', ')}`,
        ]),
    ...(preset === undefined
      ? []
      : [`${t('reports.filter.preset')}: ${presets.find(({ id }) => id === preset)?.name ?? t('reports.unknown')}`]),
  ]
}
