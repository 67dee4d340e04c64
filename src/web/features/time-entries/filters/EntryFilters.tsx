import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { byName } from '#core/text/by-name.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { SegmentedControl } from '#web/ui/fields/SegmentedControl.tsx'
import { SearchField } from '#web/ui/list/SearchField.tsx'
import { Filter } from '#web/ui/options/Filter.tsx'
import type { Option } from '#web/ui/options/OptionItem.tsx'
import { DateFilter } from './DateFilter.tsx'
import type { EntrySearchState } from './useEntrySearch.ts'

interface EntryFiltersProps {
  search: EntrySearchState
  searchField: RefObject<HTMLInputElement | null>
  onArrowDown: () => void
}

export function EntryFilters({ search, searchField, onArrowDown }: EntryFiltersProps) {
  const { t } = useTranslation()
  const { project, client, task, tag, from } = search.params
  const { week } = search
  const isFiltered = [project, client, task, tag, week ? undefined : from].some((value) => value !== undefined)
  return (
    <div className="z-10 flex flex-wrap items-center gap-x-2 gap-y-2.5 bg-canvas py-3 max-md:contents lg:sticky lg:top-0 lg:h-15 lg:flex-nowrap">
      <div className="max-md:order-1 max-md:w-[calc(100%-3.375rem)] md:w-full lg:max-w-72 lg:min-w-36 lg:flex-1">
        <SearchField
          ref={searchField}
          label={t('entries.list.search')}
          value={search.q}
          onChange={search.setQuery}
          onArrowDown={onArrowDown}
        />
      </div>
      <div className="-m-1 flex min-w-0 items-center gap-2 overflow-x-auto p-1 max-md:order-3 max-md:w-[calc(100%+0.5rem)]">
        {week === undefined && <DateFilter search={search} />}
        <ReferenceFilters search={search} />
        {isFiltered && (
          <Button variant="ghost" onClick={search.clear}>
            {t('entries.filter.clear')}
          </Button>
        )}
      </div>
      <div className="ml-auto flex-none max-md:order-5">
        <SegmentedControl
          label={t('entries.week.view')}
          value={week ? 'week' : 'list'}
          options={[
            { value: 'list', label: t('entries.week.list') },
            { value: 'week', label: t('entries.week.week') },
          ]}
          onChange={(view) => search.set({ view: view === 'week' ? view : undefined })}
        />
      </div>
    </div>
  )
}

/** Projects are limited to the selected client, tasks to the selected project. */
function ReferenceFilters({ search: { params, set } }: { search: EntrySearchState }) {
  const { data: projects = [] } = useQuery(projectList.query)
  const { data: clients = [] } = useQuery(clientList.query)
  const { data: tasks = [] } = useQuery(taskList.query)
  const { data: tags = [] } = useQuery(tagList.query)
  const { project, client, task, tag } = params
  const projectName = (id: string) => projects.find((item) => item.id === id)?.name
  const projectOptions = projects.filter(
    (item) => client === undefined || item.client === client || item.id === project,
  )
  const taskOptions = tasks
    .filter((item) => project === undefined || item.project === project || item.id === task)
    .map((item) => ({ ...item, hint: project === undefined ? projectName(item.project) : undefined }))
  return (
    <>
      <SingleFilter
        name="project"
        items={projectOptions}
        value={project}
        onChange={(id) => set({ project: id, task: undefined })}
      />
      <SingleFilter name="client" items={clients} value={client} onChange={(id) => set({ client: id })} />
      <SingleFilter name="task" items={taskOptions} value={task} onChange={(id) => set({ task: id })} />
      <SingleFilter name="tag" items={tags} value={tag} onChange={(id) => set({ tag: id })} />
    </>
  )
}

interface SingleFilterProps {
  name: 'project' | 'client' | 'task' | 'tag'
  items: readonly { id: string; name: string; color?: string; hint?: string | undefined }[]
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** A filter with at most one value: selecting another replaces it, selecting it again clears it. */
function SingleFilter({ name, items, value, onChange }: SingleFilterProps) {
  const { t } = useTranslation()
  const options: Option[] = items
    .toSorted(byName)
    .map(({ id, name: label, color, hint }) => ({ id, label, color, hint }))
  if (options.length === 0) return null
  return (
    <Filter
      label={t(`entries.filter.${name}`)}
      anyLabel={t(`entries.filter.all.${name}`)}
      options={options}
      value={value === undefined ? [] : [value]}
      onChange={(ids) => onChange(ids.find((id) => id !== value))}
    />
  )
}
