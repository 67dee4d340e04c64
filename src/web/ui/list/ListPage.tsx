import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { isSilence } from '#web/api/api-error.ts'
import { errorMessage } from '#web/i18n/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LoadError } from '../LoadError.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { useShortcuts } from '../useShortcuts.ts'
import type { Entry, ListItem } from './arrange.ts'
import { PAGES, type WholeArea } from './areas.ts'
import { type Sort, SORTS, type StatusOption } from './list-search.ts'
import { ListHeader } from './ListHeader.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { type ListHandle, LongList } from './LongList.tsx'
import { NothingHere } from './NothingHere.tsx'
import { useListState } from './useListState.ts'
import { useListView } from './useListView.ts'

interface ListPageProps<Item extends ListItem> {
  area: WholeArea
  /** Undefined until they are loaded. */
  entries: Entry<Item>[] | undefined
  loading: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** The first is the usual one; `all` restricts nothing. */
  statuses?: readonly StatusOption[]
  sorts?: readonly Sort[]
  headings?: ReactNode
  /** Has to stay the same function: with another one all rows are drawn again. */
  renderRow: (entry: Entry<Item>) => ReactNode
  onDelete: (item: Item) => void
  /** Gives `--row` a value. */
  rowHeight?: string
  /** What an empty list shows of the rows to come. */
  graphic?: ReactNode
}

/** The page of a list: searched, narrowed and sorted at once, however long it is. */
export function ListPage<Item extends ListItem>({ area, entries, loading: asked, ...props }: ListPageProps<Item>) {
  const { statuses = [], sorts = SORTS, rowHeight = '[--row:4rem] @3xl:[--row:3.125rem]' } = props
  const { t } = useTranslation()
  const state = useListState(statuses)
  const { groups, found, total } = useListView(entries, state, statuses)
  const { search, list } = useListKeys(area)
  const isNew = entries?.length === 0
  const loading = withoutSilence(asked, entries !== undefined)

  return (
    <div className={PAGE}>
      <ListHeader area={area} found={found} total={total} isNew={isNew} />
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
        <LoadState area={area} loading={loading} isLoaded={entries !== undefined} />
        {found > 0 && (
          <div className={loading.error === null ? undefined : 'border-t border-line opacity-60'}>
            {props.headings}
            <LongList
              ref={list}
              label={t(PAGES[area].title)}
              groups={groups}
              renderRow={props.renderRow}
              onDelete={props.onDelete}
            />
          </div>
        )}
        {entries !== undefined && found === 0 && (
          <NothingHere area={area} state={state} isNew={isNew} graphic={props.graphic} />
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
function useListKeys(area: WholeArea) {
  const navigate = useNavigate()
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<ListHandle>(null)
  useShortcuts({
    '/': () => search.current?.focus(),
    c: () => void navigate({ to: PAGES[area].new }),
    j: () => list.current?.move(1),
    k: () => list.current?.move(-1),
  })
  return { search, list }
}

interface LoadStateProps {
  area: WholeArea
  loading: ListPageProps<ListItem>['loading']
  isLoaded: boolean
}

/** That there is no server is told above the page. */
const withoutSilence = (loading: LoadStateProps['loading'], isLoaded: boolean) =>
  isLoaded && isSilence(loading.error) ? { ...loading, error: null } : loading

function LoadState({ area, loading, isLoaded }: LoadStateProps) {
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
