import { Suspense, useCallback, useMemo, useRef, useState, type RefObject } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import type { EntryView } from '#web/features/time-entries/data/useEntryView.ts'
import type { DayGroup } from '#web/features/time-entries/data/day-groups.ts'
import { useNameLookup } from '#web/features/time-entries/data/useNameLookup.ts'
import { useToday } from '#web/features/time-entries/data/useToday.ts'
import type { EditedField } from '#web/features/time-entries/form/EntryEditor.tsx'
import { LazyHistoryDialog } from '#web/features/time-entries/history/LazyHistoryDialog.tsx'
import { useTranslation } from '#web/i18n/i18n.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { type RowKeys, VirtualList, type VirtualListHandle } from '#web/ui/list/VirtualList.tsx'
import { loadCellEditor } from './cells/EntryCell.tsx'
import { findCell } from './cells/find-cell.ts'
import { DAY_HEADER_ROWS, EntryDayHeader } from './EntryDayHeader.tsx'
import { EntryRow, type RowHandlers } from './EntryRow.tsx'
import { useDuplicateEntry } from './useDuplicateEntry.ts'
import { useLongPress } from './useLongPress.ts'
import type { RowSelection } from './useRowSelection.ts'

const loadEditor = () => import('#web/features/time-entries/form/EntryEditor.tsx')
const EntryEditor = lazyComponent(() => loadEditor().then((module) => ({ default: module.EntryEditor })))

export interface EntryDaysProps {
  view: EntryView
  selection: RowSelection
  list: RefObject<VirtualListHandle | null>
  onContinue: (entry: TimeEntry) => void
  onDelete: (entries: readonly TimeEntry[]) => void
}

/** The list by day. Entries are edited in place; a long press begins a selection. */
export function EntryDays(props: EntryDaysProps) {
  const { selected, toggle } = props.selection
  const [historyOf, setHistoryOf] = useState<TimeEntry>()
  const longPress = useLongPress((id) => selected.has(id) || toggle(id))
  return (
    <>
      <div role="presentation" {...longPress}>
        <DayList {...props} onShowHistory={setHistoryOf} />
      </div>
      <LazyHistoryDialog id={historyOf?.id} onClose={() => setHistoryOf(undefined)} />
    </>
  )
}

type DayListProps = EntryDaysProps & Pick<RowHandlers, 'onShowHistory'>

function DayList({ view: { query, groups, overlaps, gaps, runningDay }, selection, list, ...props }: DayListProps) {
  const names = useNameLookup()
  const today = useToday()
  const { edited, edit, editCell, close, closeCell, setUnsaved } = useEditedEntry()
  const { selected, add, remove } = selection
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const handlers = useRowHandlers(selection, { ...props, onEdit: edit, onEditCell: editCell, onCloseCell: closeCell })
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const oldest = groups.at(-1)
  const headingRows = useHeadingRows(runningDay)

  const renderRow = (entry: TimeEntry, day: number) => (
    <>
      <EntryRow
        entry={entry}
        day={day}
        names={names}
        handlers={handlers}
        isSelected={selected.has(entry.id)}
        isSelecting={selected.size > 0}
        edited={edited?.id === entry.id ? (edited.isInPlace ? edited.field : 'all') : undefined}
        overlap={overlaps.get(entry)}
        gap={gaps.get(entry)}
      />
      {edited?.id === entry.id && !edited.isInPlace && (
        <Suspense>
          <EntryEditor entry={entry} field={edited.field} variant="row" onClose={close} onDirty={setUnsaved} />
        </Suspense>
      )}
    </>
  )

  return (
    <VirtualList
      ref={list}
      groups={groups}
      getGroupId={(day) => day.from}
      getId={idOf}
      headingRows={headingRows}
      renderRow={renderRow}
      renderHeading={(day, titleId) => (
        <EntryDayHeader
          day={day}
          titleId={titleId}
          today={today}
          names={names}
          isRunning={day.from === runningDay}
          // The oldest loaded day may continue on the next page.
          isComplete={!hasNextPage || day !== oldest}
          selected={selected}
          onSelect={(ids, isSelected) => (isSelected ? add(ids) : remove(ids))}
        />
      )}
      keyActions={(row) => ({
        ...rowKeyActions(row, handlers),
        Delete: () => props.onDelete(toDelete(row, selected)),
      })}
      onNearEnd={loadMore}
    />
  )
}

