import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useCallback, useRef, useState } from 'react'
import type { Activity } from '#contract/activity.ts'
import { isServerUnreachable } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import { VirtualList, type VirtualListHandle } from '#web/ui/list/VirtualList.tsx'
import { DeleteDialog, type DeleteDialogProps } from './DeleteDialog.tsx'
import { GroupHeading, headingRows } from './GroupHeading.tsx'
import type { ListEntry, ListItem } from './list-entries.ts'
import { SORT_KEYS, type StatusOption } from './list-search-params.ts'
import { ListEmptyState } from './ListEmptyState.tsx'
import { ListHeader } from './ListHeader.tsx'
import { ColumnHeadings, type FactColumn } from './ListRow.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { type FullyLoadedResource, RESOURCE_PAGES } from './resource-pages.ts'
import { useFilteredGroups } from './useFilteredGroups.ts'
import { useListFilters } from './useListFilters.ts'

export interface RowProps<Item extends ListItem> {
  item: Item
  activity: Activity | undefined
  onDelete: () => void
}

interface ListPageProps<Item extends ListItem> {
  resource: FullyLoadedResource
  /** Undefined while loading. */
  entries: ListEntry<Item>[] | undefined
  loading: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** The first is the default; `all` is no restriction. */
  statuses?: readonly StatusOption[]
  /** Time is tracked on the items. */
  hasActivity?: boolean
  /** The columns of the facts in a row. */
  columns?: readonly FactColumn[]
  Row: ComponentType<RowProps<Item>>
  deletion: Pick<DeleteDialogProps<Item>, 'remove' | 'restore' | 'Consequences' | 'alternative'>
  /** Classes that set `--row`, the height of a row. */
  rowHeight?: string
  /** For a list without items. */
  illustration?: ReactNode
}

/** The list page of a resource, with search, filter and sort. */
export function ListPage<Item extends ListItem>({ resource, entries, loading, Row, ...props }: ListPageProps<Item>) {
  const { statuses = [], hasActivity = true, rowHeight = '[--row:4rem] @3xl:[--row:3.125rem]' } = props
  const { t } = useTranslation()
  const state = useListFilters(statuses)
  const { groups, found, total, isNew } = useFilteredGroups(entries, state, statuses)
  const { search, list } = useListShortcuts(resource)
  const isLoaded = entries !== undefined
  const error = visibleError(loading.error, isLoaded)
  const [deleting, setDeleting] = useState<Item>()
  const renderRow = useCallback(
    ({ item, activity }: ListEntry<Item>) => <Row item={item} activity={activity} onDelete={() => setDeleting(item)} />,
    [Row],
  )

  return (
    <div className={PAGE}>
      <ListHeader resource={resource} found={found} total={total} isNew={isNew} />
      {!isNew && (
        <ListToolbar
          state={state}
          searchLabel={t(`${resource}.list.search`)}
          statuses={statuses}
          sorts={SORT_KEYS.filter((sort) => hasActivity || sort !== 'month')}
          onArrowDown={() => list.current?.move(0)}
          search={search}
        />
      )}
      <div className={`${SHEET} ${rowHeight}`}>
        <LoadState error={error} isLoaded={isLoaded} resource={resource} loading={loading} />
        {found > 0 && (
          <div className={error === null ? undefined : 'border-t border-line opacity-60'}>
            {hasActivity && <ColumnHeadings facts={props.columns} />}
            <VirtualList
              ref={list}
              label={t(`shell.page.${RESOURCE_PAGES[resource].plural}`)}
              groups={groups}
              getGroupId={({ heading }) => heading?.id ?? ''}
              getId={idOf}
              headingRows={headingRows}
              renderHeading={({ heading }, titleId) => heading && <GroupHeading heading={heading} titleId={titleId} />}
              renderRow={renderRow}
              keyActions={({ entry }) => ({ Delete: () => setDeleting(entry.item) })}
            />
          </div>
        )}
        {isLoaded && found === 0 && (
          <ListEmptyState resource={resource} state={state} isNew={isNew} illustration={props.illustration} />
        )}
      </div>
      <DeleteDialog resource={resource} item={deleting} onClose={() => setDeleting(undefined)} {...props.deletion} />
    </div>
  )
}

// On a phone header and toolbar are rearranged: search and New first, then status, count and sort.
const PAGE =
  '@container [--list-top:3.5rem] max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-2.5 md:[--list-top:0px] lg:[--list-top:3.75rem]'

const SHEET = 'overflow-clip rounded-panel border border-line bg-surface max-md:order-6 max-md:w-full'

/** A banner above the page already says that the server cannot be reached. */
const visibleError = (error: unknown, isLoaded: boolean) => (isLoaded && isServerUnreachable(error) ? null : error)

const idOf = ({ item }: ListEntry<ListItem>) => item.id

/** The shortcuts of the page, and the refs of the elements that they use. */
function useListShortcuts(resource: FullyLoadedResource) {
  const navigate = useNavigate()
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<VirtualListHandle>(null)
  useShortcuts({
    '/': () => search.current?.focus(),
    // Letters typed while the form loads are the name.
    c: () => loadChunkThen(() => navigate({ to: `${RESOURCE_PAGES[resource].path}/new` })),
    j: () => list.current?.move(1),
    k: () => list.current?.move(-1),
  })
  return { search, list }
}

interface LoadStateProps extends Pick<ListPageProps<ListItem>, 'resource' | 'loading'> {
  error: unknown
  isLoaded: boolean
}

function LoadState({ error, isLoaded, resource, loading }: LoadStateProps) {
  const { t } = useTranslation()
  if (error === null) return isLoaded ? null : <Skeleton rows={8} />
  return (
    <LoadError
      message={errorMessage(error, t, `${resource}.failed.fetch`)}
      isRetrying={loading.isFetching}
      onRetry={() => void loading.refetch()}
    />
  )
}
