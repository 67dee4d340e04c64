import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { isServerUnreachable } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import { VirtualList, type VirtualListHandle } from '#web/ui/list/VirtualList.tsx'
import { GroupHeading, headingRows } from './GroupHeading.tsx'
import type { ListEntry, ListItem } from './list-entries.ts'
import { SORT_KEYS, type SortKey, type StatusOption } from './list-search-params.ts'
import { ListEmptyState } from './ListEmptyState.tsx'
import { ListHeader } from './ListHeader.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { type FullyLoadedResource, RESOURCE_PAGES } from './resource-pages.ts'
import { useFilteredGroups } from './useFilteredGroups.ts'
import { useListFilters } from './useListFilters.ts'

interface ListPageProps<Item extends ListItem> {
  resource: FullyLoadedResource
  /** Undefined while loading. */
  entries: ListEntry<Item>[] | undefined
  loading: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** The first is the default; `all` is no restriction. */
  statuses?: readonly StatusOption[]
  sorts?: readonly SortKey[]
  headings?: ReactNode
  /** Must keep its identity: a new function renders all rows again. */
  renderRow: (entry: ListEntry<Item>) => ReactNode
  onDelete: (item: Item) => void
  /** Classes that set `--row`, the height of a row. */
  rowHeight?: string
  /** For a list without items. */
  illustration?: ReactNode
}

/** The list page of a resource, with search, filter and sort. */
export function ListPage<Item extends ListItem>({ resource, entries, loading: query, ...props }: ListPageProps<Item>) {
  const { statuses = [], sorts = SORT_KEYS, rowHeight = '[--row:4rem] @3xl:[--row:3.125rem]' } = props
  const { t } = useTranslation()
  const state = useListFilters(statuses)
  const { groups, found, total } = useFilteredGroups(entries, state, statuses)
  const { search, list } = useListShortcuts(resource)
  const isNew = entries?.length === 0
  const loading = hideUnreachableError(query, entries !== undefined)

  return (
    <div className={PAGE}>
      <ListHeader resource={resource} found={found} total={total} isNew={isNew} />
      {!isNew && (
        <ListToolbar
          state={state}
          searchLabel={t(`${resource}.list.search`)}
          statuses={statuses}
          sorts={sorts}
          onArrowDown={() => list.current?.move(0)}
          search={search}
        />
      )}
      <div className={`${SHEET} ${rowHeight}`}>
        <LoadState resource={resource} loading={loading} isLoaded={entries !== undefined} />
        {found > 0 && (
          <div className={loading.error === null ? undefined : 'border-t border-line opacity-60'}>
            {props.headings}
            <VirtualList
              ref={list}
              label={t(RESOURCE_PAGES[resource].title)}
              groups={groups}
              getGroupId={({ heading }) => heading?.id ?? ''}
              getId={idOf}
              headingRows={headingRows}
              renderHeading={({ heading }, titleId) => heading && <GroupHeading heading={heading} titleId={titleId} />}
              renderRow={props.renderRow}
              keyActions={({ entry }) => ({ Delete: () => props.onDelete(entry.item) })}
            />
          </div>
        )}
        {entries !== undefined && found === 0 && (
          <ListEmptyState resource={resource} state={state} isNew={isNew} illustration={props.illustration} />
        )}
      </div>
    </div>
  )
}

// On a phone header and toolbar are rearranged: search and New first, then status, count and sort.
const PAGE =
  '@container [--list-top:3.5rem] max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-2.5 md:[--list-top:0px] lg:[--list-top:3.75rem]'

const SHEET = 'overflow-clip rounded-panel border border-line bg-surface max-md:order-6 max-md:w-full'

const idOf = ({ item }: ListEntry<ListItem>) => item.id

/** The shortcuts of the page, and the refs of the elements that they use. */
function useListShortcuts(resource: FullyLoadedResource) {
  const navigate = useNavigate()
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<VirtualListHandle>(null)
  useShortcuts({
    '/': () => search.current?.focus(),
    c: () => void navigate({ to: RESOURCE_PAGES[resource].new }),
    j: () => list.current?.move(1),
    k: () => list.current?.move(-1),
  })
  return { search, list }
}

interface LoadStateProps {
  resource: FullyLoadedResource
  loading: ListPageProps<ListItem>['loading']
  isLoaded: boolean
}

/** A banner above the page already says that the server cannot be reached. */
const hideUnreachableError = (loading: LoadStateProps['loading'], isLoaded: boolean) =>
  isLoaded && isServerUnreachable(loading.error) ? { ...loading, error: null } : loading

function LoadState({ resource, loading, isLoaded }: LoadStateProps) {
  const { t } = useTranslation()
  if (loading.error === null) return isLoaded ? null : <Skeleton rows={8} />
  return (
    <LoadError
      message={errorMessage(loading.error, t, `${resource}.failed.fetch`)}
      isRetrying={loading.isFetching}
      onRetry={() => void loading.refetch()}
    />
  )
}