/** What runs has a row below the heading of its day. */
const useHeadingRows = (runningDay: number | undefined) =>
  useCallback((day: DayGroup) => DAY_HEADER_ROWS + (day.from === runningDay ? 1 : 0), [runningDay])

const idOf = ({ id }: TimeEntry) => id

function rowKeyActions({ entry, index, entries, move }: RowKeys<TimeEntry>, { onSelect }: RowHandlers) {
  const extend = (step: number) => {
    onSelect(entry, true)
    move(step)
    const next = entries[index + step]
    if (next !== undefined) onSelect(next, true)
  }
  return {
    'Shift ArrowDown': () => extend(1),
    'Shift ArrowUp': () => extend(-1),
    ArrowRight: () => findCell(document.activeElement, 1)?.focus(),
    ArrowLeft: () => findCell(document.activeElement, -1)?.focus(),
    F2: clickFocused,
    x: () => onSelect(entry, false),
    'Shift X': () => onSelect(entry, true),
  }
}

/** All selected entries if the row is one of them. */
const toDelete = ({ entry, entries }: RowKeys<TimeEntry>, selected: ReadonlySet<string>) =>
  selected.has(entry.id) ? entries.filter(({ id }) => selected.has(id)) : [entry]

const clickFocused = () => (document.activeElement as HTMLElement | null)?.click()

interface Edited {
  id: string
  field: EditedField
  /** Edited in its cell; otherwise with all fields. */
  isInPlace: boolean
}

/** The entry being edited. Another one cannot be opened while the editor of all fields has unsaved changes. */
function useEditedEntry() {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<Edited>()
  const unsaved = useRef(false)
  const open = useCallback(
    (load: () => Promise<unknown>, next: Edited) => {
      if (unsaved.current) toast.show(t('entries.list.unsaved'))
      else loadChunkThen(load, () => setEdited(next))
    },
    [t],
  )
  const edit = useCallback(
    ({ id }: TimeEntry, field: EditedField) => open(loadEditor, { id, field, isInPlace: false }),
    [open],
  )
  const editCell = useCallback(
    ({ id }: TimeEntry, field: EditedField) => open(() => loadCellEditor(field), { id, field, isInPlace: true }),
    [open],
  )
  const close = useCallback(() => setEdited(undefined), [])
  // A cell that is still saved when the user edits another one must not close that one.
  const closeCell = useCallback(
    ({ id }: TimeEntry, field: EditedField) =>
      setEdited((edited) => (edited?.id === id && edited.field === field ? undefined : edited)),
    [],
  )
  const setUnsaved = useCallback((isDirty: boolean) => {
    unsaved.current = isDirty
  }, [])
  return { edited, edit, editCell, close, closeCell, setUnsaved }
}

type RowActionProps = Pick<EntryDaysProps, 'onDelete' | 'onContinue'> &
  Pick<RowHandlers, 'onEdit' | 'onEditCell' | 'onCloseCell' | 'onShowHistory'>

function useRowHandlers({ toggle, extendTo }: RowSelection, props: RowActionProps) {
  const { onEdit, onEditCell, onCloseCell, onShowHistory, onContinue, onDelete } = props
  const onDuplicate = useDuplicateEntry()
  return useMemo(
    (): RowHandlers => ({
      onEdit,
      onEditCell,
      onCloseCell,
      onContinue,
      onDuplicate,
      onShowHistory,
      onDelete: (entry) => onDelete([entry]),
      onSelect: ({ id }, isRange) => (isRange ? extendTo(id) : toggle(id)),
    }),
    [onEdit, onEditCell, onCloseCell, onContinue, onDuplicate, onShowHistory, onDelete, toggle, extendTo],
  )
}
