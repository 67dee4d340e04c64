import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { isServerUnreachable } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import type { ListEntry, ListItem } from './list-entries.ts'
import { RESOURCE_PAGES, type FullyLoadedResource } from './resource-pages.ts'
import { type SortKey, SORT_KEYS, type StatusOption } from './list-search-params.ts'
import { ListHeader } from './ListHeader.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { type VirtualListHandle, VirtualList } from '#web/ui/list/VirtualList.tsx'
import { ListEmptyState } from './ListEmptyState.tsx'
import { useListFilters } from './useListFilters.ts'
import { useFilteredGroups } from './useFilteredGroups.ts'

interface ListPageProps<Item extends ListItem> {
  resource: FullyLoadedResource
  /** Undefined until they are loaded. */
  entries: ListEntry<Item>[] | undefined
  loading: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** The first is the usual one; `all` restricts nothing. */
  statuses?: readonly StatusOption[]
  sorts?: readonly SortKey[]
  headings?: ReactNode
  /** Has to stay the same function: with another one all rows are drawn again. */
  renderRow: (entry: ListEntry<Item>) => ReactNode
  onDelete: (item: Item) => void
  /** Gives `--row` a value. */
  rowHeight?: string
  /** What an empty list shows of the rows to come. */
  illustration?: ReactNode
}

/** The page of a list: searched, narrowed and sorted at once, however long it is. */
export function ListPage<Item extends ListItem>({
  resource: area,
  entries,
  loading: asked,
  ...props
}: ListPageProps<Item>) {
  const { statuses = [], sorts = SORT_KEYS, rowHeight = '[--row:4rem] @3xl:[--row:3.125rem]' } = props
  const { t } = useTranslation()
  const state = useListFilters(statuses)
  const { groups, found, total } = useFilteredGroups(entries, state, statuses)
  const { search, list } = useListShortcuts(area)
  const isNew = entries?.length === 0
  const loading = hideUnreachableError(asked, entries !== undefined)

  return (
    <div className={PAGE}>
      <ListHeader resource={area} found={found} total={total} isNew={isNew} />
      {!isNew && (
        <ListToolbar
          state={state}
          searchLabel={t(`${area}.list.search`)}
          statuses={statuses}
          sorts={sorts}
          onArrowDown={() => list.current?.move(0)}
          search={search}
        />
      )}
      <div className={`${SHEET} ${rowHeight}`}>
        <LoadState resource={area} loading={loading} isLoaded={entries !== undefined} />
        {found > 0 && (
          <div className={loading.error === null ? undefined : 'border-t border-line opacity-60'}>
            {props.headings}
            <VirtualList
              ref={list}
              label={t(RESOURCE_PAGES[area].title)}
              groups={groups}
              renderRow={props.renderRow}
              onDelete={props.onDelete}
            />
          </div>
        )}
        {entries !== undefined && found === 0 && (
          <ListEmptyState resource={area} state={state} isNew={isNew} illustration={props.illustration} />
        )}
      </div>
    </div>
  )
}

// On a phone the parts of header and toolbar are put together anew: search and New, status, count and sort.
const PAGE =
  '@container [--list-top:3.5rem] max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-2.5 md:[--list-top:0px] lg:[--list-top:3.75rem]'

const SHEET = 'overflow-clip rounded-panel border border-line bg-surface max-md:order-6 max-md:w-full'

/** The keys of the page; `search` and `list` are where they lead. */
function useListShortcuts(area: FullyLoadedResource) {
  const navigate = useNavigate()
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<VirtualListHandle>(null)
  useShortcuts({
    '/': () => search.current?.focus(),
    c: () => void navigate({ to: RESOURCE_PAGES[area].new }),
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

/** That there is no server is told above the page. */
const hideUnreachableError = (loading: LoadStateProps['loading'], isLoaded: boolean) =>
  isLoaded && isServerUnreachable(loading.error) ? { ...loading, error: null } : loading

function LoadState({ resource: area, loading, isLoaded }: LoadStateProps) {
  const { t } = useTranslation()
  if (loading.error === null) return isLoaded ? null : <Skeleton rows={8} />
  return (
    <LoadError
      message={errorMessage(loading.error, t, `${area}.failed.fetch`)}
      isRetrying={loading.isFetching}
      onRetry={() => void loading.refetch()}
    />
  )
}
