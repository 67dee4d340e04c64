import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { isServerUnreachable } from '#web/api/api-error.ts'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { useIsAfterFirstRender } from '#web/ui/hooks/useIsAfterFirstRender.ts'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import type { VirtualListHandle } from '#web/ui/list/VirtualList.tsx'
import { DeleteEntriesDialog } from './bulk/DeleteEntriesDialog.tsx'
import { useEntryView } from './data/useEntryView.ts'
import { EntryFilters } from './filters/EntryFilters.tsx'
import { type EntrySearchState, useEntrySearch } from './filters/useEntrySearch.ts'
import type { EntryDaysProps } from './list/EntryDays.tsx'
import { EntryListHeader } from './list/EntryListHeader.tsx'
import { EntryListPlaceholder } from './list/EntryListPlaceholder.tsx'
import { type RowSelection, useRowSelection } from './list/useRowSelection.ts'

const BulkBar = lazyComponent(() => import('./bulk/BulkBar.tsx').then((module) => ({ default: module.BulkBar })))
const loadDays = () => import('./list/EntryDays.tsx')
const EntryDays = lazyComponent(() => loadDays().then((module) => ({ default: module.EntryDays })))
const WeekView = lazyComponent(() => import('./week/WeekView.tsx').then((module) => ({ default: module.WeekView })))

export function TimeEntryListPage({ onContinue }: { onContinue: (entry: TimeEntry) => void }) {
  const search = useEntrySearch()
  const view = useEntryView(search)
  const selection = useRowSelection(
    useMemo(() => view.groups.flatMap(({ entries }) => entries.map(({ id }) => id)), [view.groups]),
  )
  const [deleting, setDeleting] = useState<readonly TimeEntry[]>()
  const { entries = [] } = view
  const { week } = search
  const { searchField, list } = usePageShortcuts(selection, week === undefined)
  const isNew = view.groups.length === 0 && view.entries !== undefined && !search.isFiltered && week === undefined
  const selected = entries.filter(({ id }) => selection.selected.has(id))
  const filters = <EntryFilters search={search} searchField={searchField} onArrowDown={() => list.current?.move(0)} />

  return (
    <div className={PAGE}>
      <EntryListHeader
        totals={view.totals}
        isRunning={view.runningDay !== undefined}
        isNew={isNew}
        isSelecting={selected.length > 0}
      />
      {!isNew &&
        (selected.length > 0 ? (
          <Suspense fallback={filters}>
            <BulkBar
              entries={selected}
              onSelectAll={() => selection.add(entries.map(({ id }) => id))}
              onDelete={() => setDeleting(selected)}
              onClose={selection.clear}
            />
          </Suspense>
        ) : (
          filters
        ))}
      {week === undefined ? (
        <ListSheet
          search={search}
          isNew={isNew}
          view={view}
          selection={selection}
          list={list}
          onDelete={setDeleting}
          onContinue={onContinue}
        />
      ) : (
        <div className="max-md:order-6 max-md:w-full">
          <Suspense fallback={<Skeleton rows={8} />}>
            <WeekView view={view} search={search} week={week} onContinue={onContinue} />
          </Suspense>
        </div>
      )}
      <DeleteEntriesDialog entries={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  )
}

// On phones, flex order rearranges the parts of header and toolbar.
const PAGE =
  '@container [--list-top:3.5rem] max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-2.5 md:[--list-top:0px] lg:[--list-top:3.75rem]'
const SHEET =
  'rounded-panel border border-line bg-surface [--row:4.25rem] @3xl:[--row:3.125rem] max-md:order-6 max-md:w-full'

/** The page's keyboard shortcuts, and refs to the elements that they focus. */
function usePageShortcuts(selection: RowSelection, isList: boolean) {
  const searchField = useRef<HTMLInputElement>(null)
  const list = useRef<VirtualListHandle>(null)
  useShortcuts({
    '/': () => searchField.current?.focus(),
    // The week moves between its blocks itself.
    ...(isList && { j: () => list.current?.move(1), k: () => list.current?.move(-1) }),
    escape: selection.clear,
  })
  return { searchField, list }
}

interface ListSheetProps extends EntryDaysProps {
  search: EntrySearchState
  isNew: boolean
}

function ListSheet({ search, isNew, ...days }: ListSheetProps) {
  const { query, groups } = days.view
  // Loads the component in parallel with the entries.
  useEffect(() => void loadDays().catch(() => undefined), [])
  const isAfterFirstRender = useIsAfterFirstRender()
  const isOutdated = query.isPlaceholderData || (query.isError && !isServerUnreachable(query.error))
  return (
    <div className={SHEET}>
      <EntryListPlaceholder view={days.view} search={search} isNew={isNew} />
      {groups.length > 0 && (
        <div className={isOutdated ? 'opacity-60' : undefined}>
          <Suspense fallback={<Skeleton rows={8} />}>
            {isAfterFirstRender ? <EntryDays {...days} /> : <Skeleton rows={8} />}
          </Suspense>
        </div>
      )}
    </div>
  )
}
