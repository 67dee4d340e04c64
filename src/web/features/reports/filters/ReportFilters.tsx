import { useQuery } from '@tanstack/react-query'
import { byName } from '#core/text/by-name.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { NONE, splitList, TAG_MATCHES } from '#core/report/report-search.ts'
import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { Filter } from '#web/ui/options/Filter.tsx'
import { Select } from '#web/ui/options/Select.tsx'
import { ChipPopover } from './ChipPopover.tsx'
import { RoundingChip } from './RoundingChip.tsx'

const MoreFilters = lazyComponent(() => import('./MoreFilters.tsx').then((module) => ({ default: module.MoreFilters })))

/** Filters and rounding of the report. On a phone they are one scrolling row. */
export function ReportFilters({ search }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  const { search: text, kinds, preset } = search.params
  const more = [text, kinds, preset].filter((value) => value !== undefined).length
  return (
    <div className="-m-1 flex items-center gap-2 p-1 max-md:overflow-x-auto md:flex-wrap">
      <ListFilters search={search} />
      <TagMatch search={search} />
      <ChipPopover
        label={t('reports.filter.more')}
        summary={more === 0 ? t('reports.filter.off') : String(more)}
        isActive={more > 0}
      >
        <MoreFilters search={search} />
      </ChipPopover>
      {search.isFiltered && (
        <Button variant="ghost" onClick={search.clearFilters}>
          {t('reports.filter.clear')}
        </Button>
      )}
      <div className="md:ml-auto">
        <RoundingChip search={search} />
      </div>
    </div>
  )
}

/** When projects are selected, only their tasks are offered. */
function ListFilters({ search: { params, set } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  const { data: projects = [] } = useQuery(projectList.query)
  const { data: clients = [] } = useQuery(clientList.query)
  const { data: tasks = [] } = useQuery(taskList.query)
  const { data: tags = [] } = useQuery(tagList.query)
  const [chosenProjects, chosenTasks] = [splitList(params.projects), splitList(params.tasks)]
  const nameOf = new Map(projects.map(({ id, name }) => [id, name]))
  const offered = tasks
    .filter(
      ({ id, project }) => chosenProjects.length === 0 || chosenProjects.includes(project) || chosenTasks.includes(id),
    )
    .map((task) => ({ ...task, hint: chosenProjects.length === 1 ? undefined : nameOf.get(task.project) }))
  const props = (name: ListName) => ({
    name,
    value: params[name],
    onChange: (ids: string | undefined) => set({ [name]: ids }),
  })
  return (
    <>
      <ListFilter {...props('projects')} items={projects} />
      <ListFilter {...props('clients')} items={clients} none={t('reports.filter.noClient')} />
      <ListFilter {...props('tasks')} items={offered} none={t('reports.filter.noTask')} />
      <ListFilter {...props('tags')} items={tags} none={t('reports.filter.noTag')} />
    </>
  )
}

type ListName = 'projects' | 'clients' | 'tasks' | 'tags'

interface ListFilterProps {
  name: ListName
  items: readonly { id: string; name: string; color?: string; hint?: string | undefined }[]
  /** Label of the option for entries without any; omitted where every entry has one. */
  none?: string
  value: string | undefined
  onChange: (ids: string | undefined) => void
}

function ListFilter({ name, items, none, value, onChange }: ListFilterProps) {
  const { t } = useTranslation()
  if (items.length === 0 && value === undefined) return null
  const named = items.toSorted(byName).map(({ id, name: label, color, hint }) => ({ id, label, color, hint }))
  // A deleted item can still be in the filter, so it stays listed to be removed.
  const deletedIds = splitList(value).filter((id) => id !== NONE && !items.some((item) => item.id === id))
  const options = [...named, ...deletedIds.map((id) => ({ id, label: t('reports.unknown') }))]
  return (
    <Filter
      label={t(`reports.filter.${name}`)}
      anyLabel={t(`reports.filter.all.${name}`)}
      options={none === undefined ? options : [...options, { id: NONE, label: none }]}
      value={splitList(value)}
      onChange={(ids) => onChange(ids.length === 0 ? undefined : ids.join(','))}
    />
  )
}

/** Shown only when tags are selected. */
function TagMatch({ search: { params, set } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  if (params.tags === undefined) return null
  return (
    <Select
      variant="chip"
      label={t('reports.filter.match')}
      options={TAG_MATCHES.map((id) => ({ id, label: t(`reports.filter.matches.${id}`) }))}
      value={params.tagMatch ?? 'any'}
      onChange={(id) => set({ tagMatch: id === 'all' || id === 'none' ? id : undefined })}
    />
  )
}
