import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { isSilence } from '#web/api/api-error.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { afterLoading } from '#web/ui/after-loading.ts'
import type { ListHandle } from '#web/ui/list/LongList.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useShortcuts } from '#web/ui/useShortcuts.ts'
import { BulkBar } from './BulkBar.tsx'
import type { DayGroup } from './day-groups.ts'
import { DeleteEntries } from './DeleteEntries.tsx'
import { EntryDay } from './EntryDay.tsx'
import type { EditedField } from './EntryEditor.tsx'
import { EntryFilters } from './EntryFilters.tsx'
import { EntryHeader } from './EntryHeader.tsx'
import { EntryList } from './EntryList.tsx'
import { EntryRow, type RowHandlers } from './EntryRow.tsx'
import { LoadState } from './LoadState.tsx'
import { useDuplicate } from './useDuplicate.ts'
import { type EntrySearchState, useEntrySearch } from './useEntrySearch.ts'
import { type EntryView, useEntryView } from './useEntryView.ts'
import { useNames } from './useNames.ts'
import { type EntryRows, useSelection } from './useSelection.ts'
import { useToday } from './useToday.ts'

const loadEditor = () => import('./EntryEditor.tsx')
const EntryEditor = lazy(() => loadEditor().then((module) => ({ default: module.EntryEditor })))
const WeekView = lazy(() => import('./WeekView.tsx').then((module) => ({ default: module.WeekView })))

interface TimeEntryListPageProps {
  onContinue: (entry: TimeEntry) => void
}

export function TimeEntryListPage({ onContinue }: TimeEntryListPageProps) {
  const search = useEntrySearch()
  const view = useEntryView(search)
  const rows = useSelection(
    useMemo(() => view.groups.flatMap(({ entries }) => entries.map(({ id }) => id)), [view.groups]),
  )
  const [deleting, setDeleting] = useState<readonly TimeEntry[]>()
  const { find, list } = useKeys(rows)
  const { entries = [] } = view
  const { week } = search
  const isNew = view.entries?.length === 0 && !search.isNarrowed && week === undefined
  const selected = entries.filter(({ id }) => rows.selected.has(id))

  return (
    <div className={PAGE}>
      <EntryHeader totals={view.totals} isNew={isNew} isSelecting={selected.length > 0} />
      {!isNew &&
        (selected.length > 0 ? (
          <BulkBar
            entries={selected}
            onSelectAll={() => rows.add(entries.map(({ id }) => id))}
            onDelete={() => setDeleting(selected)}
            onClose={rows.clear}
          />
        ) : (
          <EntryFilters search={search} find={find} onArrowDown={() => list.current?.move(0)} />
        ))}
      {week === undefined ? (
        <ListSheet
          search={search}
          isNew={isNew}
          view={view}
          rows={rows}
          list={list}
          onDelete={setDeleting}
          onContinue={onContinue}
        />
      ) : (
        <div className="max-md:order-6 max-md:w-full">
          <Suspense fallback={<Skeleton rows={8} />}>
            <WeekView view={view} search={search} week={week} />
          </Suspense>
        </div>
      )}
      <DeleteEntries entries={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  )
}

// On a phone the parts of header and toolbar are put together anew.
const PAGE =
  '@container [--list-top:3.5rem] max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-2.5 md:[--list-top:0px] lg:[--list-top:3.75rem]'
const SHEET =
  'rounded-panel border border-line bg-surface [--row:4.25rem] @3xl:[--row:3.125rem] max-md:order-6 max-md:w-full'

/** The keys of the page; `find` and `list` are where they lead. */
function useKeys(rows: EntryRows) {
  const find = useRef<HTMLInputElement>(null)
  const list = useRef<ListHandle>(null)
  useShortcuts({
    '/': () => find.current?.focus(),
    j: () => list.current?.move(1),
    k: () => list.current?.move(-1),
    escape: rows.clear,
  })
  return { find, list }
}

interface DaysProps extends TimeEntryListPageProps {
  view: EntryView
  rows: EntryRows
  list: ReturnType<typeof useKeys>['list']
  onDelete: (entries: readonly TimeEntry[]) => void
}

interface ListSheetProps extends DaysProps {
  search: EntrySearchState
  isNew: boolean
}

function ListSheet({ search, isNew, ...days }: ListSheetProps) {
  const { query, groups } = days.view
  const isOld = query.isPlaceholderData || (query.isError && !isSilence(query.error))
  return (
    <div className={SHEET}>
      <LoadState view={days.view} search={search} isNew={isNew} />
      {groups.length > 0 && (
        <div className={isOld ? 'opacity-60' : undefined}>
          <Days {...days} />
        </div>
      )}
    </div>
  )
}

function Days({ view: { query, groups, overlaps, gaps }, rows, list, ...props }: DaysProps) {
  const names = useNames()
  const today = useToday()
  const { edited, edit, close, setUnsaved } = useEdited()
  const { selected, add, remove } = rows
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const handlers = useHandlers(rows, { ...props, onEdit: edit })
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const oldest = groups.at(-1)

  const renderRow = (entry: TimeEntry, day: DayGroup) => (
    <>
      <EntryRow
        entry={entry}
        day={day.from}
        names={names}
        handlers={handlers}
        isSelected={selected.has(entry.id)}
        isSelecting={selected.size > 0}
        isEdited={edited?.id === entry.id}
        overlap={overlaps.get(entry)}
        gap={gaps.get(entry)}
      />
      {edited?.id === entry.id && (
        <Suspense>
          <EntryEditor entry={entry} field={edited.field} place="row" onClose={close} onDirty={setUnsaved} />
        </Suspense>
      )}
    </>
  )

  return (
    <EntryList
      ref={list}
      groups={groups}
      renderRow={renderRow}
      renderDay={(day, titleId) => (
        <EntryDay
          day={day}
          titleId={titleId}
          today={today}
          names={names}
          // The rest of it is on the next page.
          isComplete={!hasNextPage || day !== oldest}
          selected={selected}
          onSelect={(ids, isSelected) => (isSelected ? add(ids) : remove(ids))}
        />
      )}
      onSelect={handlers.onSelect}
      onDelete={handlers.onDelete}
      onNearEnd={loadMore}
    />
  )
}

/** The entry that is edited. Another one has to wait until what was typed is saved or given up. */
function useEdited() {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<{ id: string; field: EditedField }>()
  const unsaved = useRef(false)
  const edit = useCallback(
    ({ id }: TimeEntry, field: EditedField) => {
      if (unsaved.current) toast.show(t('entries.list.unsaved'))
      else afterLoading(loadEditor, () => setEdited({ id, field }))
    },
    [t],
  )
  const close = useCallback(() => setEdited(undefined), [])
  const setUnsaved = useCallback((isDirty: boolean) => {
    unsaved.current = isDirty
  }, [])
  return { edited, edit, close, setUnsaved }
}

type Wishes = Pick<DaysProps, 'onDelete' | 'onContinue'> & Pick<RowHandlers, 'onEdit'>

function useHandlers({ toggle, extendTo }: EntryRows, { onEdit, onContinue, onDelete }: Wishes) {
  const onDuplicate = useDuplicate()
  return useMemo(
    (): RowHandlers => ({
      onEdit,
      onContinue,
      onDuplicate,
      onDelete: (entry) => onDelete([entry]),
      onSelect: ({ id }, isRange) => (isRange ? extendTo(id) : toggle(id)),
    }),
    [onEdit, onContinue, onDuplicate, onDelete, toggle, extendTo],
  )
}
