import { lazy, Suspense, useCallback, useMemo, useRef, useState, type RefObject } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { afterLoading } from '#web/ui/after-loading.ts'
import type { ListHandle } from '#web/ui/list/LongList.tsx'
import { toast } from '#web/ui/toast.ts'
import type { DayGroup } from './day-groups.ts'
import { EntryDay } from './EntryDay.tsx'
import type { EditedField } from './EntryEditor.tsx'
import { EntryList } from './EntryList.tsx'
import { EntryRow, type RowHandlers } from './EntryRow.tsx'
import { useDuplicate } from './useDuplicate.ts'
import type { EntryView } from './useEntryView.ts'
import { useNames } from './useNames.ts'
import type { EntryRows } from './useSelection.ts'
import { useToday } from './useToday.ts'

const loadEditor = () => import('./EntryEditor.tsx')
const EntryEditor = lazy(() => loadEditor().then((module) => ({ default: module.EntryEditor })))

export interface EntryDaysProps {
  view: EntryView
  rows: EntryRows
  list: RefObject<ListHandle | null>
  onContinue: (entry: TimeEntry) => void
  onDelete: (entries: readonly TimeEntry[]) => void
}

/** The entries by their days, each to be edited in its place. */
export function EntryDays({ view: { query, groups, overlaps, gaps }, rows, list, ...props }: EntryDaysProps) {
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

type Wishes = Pick<EntryDaysProps, 'onDelete' | 'onContinue'> & Pick<RowHandlers, 'onEdit'>

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
